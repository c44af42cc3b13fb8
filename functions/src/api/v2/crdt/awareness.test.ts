import { expect, test } from "@jest/globals";
import { LEFT, readAwareness, writeAwareness } from "#domain/crdt/awareness";
import { awarenessHub } from "#domain/crdt/store/awareness-hub";
import { editorPath } from "#domain/crdt/store/editors";
import type { KeyCall } from "#src/call";
import { editorInStore, plan, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { noRoundTrip } from "#testing/harness/properties/round-trip";
import { quietStreamWorld, type StreamClient } from "#testing/harness/streams";

const path = "/v2/crdt/awareness";
const title = { ...plan, editorId: "title" };
const homepage = { organizationId: "acme", documentId: "homepage" };

const update = (client: number, clock: number, state: object | null) =>
  Buffer.from(writeAwareness([{ client, clock, state: JSON.stringify(state) }])).toString("base64");

/** The cursors that a stream has sent: editor, client, clock and state. */
function receivedCursors(client: StreamClient) {
  const awarenessEvents = client.events.filter(({ event }) => event === "crdt.awareness");
  return awarenessEvents.flatMap(({ data: { editorId, awareness } }) =>
    readAwareness(Buffer.from(awareness, "base64")).map((one) => [editorId, one.client, one.clock, one.state]),
  );
}

test("a client's awareness reaches the streams that name its editor, and a new stream gets the current state", async () => {
  const s = await quietStreamWorld();
  const query = new URLSearchParams({ ...homepage, editors: "title" }).toString();
  const early = await s.open("ada", { query });
  const say = (editorId: string, clock: number, state: object | null) =>
    s.w.ok(path, { ...homepage, editorId, awareness: update(7, clock, state) });
  expect((await say("title", 1, { at: 1 })).data).toStrictEqual({ intervalMs: 100 });
  await s.until(() => receivedCursors(early).length > 0);
  await say("other", 1, { at: 9 });
  await say("title", 2, { at: 2 });
  await s.until(() => receivedCursors(early).length > 1);
  const late = await s.open("lin", { query });
  await s.until(() => receivedCursors(late).length > 0);
  expect(receivedCursors(late)).toStrictEqual([["title", 7, 2, '{"at":2}']]);
  await say("title", 2, null);
  await s.until(() => receivedCursors(late).length > 1);
  expect(receivedCursors(early).map(([, , clock, state]) => [clock, state])).toStrictEqual([
    [1, '{"at":1}'],
    [2, '{"at":2}'],
    [2, LEFT],
  ]);
});

test("a user can't update the client of another user, and an older update does not replace a newer one", async () => {
  const w = await worldWithPlan();
  await w.ok("/v2/users/add", { ...plan, users: [{ userId: "ada" }, { userId: "lin" }] });
  const tokens = { ada: await w.token("ada"), lin: await w.token("lin") };
  const say = (user: "ada" | "lin", clock: number, state: object | null) =>
    w.ok(path, { ...title, awareness: update(7, clock, state) }, { token: tokens[user] });
  const readStates = async () =>
    (await w.context.store.query({ collection: `${editorInStore(w, "title")}/awareness` })).docs.map(
      ({ data }) => data.state,
    );
  await say("ada", 2, { at: 2 });
  await say("ada", 1, { at: 1 });
  await say("lin", 9, { at: 9 });
  expect(await readStates()).toStrictEqual(['{"at":2}']);
  w.advance(30_000);
  await say("lin", 1, { at: 3 });
  expect(await readStates()).toStrictEqual(['{"at":3}']);
  await say("lin", 2, { at: 4 });
  await say("lin", 2, null);
  expect(await readStates()).toStrictEqual([LEFT]);
  // Sent before the client left, but delivered later.
  await say("lin", 2, { at: 4 });
  await say("lin", 1, { at: 3 });
  expect(await readStates()).toStrictEqual([LEFT]);
  // Ada has logged in on the same page.
  await say("ada", 3, { at: 5 });
  expect(await readStates()).toStrictEqual(['{"at":5}']);
});

test("a stream ignores an update over HTTP for a client that another user's WebSocket updates", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada", { query: new URLSearchParams({ ...homepage, editors: "title" }).toString() });
  const place = { ...homepage, editorId: "title" };
  const editor = editorPath({ apiKey: { apiKeyId: s.w.tenant.apiKeyId } } as KeyCall, place);
  const overSocket = (clock: number, state: string) =>
    awarenessHub(s.w.context).publish(editor, [{ client: 7, clock, state, userId: "ada" }]);
  overSocket(1, '{"at":1}');
  await s.until(() => receivedCursors(client).length > 0);
  await s.w.ok(path, { ...place, awareness: update(7, 9, { at: 9 }) });
  await s.w.ok(path, { ...place, awareness: update(8, 1, { at: 8 }) });
  await s.until(() => receivedCursors(client).some(([, id]) => id === 8));
  overSocket(2, '{"at":2}');
  await s.until(() => receivedCursors(client).length > 2);
  expect(receivedCursors(client)).toStrictEqual([
    ["title", 7, 1, '{"at":1}'],
    ["title", 8, 1, '{"at":8}'],
    ["title", 7, 2, '{"at":2}'],
  ]);
});

