import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { HeavyWork } from "#src/heavy-work";
import { MeteredStore } from "#store/metered";
import { REMOVE, type Store } from "#store/port";
import { tree } from "#store/tree";
import { syncTo } from "#testing/fixtures/crdt/sync";
import { eve, expectDeletionCompleted, leaveTraces, lin, tracesOf } from "#testing/fixtures/erasure/user-traces";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { takeOver } from "#testing/harness/processes/take-over";
import { faultyStore } from "#testing/harness/store/faulty-store";
import { dumpBelow } from "#testing/harness/store/store-dump";
import { testFirestoreStore } from "#testing/harness/store/test-store";
import { type World, type WorldOptions, world } from "#testing/harness/world";
import deleteUserData from "./delete-user-data.ts";

const path = "/v2/users/data/delete";
const gone = { userId: "deleted-user", name: "Deleted user" };
const plan = { organizationId: "acme", documentId: "plan" };

async function forget(w: World, more: object = {}): Promise<string> {
  const { data } = await w.ok(path, { userIds: [eve.userId], ...more });
  return data.jobId;
}

const everything = (w: World) => dumpBelow(w.context.store, apiKeyPath(w.tenant.apiKeyId));

/** Runs like an earlier version, which did not index documents by the people they name. */
async function withoutNames(run: () => Promise<void>): Promise<void> {
  const rules = Object.values(tree.collections).map((rule) => ({ rule, named: rule.named }));
  for (const { rule } of rules) delete rule.named;
  try {
    await run();
  } finally {
    for (const { rule, named } of rules) if (named) rule.named = named;
  }
}

/** The job scans everything in SQLite, and searches Firestore by name. */
const stores: [name: string, options: () => Promise<WorldOptions>][] = [
  ["SQLite", async () => ({})],
  ["Firestore", overFirestore],
];

async function overFirestore(wrap = (store: Store) => store): Promise<WorldOptions> {
  const store = wrap(await testFirestoreStore());
  return { wrapStore: () => store };
}

/** The store's content without versions and random values. */
async function contents(w: World): Promise<Record<string, string>> {
  const all = Object.entries(await everything(w)).filter(([at]) => !at.includes("/dataDeletions/"));
  return Object.fromEntries(all.map(([at, text]) => [at, text.slice(text.indexOf(" "))]));
}

for (const [name, options] of stores)
  test(`${name}: after a deletion no trace of the user is left, and data that does not name the user is untouched`, async () => {
    const w = await world(await options());
    await leaveTraces(w);
    await leaveTraces(w, "globex");
    const before = await everything(w);
    const traces = await tracesOf(w, eve);
    expectWithContext(traces.length, `only ${traces.length} traces were left`).toBeGreaterThan(60);
    await expectDeletionCompleted(w, await forget(w));
    expect(await tracesOf(w, eve)).toStrictEqual([]);

    const after = await everything(w);
    // Revocations of eve's tokens are kept until the tokens have expired.
    const others = Object.keys(before).filter((at) => !traces.includes(at) && !at.includes("/tokenRevocations/"));
    const changed = others.filter((at) => after[at] !== before[at]);
    // Lin's inbox entries for notifications by eve.
    expect(changed.length).toBe(2);
    for (const at of changed)
      expect(before[at]?.includes('"notificationId":"ntf-of-eve"') && after[at] === undefined).toBeTruthy();
    expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
  });

