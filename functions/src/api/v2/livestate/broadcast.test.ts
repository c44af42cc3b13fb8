import { expect, test } from "@jest/globals";
import { MAX_LIVE_STATE_BYTES } from "#domain/presence/live-state";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
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

test("broadcast data is returned byte for byte", async () => {
  const w = await worldWithDocument();
  const raw = `{"data":{"organizationId":"acme","documentId":"plan","liveStateDataId":"cursor","data":${odd}}}`;
  expect(await w.ok(path, undefined, { raw })).toStrictEqual({
    status: "success",
    message: "Event broadcasted successfully.",
    data: { success: true },
  });
  expect(JSON.stringify(await stateOf(w))).toBe(odd);
});

test("without merge the data replaces the stored data, and nulls are values", async () => {
  const w = await worldWithDocument();
  await w.ok(path, { ...target, data: { a: 1, b: { c: 2 } } });
  await w.ok(path, { ...target, data: { b: null } });
  expect(await stateOf(w)).toStrictEqual({ b: null });
});

test("with merge objects merge at any depth, null removes a key, and missing data counts as an empty object", async () => {
  const w = await worldWithDocument();
  await w.ok(path, { ...target, data: { a: { b: 1, gone: null } }, merge: true });
  expect(await stateOf(w)).toStrictEqual({ a: { b: 1 } });
  w.advance(1000);
  await w.ok(path, { ...target, data: { a: { c: [1, 2] }, constructor: { d: 3 } }, merge: true });
  await w.ok(path, { ...target, data: { a: { b: null, c: [3] } }, merge: true });
  expect(await stateOf(w)).toStrictEqual({ a: { c: [3] }, constructor: { d: 3 } });
  const { data } = await w.ok("/v2/livestate/get", place);
  expect(data[0].lastUpdated).toBe(w.context.now());
});

test("50 concurrent merges lose nothing", async () => {
  const w = await worldWithDocument();
  const keys = Array.from({ length: 50 }, (_, i) => `user${i}`);
  await Promise.all(
    keys.map((key) => w.ok(path, { ...target, data: { people: { [key]: { at: key } } }, merge: true })),
  );
  const { people } = (await stateOf(w)) as { people: object };
  expect(Object.keys(people).sort()).toStrictEqual(keys.sort());
});

test("the fields may stand at the top level, also when the data has keys with their names", async () => {
  const w = await worldWithDocument();
  const data = { organizationId: "of the customer", data: { deep: true } };
  await w.ok(path, undefined, { raw: JSON.stringify({ ...target, data }) });
  expect(await stateOf(w)).toStrictEqual(data);
  await w.ok(path, undefined, { raw: JSON.stringify({ ...target, data: { more: 1 }, merge: true }) });
  expect(await stateOf(w)).toStrictEqual({ ...data, more: 1 });
  await w.ok(path, { ...target, data });
  expect(await stateOf(w)).toStrictEqual(data);
  const error = await w.fails(path, undefined, { raw: JSON.stringify({ ...target, data: { ...target, data } }) });
  expect([error.http, error.status]).toStrictEqual([400, "INVALID_ARGUMENT"]);
  expect(await stateOf(w)).toStrictEqual(data);
});

test("a merged state of the largest size is stored, one byte more is refused and changes nothing", async () => {
  const w = await worldWithDocument();
  const first = { a: "é".repeat(300_000) };
  await w.ok(path, { ...target, data: first });
  const freeBytes = MAX_LIVE_STATE_BYTES - Buffer.byteLength(JSON.stringify({ ...first, b: "" }));
  const error = await w.fails(path, { ...target, data: { b: "x".repeat(freeBytes + 1) }, merge: true });
  expect([error.status, error.message]).toStrictEqual([
    "INVALID_ARGUMENT",
    "data.data must not make the live state larger than 1040384 bytes of JSON.",
  ]);
  expect(await stateOf(w)).toStrictEqual(first);
  await w.ok(path, { ...target, data: { b: "x".repeat(freeBytes) }, merge: true });
  expect(await stateOf(w)).toStrictEqual({ ...first, b: "x".repeat(freeBytes) });
});

test("data that is not an object, nests deeper than 100 levels or has the key __proto__ is refused, and nothing is stored", async () => {
  const w = await worldWithDocument();
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
  for (const [data, message] of [
    [[1], "data.data must be an object, not an array."],
    ["text", "data.data must be an object, not a string."],
    [null, "data.data must be an object, not null."],
    [nested(101), "data.data must not nest deeper than 100 levels."],
  ] as const)
    expect((await w.fails(path, { ...target, data })).message).toBe(message);
  const raw = JSON.stringify({ data: { ...target, data: { a: 0 } } }).replace('"a":0', '"__proto__":0');
  expect((await w.fails(path, undefined, { raw })).message).toBe('data.data must not have the key "__proto__".');
  expect(await stateOf(w)).toBeUndefined();
  await w.ok(path, { ...target, data: nested(100) });
  expect(await stateOf(w)).toStrictEqual(nested(100));
});

test("an id such as __proto__ is an ordinary id", async () => {
  const w = await worldWithDocument();
  for (const liveStateDataId of ["__proto__", "constructor", "a/b"]) {
    await w.ok(path, { ...place, liveStateDataId, data: { is: liveStateDataId } });
    expect(await stateOf(w, liveStateDataId)).toStrictEqual({ is: liveStateDataId });
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
      expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
    }
  const organization = `apiKeys/${w.tenant.apiKeyId}/organizations`;
  for (const document of ["acme/documents/none", "none/documents/plan"])
    expect(await w.context.store.count({ collection: `${organization}/${document}/liveState` })).toBe(0);
});

test("the event holds the broadcast data instead of the merged state, and a failed call emits none", async () => {
  const w = await worldWithDocument();
  await addEndpoint(w, "all");
  for (const [data, merge] of [
    [{ a: 1, b: 2 }, false],
    [{ a: null }, true],
    [{ a: null }, true],
  ] as const) {
    await w.ok(path, { ...target, data, merge });
    expect(await eventsSent(w)).toStrictEqual([["livestate.broadcast", { ...target, data, merge }]]);
  }
  await w.fails(path, { ...target, documentId: "none", data: {} });
  expect(await eventsSent(w)).toStrictEqual([]);
});

test("an event about state that is too large holds only its id", async () => {
  const w = await worldWithDocument();
  await addEndpoint(w, "all");
  await w.ok(path, { ...target, data: { text: "x".repeat(500_000) } });
  expect(await eventsSent(w)).toStrictEqual([["livestate.broadcast", { ...target, isTruncated: true }]]);
});

testRoundTrip(path, "the live state of a document", {
  id: "liveStateDataId",
  beside: { ...place, merge: false },
  before: (w) => addDocuments(w, ["plan"]),
  read: reading("/v2/livestate/get", place),
  owned: ["lastUpdated"],
});