test("a user who sends awareness is online in presence/get; viewers are visible only if the operator allows it", async () => {
  for (const viewersAreVisible of [true, false]) {
    const w = await worldWithPlan({ settings: { viewersAreVisible } });
    await w.ok("/v2/users/add", { ...plan, users: [{ userId: "eve", accessRole: "viewer" }] });
    await w.ok(path, { ...title, awareness: update(7, 1, {}) }, { token: await w.token("eve") });
    const present = (await w.ok("/v2/presence/get", plan)).data;
    expect(present.map(({ userId, status }: { userId: string; status: string }) => [userId, status])).toStrictEqual(
      viewersAreVisible ? [["eve", "online"]] : [],
    );
  }
});

test("a user who returns is online again, one who set offline meanwhile stays offline, and one who leaves is not listed again", async () => {
  const w = await worldWithPlan();
  const token = await w.token("ada", { isAdmin: true });
  const say = (clock: number, state: object | null) =>
    w.ok(path, { ...title, awareness: update(7, clock, state) }, { token });
  const status = async () => (await w.ok("/v2/presence/get", plan)).data.map((one: { status: string }) => one.status);
  const setOffline = () => w.ok("/v2/presence/add", { ...plan, users: [{ userId: "ada", status: "offline" }] });
  await setOffline();
  await say(1, {});
  expect(await status()).toStrictEqual(["online"]);
  await setOffline();
  w.advance(31_000);
  await say(2, {});
  expect(await status()).toStrictEqual(["online"]);
  await setOffline();
  await say(3, {});
  expect(await status()).toStrictEqual(["offline"]);
  w.advance(120_000);
  await w.ok("/v2/presence/delete", { ...plan, userIds: ["ada"] });
  await say(3, null);
  expect(await status()).toStrictEqual([]);
});

test("malformed, too many or too large awareness updates are refused", async () => {
  const w = await worldWithPlan();
  for (const bytes of [[1], [1, 7, 1, 200], [1, 7, 1, 1, 255], [255, 255, 255, 255, 255, 255, 255, 255, 255]]) {
    const error = await w.fails(path, { ...title, awareness: Buffer.from(bytes).toString("base64") });
    expect([error.status, error.message]).toStrictEqual([
      "INVALID_ARGUMENT",
      "data.awareness must be an awareness update of y-protocols.",
    ]);
  }
  const many = Array.from({ length: 9 }, (_, client) => ({ client, clock: 1, state: "{}" }));
  const unreadable = { client: 1, clock: 1, state: "{" };
  for (const states of [
    many,
    Array.from({ length: 9 }, () => unreadable),
    [{ client: 1, clock: 1, state: JSON.stringify("x".repeat(9000)) }],
  ]) {
    const awareness = Buffer.from(writeAwareness(states)).toString("base64");
    expect((await w.fails(path, { ...title, awareness })).message).toMatch(/^data\.awareness must hold at most 8/);
  }
});

noRoundTrip(path, "awareness is read only from streams");