test("data that others have written is kept, without the user", async () => {
  const w = await world();
  await leaveTraces(w);
  await expectDeletionCompleted(w, await forget(w));
  const users = await w.ok("/v2/users/get", { organizationId: "acme" });
  expect(users.data).toStrictEqual([{ ...lin, initial: "L", manager: gone, team: ["core"] }]);
  const [organization] = (await w.ok("/v2/organizations/get", { organizationIds: ["acme"] })).data;
  expect([organization.plan, organization.owner, organization.ownerUserId, organization.deputies]).toStrictEqual([
    "pro",
    gone,
    "deleted-user",
    [lin, gone],
  ]);
  const states = await w.ok("/v2/livestate/get", plan);
  const byId = new Map(states.data.map((state: { liveStateDataId: string }) => [state.liveStateDataId, state]));
  const stateOf = (id: string) => (byId.get(id) as { data: unknown }).data;
  expect(stateOf("cursors")).toStrictEqual({
    people: [gone, { ...lin, x: 2 }],
    speaker: gone,
    slide: 3,
    votes: { lin: "no" },
  });
  expect(stateOf("own")).toStrictEqual(gone);
  expect(stateOf("free")).toStrictEqual({ constructor: [[lin]] });

  const activities = (await w.ok("/v2/activities/get", { ...plan, order: "asc" })).data;
  const linActivity = activities.find(({ id }: { id: string }) => id === "plan-lin");
  expect(activities.length).toBe(3);
  const about = activities.find(({ id }: { id: string }) => id === "plan-about");
  expect([about.targetEntityId, about.entityData]).toStrictEqual(["deleted-user", gone]);
  expect(linActivity.changes).toStrictEqual({
    assignee: { from: lin, to: gone },
    assigneeId: { from: "Deleted user", to: "lin" },
  });
  expect(linActivity.entityData).toStrictEqual({ watchers: [gone, lin], assignedUserId: "deleted-user" });
  expect(linActivity.displayMessageTemplateData).toStrictEqual({
    user: lin,
    name: "Deleted user",
    mail: "Deleted user",
    to: gone,
    lin: lin.name,
  });
  expect([linActivity.actionUser, linActivity.requester, linActivity.userId]).toStrictEqual([
    lin,
    gone,
    "deleted-user",
  ]);

  const recordings = (await w.ok("/v2/recordings/get", plan)).data;
  expect(
    recordings.map((recording: Record<string, unknown>) => [
      recording.annotationId,
      recording.from,
      recording.speakers,
    ]),
  ).toStrictEqual([
    ["rec-lin", lin, [gone, lin]],
    ["rec-quiet", lin, undefined],
  ]);
});

test("threads of others are kept, without the user's comments, mentions, reactions and statuses", async () => {
  const w = await world();
  await leaveTraces(w);
  await expectDeletionCompleted(w, await forget(w));
  const { data } = await w.ok("/v2/commentannotations/get", plan);
  const ids = data.map(({ annotationId }: { annotationId: string }) => annotationId);
  expect(ids.sort()).toStrictEqual(["of-both", "of-lin"]);
  const thread = data.find(({ annotationId }: { annotationId: string }) => annotationId === "of-both");
  expect([thread.from, thread.assignedTo, thread.context]).toStrictEqual([gone, undefined, { for: gone, page: 1 }]);
  expect([thread.statusUpdatedByUserId, thread.resolvedByUserId, thread.resolvedByUser]).toStrictEqual(
    Array(3).fill(undefined),
  );
  expect([thread.visibility.userIds, thread.viewedByUserIds]).toStrictEqual([["lin"], ["lin"]]);
  const [comment, ...more] = thread.comments;
  expect(more).toStrictEqual([]);
  expect(comment.commentText).toBe("Deleted user, Deleted user, @Lin Chen: write to Deleted user.");
  expect(comment.commentHtml).toBe("<b>Deleted user</b> and {{lin}}");
  expect(comment.taggedUserContacts).toStrictEqual([{ text: "@Lin Chen", userId: "lin", contact: lin }]);
  expect([comment.reactionCount, comment.reactionAnnotations[0].icon]).toStrictEqual([1, "star"]);
  expect(comment.context).toStrictEqual({ reviewers: [gone, lin] });
});

for (const [name, options] of stores)
  test(`${name}: editors keep their content, without the user, and connected clients converge`, async () => {
    const w = await world(await options());
    await leaveTraces(w);
    const editor = async (editorId: string) => {
      const { data } = await w.ok("/v2/crdt/get", { ...plan, editorId, includeUpdate: true });
      return data[0];
    };
    const client = new Y.Doc();
    Y.applyUpdate(client, Buffer.from((await editor("map")).update, "base64"));
    const quiet = await editor("quiet");
    // Too large for one stored document.
    const large = { ...plan, editorId: "large", type: "array", data: [eve, "x".repeat(800_000)] };
    await w.ok("/v2/crdt/add", large);
    // The second update is not folded yet.
    const live = new Y.Doc();
    for (const text of ["{{lin}}", `{{${eve.userId}}} and `]) {
      live.getText("content").insert(0, text);
      await syncTo(w, "live", live);
    }
    await expectDeletionCompleted(w, await forget(w));
    const map = { people: [gone, lin], ownerUserId: "deleted-user", title: "Plan", done: true };
    const { data, update } = await editor("map");
    expect(data).toStrictEqual(map);
    Y.applyUpdate(client, Buffer.from(update, "base64"));
    expect(client.getMap("content").toJSON()).toStrictEqual(map);
    expect((await editor("live")).data).toBe("Deleted user and {{lin}}");
    expect((await editor("text")).data).toBe("For Deleted user and {{lin}}.");
    expect((await editor("array")).data).toStrictEqual([gone, [lin]]);
    const { data: elements, update: state } = await editor("large");
    expect(elements).toStrictEqual([gone, "x".repeat(800_000)]);
    expect(Buffer.from(state, "base64").includes(eve.userId)).toBe(false);
    expect(await tracesOf(w, eve)).toStrictEqual([]);
    expect(await editor("quiet")).toStrictEqual(quiet);
  });

