import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_LIVE_STATE_BYTES } from "#domain/presence/live-state";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { reading, testRoundTrip } from "#testing/harness/round-trip";
import { type World, world } from "#testing/harness/world";

const path = "/v2/livestate/broadcast";
const place = { organizationId: "acme", documentId: "plan" };
const target = { ...place, liveStateDataId: "cursor" };

async function worldWithDocument(): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  return w;
}

async function stateOf(w: World, liveStateDataId = "cursor"): Promise<unknown> {
  const { data } = await w.ok("/v2/livestate/get", { ...place, liveStateDataId });
  return data[0]?.data;
}

/** Written as text, because a literal could not hold every one of these keys. */
const odd =
  '{"z":[[1,[null]],{"a":null}],"constructor":{"prototype":1},"toString":"x","hasOwnProperty":0,"":{"é":"\\ud83d"}}';

test("what is broadcast can be read, byte for byte", async () => {
  const w = await worldWithDocument();
  const raw = `{"data":{"organizationId":"acme","documentId":"plan","liveStateDataId":"cursor","data":${odd}}}`;
  assert.deepEqual(await w.ok(path, undefined, { raw }), {
    status: "success",
    message: "Event broadcasted successfully.",
    data: { success: true },
  });
  assert.equal(JSON.stringify(await stateOf(w)), odd);
});

test("without merge the data replaces what was there, nulls are values", async () => {
  const w = await worldWithDocument();
  await w.ok(path, { ...target, data: { a: 1, b: { c: 2 } } });
  await w.ok(path, { ...target, data: { b: null } });
  assert.deepEqual(await stateOf(w), { b: null });
});

test("with merge objects merge at any depth, null takes a key away, and nothing there is as an empty object", async () => {
  const w = await worldWithDocument();
  await w.ok(path, { ...target, data: { a: { b: 1, gone: null } }, merge: true });
  assert.deepEqual(await stateOf(w), { a: { b: 1 } });
  w.advance(1000);
  await w.ok(path, { ...target, data: { a: { c: [1, 2] }, constructor: { d: 3 } }, merge: true });
  await w.ok(path, { ...target, data: { a: { b: null, c: [3] } }, merge: true });
  assert.deepEqual(await stateOf(w), { a: { c: [3] }, constructor: { d: 3 } });
  const { data } = await w.ok("/v2/livestate/get", place);
  assert.equal(data[0].lastUpdated, w.context.now());
});

test("50 merges at once lose nothing", async () => {
  const w = await worldWithDocument();
  const keys = Array.from({ length: 50 }, (_, i) => `user${i}`);
  await Promise.all(
    keys.map((key) => w.ok(path, { ...target, data: { people: { [key]: { at: key } } }, merge: true })),
  );
  const { people } = (await stateOf(w)) as { people: object };
  assert.deepEqual(Object.keys(people).sort(), keys.sort());
});

test("the fields may stand at the top level, also where the data has keys of their names", async () => {
  const w = await worldWithDocument();
  const data = { organizationId: "of the customer", data: { deep: true } };
  await w.ok(path, undefined, { raw: JSON.stringify({ ...target, data }) });
  assert.deepEqual(await stateOf(w), data);
  await w.ok(path, undefined, { raw: JSON.stringify({ ...target, data: { more: 1 }, merge: true }) });
  assert.deepEqual(await stateOf(w), { ...data, more: 1 });
  await w.ok(path, { ...target, data });
  assert.deepEqual(await stateOf(w), data);
  const error = await w.fails(path, undefined, { raw: JSON.stringify({ ...target, data: { ...target, data } }) });
  assert.deepEqual([error.http, error.status], [400, "INVALID_ARGUMENT"]);
  assert.deepEqual(await stateOf(w), data);
});

