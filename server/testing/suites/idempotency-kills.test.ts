import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { CallCounter } from "../call-counter.ts";
import { newCredentials, type RunningServer, startServer } from "../running-server.ts";

const DEATHS = 8;
/** Number of answered calls after which the server is killed, by round. */
const callsBefore = (round: number) => 4 + round;
const place = { organizationId: "acme", documentId: "plan" };
const ada = { userId: "ada", name: "Ada" };

/** A call whose ids the server generates, so that repeated executions become visible. */
interface KeyedCall {
  path: string;
  data: object;
  key: string;
  /** The texts in everything that it creates, which occur once after a single execution. */
  names: string[];
  /** The reply, if there was one. */
  reply?: unknown;
}

/** For each request: the body of a call that creates the named things. */
const kinds: { path: string; dataOf: (name: string) => { data: object; names: string[] } }[] = [
  {
    path: "/v2/commentannotations/add",
    dataOf: (name) => ({
      names: [name],
      data: { ...place, commentAnnotations: [{ commentData: [{ commentText: name, from: ada }] }] },
    }),
  },
  {
    path: "/v2/notifications/add",
    dataOf: (name) => ({
      names: [name],
      data: {
        ...place,
        actionUser: ada,
        displayHeadlineMessageTemplate: "News",
        displayBodyMessage: name,
        notifyUsers: [{ userId: "lin" }],
        notifyAll: false,
      },
    }),
  },
  {
    // More items than fit into one transaction.
    path: "/v2/recordings/add",
    dataOf: (name) => {
      const names = Array.from({ length: 220 }, (_, i) => `${name}-${i}`);
      const recordings = names.map((displayName) => ({ recordingType: "screen", from: ada, displayName }));
      return { names, data: { ...place, recordings } };
    },
  },
];

/** Sends calls from several clients until the server has ended, and counts those that were answered. */
async function storm(
  server: RunningServer,
  headers: Record<string, string>,
  round: number,
  counter: CallCounter,
): Promise<KeyedCall[]> {
  const calls: KeyedCall[] = [];
  const sender = async (name: number) => {
    for (let i = 0; ; i++) {
      const kind = kinds[name % kinds.length] as (typeof kinds)[number];
      const key = `call-${round}-${name}-${i}`;
      const call: KeyedCall = { path: kind.path, key, ...kind.dataOf(key) };
      calls.push(call);
      const reply = await send(server, headers, call).catch(() => undefined);
      if (!reply) return;
      expectWithContext(reply.status, JSON.stringify(reply.body)).toBe(200);
      call.reply = reply.body;
      counter.add();
    }
  };
  await Promise.all(Array.from({ length: 9 }, (_, name) => sender(name)));
  return calls;
}

function send(server: RunningServer, headers: Record<string, string>, { path, data, key }: KeyedCall) {
  return server.post(path, data, { ...headers, "idempotency-key": key });
}

/** The items of a list's pages. */
async function everything(server: RunningServer, headers: Record<string, string>, path: string, data: object) {
  const items: object[] = [];
  let page: { pageToken?: string } = {};
  do {
    const { status, body } = await server.post(path, { ...data, pageSize: 200, ...page }, headers);
    expectWithContext(status, JSON.stringify(body)).toBe(200);
    items.push(...body.result.data);
    const pageToken = body.result.pageToken ?? body.result.nextPageToken;
    page = pageToken === undefined ? {} : { pageToken };
  } while (page.pageToken !== undefined);
  return items;
}

/** How often each name occurs in the server's data. */
async function namesIn(server: RunningServer, headers: Record<string, string>): Promise<Map<string, number>> {
  const items = [
    ...(await everything(server, headers, "/v2/commentannotations/get", place)),
    ...(await everything(server, headers, "/v2/notifications/get", { organizationId: "acme", userId: "lin" })),
    ...(await everything(server, headers, "/v2/recordings/get", place)),
  ];
  const counts = new Map<string, number>();
  for (const one of items)
    for (const name of new Set(JSON.stringify(one).match(/call-[\d-]+/g)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

test("after kill -9 during calls with an Idempotency-Key, each call that is repeated until it succeeds takes effect only once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "atrium-idempotency-kills-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let server = await startServer(folder);
  onTestFinished(() => server.end("SIGKILL"));
  const headers = await newCredentials(server);
  const users = [{ userId: "ada" }, { userId: "lin" }];
  const organization = { organizationId: "acme", createOrganization: true };
  for (const target of [organization, { ...place, createDocument: true }])
    expect((await server.post("/v2/users/add", { ...target, users }, headers)).status).toBe(200);
  const calls: KeyedCall[] = [];
  for (let round = 0; round < DEATHS; round++) {
    const counter = new CallCounter();
    const running = storm(server, headers, round, counter);
    await counter.reached(callsBefore(round));
    expect(await server.end("SIGKILL")).toBe("SIGKILL");
    const sentCalls = await running;
    server = await startServer(folder);
    for (const call of sentCalls) {
      const { status, body } = await send(server, headers, call);
      expectWithContext(status, JSON.stringify(body)).toBe(200);
      // Answered calls get the same reply again.
      if (call.reply) expect(body).toStrictEqual(call.reply);
    }
    calls.push(...sentCalls);
  }
  const counts = await namesIn(server, headers);
  const expected = calls.flatMap(({ names }) => names);
  const wrong = expected.filter((name) => counts.get(name) !== 1);
  expectWithContext(wrong, `${wrong.length} of ${expected.length} are missing or there more than once`).toStrictEqual(
    [],
  );
  expect(counts.size).toBe(expected.length);
});