for (const [name, options] of stores)
  test(`${name}: events and their deliveries lose the user, but in other organizations only if the deletion includes these`, async () => {
    for (const organizationIds of [undefined, ["acme"]]) {
      const w = await world(await options());
      await leaveTraces(w);
      await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "globex" }] });
      const key = apiKeyPath(w.tenant.apiKeyId);
      const message = (organizationId: string) => ({
        eventType: "user.add",
        channels: [`organization:${organizationId}`],
        createdAt: 1,
        deleteAt: new Date(2),
        event: JSON.stringify({
          id: "evt",
          type: "user.add",
          timestamp: 1,
          source: "service",
          data: { userId: eve.userId, user: eve, by: lin, metadata: { apiKey: "k", organizationId } },
        }),
      });
      const attempts = [`{"seen":"${eve.userId}"}`, "fine"].map((response) => ({
        at: 1,
        duration: 2,
        status: 200,
        response,
      }));
      const delivery = {
        messageId: "m",
        endpointId: "e",
        eventType: "user.add",
        status: "succeeded",
        attempts: 2,
        createdAt: 1,
      };
      await w.context.store.commit([
        { op: "create", path: `${key}/messages/a`, data: message("acme") },
        { op: "create", path: `${key}/messages/g`, data: message("globex") },
        {
          op: "create",
          path: `${key}/deliveries/d`,
          data: { ...delivery, log: JSON.stringify(attempts), deleteAt: new Date(2) },
        },
      ]);
      await expectDeletionCompleted(w, await forget(w, { organizationIds }));
      expect(await tracesOf(w, eve)).toStrictEqual(organizationIds ? [`${key}/messages/g`] : []);
      const [a, d] = await w.context.store.getMany([`${key}/messages/a`, `${key}/deliveries/d`]);
      expect(JSON.parse(String(a?.data.event)).data).toStrictEqual({
        userId: "deleted-user",
        user: gone,
        by: lin,
        metadata: { apiKey: "k", organizationId: "acme" },
      });
      expect(JSON.parse(String(d?.data.log))).toStrictEqual([{ at: 1, duration: 2, status: 200 }, attempts[1]]);
    }
  });

test("notifications by the user are deleted for all recipients, and those by others are kept", async () => {
  const w = await world();
  await leaveTraces(w);
  await expectDeletionCompleted(w, await forget(w));
  const { data } = await w.ok("/v2/notifications/get", { organizationId: "acme", documentId: "plan" });
  expect(data.map(({ id }: { id: string }) => id).sort()).toStrictEqual(["ntf-naming-eve", "ntf-of-lin"].sort());
  const notification = data.find(({ id }: { id: string }) => id === "ntf-naming-eve");
  expect(notification.notifyUsers).toStrictEqual([{ userId: "grace" }]);
  expect(notification.displayHeadlineMessageTemplateData).toStrictEqual({
    project: "Atlas",
    recipientUser: gone,
    who: "Deleted user",
    id: "Deleted user",
    stays: lin.name,
  });
  expect(notification.notificationSourceData).toStrictEqual({
    comment: { from: gone, text: "Hi Deleted user" },
    by: lin,
  });
  const received = await w.ok("/v2/notifications/get", { organizationId: "acme", userId: "grace" });
  expect(received.data.length).toBe(2);
});

test("a deletion of people's data emits no events", async () => {
  const w = await world();
  await leaveTraces(w);
  await w.drain();
  w.receivers.calls.length = 0;
  await addEndpoint(w, "all");
  await expectDeletionCompleted(w, await forget(w));
  expect(await eventsSent(w)).toStrictEqual([]);
});

test("a deletion limited to some organizations leaves the others unchanged", async () => {
  const w = await world();
  await leaveTraces(w);
  await leaveTraces(w, "globex");
  const inGlobex = (traces: string[]) => traces.filter((at) => at.includes("/organizations/globex"));
  const before = await tracesOf(w, eve);
  await expectDeletionCompleted(w, await forget(w, { organizationIds: ["acme"] }));
  expect(await tracesOf(w, eve)).toStrictEqual(inGlobex(before));
});