test("a merged state of the largest size is stored, one byte more is refused and changes nothing", async () => {
  const w = await worldWithDocument();
  const first = { a: "é".repeat(300_000) };
  await w.ok(path, { ...target, data: first });
  const left = MAX_LIVE_STATE_BYTES - Buffer.byteLength(JSON.stringify({ ...first, b: "" }));
  const error = await w.fails(path, { ...target, data: { b: "x".repeat(left + 1) }, merge: true });
  assert.deepEqual(
    [error.status, error.message],
    ["INVALID_ARGUMENT", "data.data must not make the live state larger than 1040384 bytes of JSON."],
  );
  assert.deepEqual(await stateOf(w), first);
  await w.ok(path, { ...target, data: { b: "x".repeat(left) }, merge: true });
  assert.deepEqual(await stateOf(w), { ...first, b: "x".repeat(left) });
});

test("data that is no object, deeper than 100 levels or has the key __proto__ is refused, and nothing is stored", async () => {
  const w = await worldWithDocument();
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
  for (const [data, message] of [
    [[1], "data.data must be an object, not an array."],
    ["text", "data.data must be an object, not a string."],
    [null, "data.data must be an object, not null."],
    [nested(101), "data.data must not nest deeper than 100 levels."],
  ] as const)
    assert.equal((await w.fails(path, { ...target, data })).message, message);
  const raw = JSON.stringify({ data: { ...target, data: { a: 0 } } }).replace('"a":0', '"__proto__":0');
  assert.equal((await w.fails(path, undefined, { raw })).message, 'data.data must not have the key "__proto__".');
  assert.equal(await stateOf(w), undefined);
  await w.ok(path, { ...target, data: nested(100) });
  assert.deepEqual(await stateOf(w), nested(100));
});

test("an id such as __proto__ is an id like any other", async () => {
  const w = await worldWithDocument();
  for (const liveStateDataId of ["__proto__", "constructor", "a/b"]) {
    await w.ok(path, { ...place, liveStateDataId, data: { is: liveStateDataId } });
    assert.deepEqual(await stateOf(w, liveStateDataId), { is: liveStateDataId });
  }
});

test("a missing organization or document is NOT_FOUND and nothing is stored", async () => {
  const w = await worldWithDocument();
  for (const [missing, message] of [
    [{ documentId: "none" }, "Document does not exist."],
    [{ organizationId: "none" }, "Organization does not exist."],
  ] as const)
    for (const merge of [true, false]) {
      const error = await w.fails(path, { ...target, ...missing, data: {}, merge });
      assert.deepEqual([error.status, error.message], ["NOT_FOUND", message]);
    }
  const organization = `apiKeys/${w.tenant.apiKeyId}/organizations`;
  for (const document of ["acme/documents/none", "none/documents/plan"])
    assert.equal(await w.context.store.count({ collection: `${organization}/${document}/liveState` }), 0);
});

test("it tells what was broadcast, not what it was merged into; a call that fails tells nothing", async () => {
  const w = await worldWithDocument();
  await addEndpoint(w, "all");
  for (const [data, merge] of [
    [{ a: 1, b: 2 }, false],
    [{ a: null }, true],
    [{ a: null }, true],
  ] as const) {
    await w.ok(path, { ...target, data, merge });
    assert.deepEqual(await eventsSent(w), [["livestate.broadcast", { ...target, data, merge }]]);
  }
  await w.fails(path, { ...target, documentId: "none", data: {} });
  assert.deepEqual(await eventsSent(w), []);
});

test("state that is too large for an event is told by its id", async () => {
  const w = await worldWithDocument();
  await addEndpoint(w, "all");
  await w.ok(path, { ...target, data: { text: "x".repeat(500_000) } });
  assert.deepEqual(await eventsSent(w), [["livestate.broadcast", { ...target, isTruncated: true }]]);
});

testRoundTrip(path, "the live state of a document", {
  id: "liveStateDataId",
  beside: { ...place, merge: false },
  before: (w) => addDocuments(w, ["plan"]),
  read: reading("/v2/livestate/get", place),
  owned: ["lastUpdated"],
});
