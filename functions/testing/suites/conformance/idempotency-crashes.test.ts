import { test } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { type Crash, newProcess } from "#testing/harness/processes/crashing-process";
import { mask, maskedDump } from "#testing/harness/store/masked-dump";
import { stride } from "#testing/harness/store/test-store";
import type { World } from "#testing/harness/world";
import { doorOf } from "./door.ts";

/** The time in ms after which all tasks of a crashed process have been taken over. */
const TAKEN_OVER = 11 * 60_000;
/** Numbers of the commits at which a test interrupts a process: fewer with a server, which is slow. */
const COMMITS = stride > 1 ? [2] : [1, 2, 3, 4, 5, 6, 7, 8];

/** A call that takes several transactions. */
interface LongCall {
  path: CallEndpoint["path"];
  /** Calls that create the records it needs. */
  prepare?: [path: string, data: object][];
  data: object;
}

const place = { organizationId: "acme", documentId: "homepage" };
const ada = { userId: "ada", name: "Ada Lovelace" };
const some = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const threads = some(250, () => ({ commentData: [{ commentText: "Shorter, please.", from: ada }] }));
const addThreads: [string, object] = ["/v2/commentannotations/add", { ...place, commentAnnotations: threads }];
const members = some(350, (i) => `member-${i}`);
const group = { organizationId: "acme", organizationUserGroupId: "engineers" };
const inGroups = (userIds: string[]): [string, object][] => [
  ["/v2/users/add", { organizationId: "acme", users: userIds.map((userId) => ({ userId })) }],
  ["/v2/organizations/usergroups/users/add", { ...group, userIds }],
];
const text = "All work and no play makes Jack a dull boy. ".repeat(20_000);

const calls: LongCall[] = [
  { path: "/v2/users/add", data: { organizationId: "acme", users: members.map((userId) => ({ userId })) } },
  {
    path: "/v2/recordings/add",
    data: { ...place, recordings: some(350, () => ({ recordingType: "screen", from: ada })) },
  },
  {
    path: "/v2/activities/add",
    data: {
      ...place,
      activities: some(350, () => ({
        featureType: "custom",
        actionType: "headline.update",
        targetEntityId: "headline",
        actionUser: ada,
      })),
    },
  },
  { path: "/v2/commentannotations/add", data: addThreads[1] },
  { path: "/v2/commentannotations/delete", prepare: [addThreads], data: place },
  {
    path: "/v2/commentannotations/update",
    prepare: [addThreads],
    data: { ...place, updatedData: { status: { id: "DONE", name: "Done", type: "terminal" } } },
  },
  {
    path: "/v2/organizations/usergroups/users/delete",
    prepare: inGroups(members),
    data: { ...group, deleteAll: true },
  },
  {
    path: "/v2/auth/permissions/add",
    prepare: [
      [
        "/v2/organizations/documents/add",
        { organizationId: "acme", documents: members.map((documentId) => ({ documentId })) },
      ],
    ],
    data: {
      user: { userId: "ada" },
      permissions: {
        resources: members.map((id) => ({ type: "document", id, organizationId: "acme", accessRole: "viewer" })),
      },
    },
  },
  { path: "/v2/crdt/add", data: { ...place, editorId: "novel", type: "text", contentKey: "default", data: text } },
  {
    path: "/v2/crdt/delete",
    prepare: some(45, (i) => [
      "/v2/crdt/add",
      { ...place, editorId: `e${i}`, type: "text", contentKey: "default", data: "x" },
    ]),
    data: place,
  },
];

async function prepared({ prepare = [] }: LongCall): Promise<World> {
  const w = await exampleWorld();
  for (const [path, data] of prepare) await w.ok(path, data);
  await w.drain();
  return w;
}

/** Sends the call to a separate process, which also does its background work unless it crashes. */
async function send(w: World, { path, data }: LongCall, crash?: Crash) {
  const process = newProcess(w, crash);
  const endpoint = callEndpoints.find((one) => one.path === path) as CallEndpoint;
  const { status, body } = await doorOf(process.w, endpoint).send({ data, headers: { "idempotency-key": "k" } });
  await process.w.drain();
  return { status, body, hasEnded: process.hasEnded() };
}

/** The final result of a call. */
async function outcome(w: World, body: unknown) {
  w.advance(TAKEN_OVER);
  await newProcess(w).w.drain();
  return { reply: mask(JSON.stringify(body), w.tenant), store: await maskedDump(w.context.store, w.tenant) };
}

for (const call of calls)
  test(`${call.path} in several transactions: interrupted at any commit and repeated, it takes effect once`, async () => {
    const untouched = await prepared(call);
    const { status, body } = await send(untouched, call);
    expectWithContext(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    const expected = await outcome(untouched, body);
    let reached = 0;
    for (const commit of COMMITS)
      for (const when of ["before", "after"] as const) {
        const w = await prepared(call);
        const { hasEnded } = await send(w, call, { commit, when });
        if (!hasEnded) break;
        reached = commit;
        w.advance(1);
        const again = await send(w, call);
        expectWithContext(again.status, `${when} commit ${commit}: ${JSON.stringify(again.body).slice(0, 300)}`).toBe(
          200,
        );
        expectWithContext(await outcome(w, again.body), `cut off ${when} commit ${commit}`).toStrictEqual(expected);
      }
    expectWithContext(reached, "it takes a single transaction").toBeGreaterThanOrEqual(2);
  });