test("immutable activities of the user are deleted too, because the law outranks the setting", async () => {
  const w = await world();
  await leaveTraces(w);
  await w.ok("/v2/workspace/activityconfig/update", { activityServiceConfig: { immutable: true } });
  await expectDeletionCompleted(w, await forget(w));
  expect(await tracesOf(w, eve)).toStrictEqual([]);
});

test("a deletion that is interrupted at any point resumes, with the same result", async () => {
  const whole = await world();
  await leaveTraces(whole);
  await expectDeletionCompleted(whole, await forget(whole));
  const expected = Object.keys(await contents(whole)).length;
  let cuts = 0;
  for (let point = 1; ; point = point * 2 + 1) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await world({ wrapStore: (store) => faultyStore(store, fault) });
    await leaveTraces(w);
    fault.left = point;
    const { status } = await w.request(path, { userIds: [eve.userId] });
    await w.drain().catch(() => undefined);
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    await takeOver(w);
    if (status !== 200 && (await tracesOf(w, eve)).length > 0) await forget(w);
    await w.drain();
    expect(await tracesOf(w, eve)).toStrictEqual([]);
    expect(Object.keys(await contents(w)).length).toBe(expected);
    expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
    if (!isHit) break;
    cuts++;
  }
  expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThan(5);
});

test("large documents are redacted in another thread, with the same result", async () => {
  const heavyWork = new HeavyWork(100);
  onTestFinished(() => heavyWork.close());
  const results: (readonly [string | undefined, string])[][] = [];
  for (const w of [await world(), await world({ heavyWork })]) {
    await leaveTraces(w);
    await expectDeletionCompleted(w, await forget(w));
    expect(await tracesOf(w, eve)).toStrictEqual([]);
    // Only collections without generated ids can be compared.
    const items = Object.entries(await contents(w)).map(([at, text]) => [at.split("/documents/")[1], text] as const);
    results.push(items.filter(([at]) => /commentAnnotations|liveState|recordings|users/.test(at ?? "")));
  }
  expect(results[0]?.length).toBeGreaterThan(10);
  expect(results[1]).toStrictEqual(results[0]);
});

test("two concurrent runs, a run after completion and a run without its record do no harm", async () => {
  const w = await world();
  await leaveTraces(w);
  const add = w.context.queue.start;
  w.context.queue.start = async () => {};
  const jobId = await forget(w);
  w.context.queue.start = add;
  const deletion = `${apiKeyPath(w.tenant.apiKeyId)}/dataDeletions/${jobId}`;
  await Promise.all([deleteUserData.run(w.context, { deletion }), deleteUserData.run(w.context, { deletion })]);
  expect(await tracesOf(w, eve)).toStrictEqual([]);
  const done = await everything(w);
  await deleteUserData.run(w.context, { deletion });
  await deleteUserData.run(w.context, { deletion: `${deletion}-gone` });
  expect(await everything(w)).toStrictEqual(done);
});

test("a run resumes after the stored position, with the names and addresses that the earlier run collected", async () => {
  const w = await world();
  await leaveTraces(w);
  const key = apiKeyPath(w.tenant.apiKeyId);
  // Makes the job scan everything on every store.
  await w.context.store.commit([{ op: "update", path: key, data: { isIndexedByName: REMOVE } }]);
  const deletion = `${key}/dataDeletions/d`;
  const position = `${key}/organizations/acme/documents/notes/users/${lin.userId}`;
  const learnt = { emails: [eve.email.toLowerCase()], names: [eve.name] };
  const data = { createdAt: 0, tasksCount: 1, tasksLeft: 1, userIds: [eve.userId], position, ...learnt };
  await w.context.store.commit([{ op: "create", path: deletion, data }]);
  const before = await tracesOf(w, eve);
  await deleteUserData.run(w.context, { deletion });
  const isBeforePosition = (at: string) => /acme\/(users|grants|userGroups|folders)|notes\/users\//.test(at);
  expect(await tracesOf(w, eve)).toStrictEqual(before.filter(isBeforePosition));
  expect(before.some(isBeforePosition)).toBe(true);
});

test("concurrent writes of others are not lost", async () => {
  const w = await world();
  await leaveTraces(w);
  const numbers = Array.from({ length: 20 }, (_, i) => i);
  const thread = { ...plan, annotationId: "of-both" };
  const writes = numbers.flatMap((i) => [
    () => w.ok("/v2/commentannotations/comments/add", { ...thread, commentData: [{ commentId: 100 + i, from: lin }] }),
    () => w.ok("/v2/livestate/broadcast", { ...plan, liveStateDataId: "cursors", data: { [`k${i}`]: i }, merge: true }),
  ]);
  const [jobId] = await Promise.all([forget(w), ...writes.map((write) => write())]);
  await expectDeletionCompleted(w, jobId);
  expect(await tracesOf(w, eve)).toStrictEqual([]);
  const { data } = await w.ok("/v2/commentannotations/comments/get", thread);
  const ids = data.map(({ commentId }: { commentId: number }) => commentId);
  expect(ids).toStrictEqual([1, ...numbers.map((i) => 100 + i)]);
  const states = (await w.ok("/v2/livestate/get", { ...plan, liveStateDataId: "cursors" })).data;
  for (const i of numbers) expect(states[0].data[`k${i}`]).toBe(i);
});

test("a thread that would become too large without the user is deleted, and the job completes", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...plan, createDocument: true, users: [lin] });
  const of = (annotationId: string, commentText: string) => ({
    annotationId,
    commentData: [{ from: lin, commentText }],
  });
  const commentAnnotations = [of("full", "{{e}}".repeat(190_000)), of("small", "{{e}}")];
  await w.ok("/v2/commentannotations/add", { ...plan, commentAnnotations });
  await expectDeletionCompleted(w, await forget(w, { userIds: ["e"] }));
  const { data } = await w.ok("/v2/commentannotations/get", plan);
  expect(
    data.map((thread: { annotationId: string; comments: { commentText: string }[] }) => [
      thread.annotationId,
      thread.comments[0]?.commentText,
    ]),
  ).toStrictEqual([["small", "Deleted user"]]);
  expect(w.logged.some(({ level, message }) => level === "warn" && /cannot be redacted/.test(message))).toBe(true);
});

test("a store that searches by name reads no more for a deletion when others have ten times as much data", async () => {
  const reads: number[] = [];
  for (const others of [2, 20]) {
    const cost = { reads: 0, writes: 0, trips: 0 };
    const w = await world(await overFirestore((store) => new MeteredStore(store, cost)));
    await leaveTraces(w);
    for (let n = 0; n < others; n++) {
      const place = { organizationId: `other-${n}`, documentId: "plan" };
      await w.ok("/v2/users/add", { ...place, createOrganization: true, createDocument: true, users: [lin] });
      const comments = [{ commentText: `To {{lin}}, ${lin.email}`, from: lin }];
      await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [{ commentData: comments }] });
      await w.ok("/v2/crdt/add", { ...place, editorId: "notes", type: "text", data: "By {{lin}}" });
    }
    const before = cost.reads;
    await expectDeletionCompleted(w, await forget(w));
    reads.push(cost.reads - before);
    expect(await tracesOf(w, eve)).toStrictEqual([]);
  }
  expect(reads[1]).toBe(reads[0]);
});

test("data written by an earlier version is scanned once, and found by name from then on", async () => {
  const w = await world(await overFirestore());
  const { store } = w.context;
  const apiKey = apiKeyPath(w.tenant.apiKeyId);
  await withoutNames(() => leaveTraces(w));
  await store.transact(async (tx) => tx.update(apiKey, { isIndexedByName: REMOVE }));
  await expectDeletionCompleted(w, await forget(w, { userIds: ["nobody"] }));
  expect((await store.get(apiKey))?.data.isIndexedByName).toBe(true);
  await expectDeletionCompleted(w, await forget(w));
  expect(await tracesOf(w, eve)).toStrictEqual([]);
});

test("unreadable content that names a person is rebuilt from its Yjs document, and the deletion completes", async () => {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  for (const editorId of ["damaged", "sound"])
    await w.ok("/v2/crdt/add", { ...plan, editorId, type: "map", data: { by: { userId: "eve" } } });
  const damaged = `${apiKeyPath(w.tenant.apiKeyId)}/organizations/acme/documents/plan/crdt/damaged`;
  await w.context.store.transact(async (tx) => tx.update(damaged, { content: '{"by":{"userId":"eve"' }));
  const jobId = await forget(w, { userIds: ["eve"] });
  await w.drain();
  expect((await w.ok("/v2/users/data/delete/status", { jobId })).data.isDeleteCompleted).toBe(true);
  const { data } = await w.ok("/v2/crdt/get", plan);
  expect(data).toMatchObject([
    { id: "damaged", data: { by: gone } },
    { id: "sound", data: { by: gone } },
  ]);
});
