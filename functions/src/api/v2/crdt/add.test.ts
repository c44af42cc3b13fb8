import assert from "node:assert/strict";
import { test } from "node:test";
import * as Y from "yjs";
import { join, plan, readEditor, seenBy, storedChunks, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { reading, testRoundTrip, type Written } from "#testing/harness/round-trip";
import type { World } from "#testing/harness/world";

const path = "/v2/crdt/add";
const title = { ...plan, editorId: "title", type: "text", data: "Hello" };

/** What get tells of one editor. */
const read = async (w: World, editorId: string) => (await w.ok("/v2/crdt/get", { ...plan, editorId })).data;

test("content of every type comes back as it was given", async () => {
  const w = await worldWithPlan();
  const given = [
    { type: "text", data: "Grüße 👩‍🔬\r\n\u0000" },
    {
      type: "map",
      data: { constructor: { constructor: 1 }, toString: [[1], []], hasOwnProperty: null, 2: "b", 1: "a" },
    },
    { type: "array", data: [1.5, null, "x", [[]], { constructor: "c" }, false, 1e300] },
    { type: "xml", data: '<p a="1">Hi <b>you</b></p>\r\n<!-- kept as given -->' },
  ];
  for (const { type, data } of given) {
    const added = await w.ok(path, { ...plan, editorId: type, type, data, contentKey: "default" });
    assert.deepEqual(added, { status: "success", message: "CRDT data added successfully." });
    assert.deepEqual(await read(w, type), [
      {
        data,
        id: type,
        type,
        contentKey: "default",
        lastUpdate: "2026-01-05T09:00:00.000Z",
        lastUpdatedBy: null,
        sessionId: null,
      },
    ]);
    assert.equal(JSON.stringify((await read(w, type))[0].data), JSON.stringify(data), "keys have kept their order");
  }
});

test("the content key is `content` unless given, and any id will do for key and editor", async () => {
  const w = await worldWithPlan();
  for (const id of ["__proto__", "constructor", "a/b"]) {
    await w.ok(path, { ...title, editorId: id, contentKey: id });
    assert.equal((await read(w, id))[0].contentKey, id);
  }
  await w.ok(path, title);
  assert.equal((await read(w, "title"))[0].contentKey, "content");
});

test("an editor that has content is refused, also when all come at once", async () => {
  const w = await worldWithPlan();
  const replies = await Promise.all(Array.from({ length: 5 }, (_, i) => w.request(path, { ...title, data: `${i}` })));
  const winner = replies.findIndex(({ status }) => status === 200);
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  for (const { body } of replies.filter(({ status }) => status !== 200))
    assert.deepEqual(body.error, {
      status: "ALREADY_EXISTS",
      message: "CRDT data already exists for this editor ID.",
    });
  assert.equal((await read(w, "title"))[0].data, `${winner}`);
});

test("an organization or document that is missing is refused, and nothing is made", async () => {
  const w = await worldWithPlan();
  for (const [place, message] of [
    [{ organizationId: "globex" }, "Organization does not exist."],
    [{ documentId: "nothing" }, "Document does not exist."],
  ] as const) {
    const error = await w.fails(path, { ...title, ...place });
    assert.deepEqual([error.status, error.message], ["NOT_FOUND", message]);
  }
});

test("data that does not fit its type is refused by its path, and nothing is stored", async () => {
  const w = await worldWithPlan();
  for (const [type, data, noun] of [
    ["text", {}, "a string"],
    ["text", null, "a string"],
    ["xml", ["<a/>"], "a string"],
    ["map", [], "an object"],
    ["map", null, "an object"],
    ["array", {}, "an array"],
    ["array", "[]", "an array"],
  ] as const) {
    const error = await w.fails(path, { ...title, type, data });
    const message = `data.data does not fit its type. Data must be ${noun} for type ${type}.`;
    assert.deepEqual([error.status, error.message], ["INVALID_ARGUMENT", message]);
    assert.equal(error.details.issues[0].path, "data.data");
  }
  assert.deepEqual(await read(w, "title"), []);
});

test("what no Yjs document can hold is refused by its path, and nothing is stored", async () => {
  const w = await worldWithPlan();
  const deep = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  for (const [type, data, message] of [
    ["text", "a\ud83d", /^data\.data must be valid Unicode text/],
    ["map", { a: [{ "\udc00": 1 }] }, /^data\.data must be valid Unicode text/],
    ["xml", "<p>\n<b></p>", /^data\.data is not a well-formed XML fragment\. 2:7: unexpected close tag/],
    ["xml", "<!DOCTYPE p [<!ENTITY a 'b'>]><p/>", /^data\.data is not a well-formed XML fragment/],
    ["xml", "<p>&nbsp;</p>", /^data\.data is not a well-formed XML fragment\. 1:9: undefined entity/],
    ["xml", "<a>".repeat(101) + "</a>".repeat(101), /^data\.data must not nest deeper than 100 levels\.$/],
    ["xml", "<a/>".repeat(100_001), /^data\.data must have at most 100000 elements, attributes and texts\.$/],
    ["array", deep(101), /^data\.data must not nest deeper than 100 levels\.$/],
    [
      "map",
      Object.fromEntries(Array.from({ length: 100_001 }, (_, i) => [i, 0])),
      /^data\.data must have at most 1000/,
    ],
  ] as const) {
    const error = await w.fails(path, { ...title, type, data });
    assert.equal(error.status, "INVALID_ARGUMENT");
    assert.match(error.message, message);
  }
  assert.deepEqual(await read(w, "title"), []);
  // A backslash of the text's own looks like an escape.
  await w.ok(path, { ...title, data: "a\\ud83d" });
});

test("`__proto__` is refused as a key", async () => {
  const w = await worldWithPlan();
  const raw = JSON.stringify({ data: { ...title, type: "map", data: "X" } }).replace('"X"', '{"a":{"__proto__":1}}');
  assert.match((await w.fails(path, undefined, { raw })).message, /"__proto__"/);
});

test("content of 10 MiB is taken, and characters stay whole where it is cut", async () => {
  const w = await worldWithPlan();
  // 11 units of UTF-16, 16 bytes: whatever the length of a chunk, some characters stand across a cut.
  const data = "12é45😀789€".repeat(655_000);
  assert.ok(Buffer.byteLength(data) > 10_400_000);
  await w.ok(path, { ...title, data });
  const { data: back, update } = await readEditor(w, "title");
  assert.ok(back === data);
  const client = new Y.Doc();
  join(client, { update });
  assert.ok(seenBy(client, "text", "content") === data);
  assert.ok((await storedChunks(w)).length > 20);
});

test("content that is larger as it is stored than as it was sent is refused", async () => {
  const w = await worldWithPlan();
  const raw = JSON.stringify({ data: { ...title, type: "array", data: "X" } });
  const numbers = `[${"1e20,".repeat(600_000)}0]`;
  const error = await w.fails(path, undefined, { raw: raw.replace('"X"', numbers) });
  assert.equal(error.message, "data.data must not be larger than 10485760 bytes of JSON.");
});

test("it tells that content was added, small or in chunks, without the content; a call that fails tells nothing", async () => {
  const w = await worldWithPlan();
  await addEndpoint(w, "all");
  await w.ok(path, title);
  assert.deepEqual(await eventsSent(w), [["crdt.add", { ...plan, editorId: "title", type: "text" }]]);
  await w.ok(path, { ...title, editorId: "large", data: "x".repeat(800_000) });
  assert.notDeepEqual(await storedChunks(w, "large"), []);
  assert.deepEqual(await eventsSent(w), [["crdt.add", { ...plan, editorId: "large", type: "text" }]]);
  for (const editorId of ["title", "large"]) await w.fails(path, { ...title, editorId });
  assert.deepEqual(await eventsSent(w), []);
});

/** CRDT data that fits its type. */
function fitContent({ type, data, ...rest }: Written): Written {
  const isMap = typeof data === "object" && data !== null && !Array.isArray(data);
  const fitting: Record<string, unknown> = {
    text: JSON.stringify(data),
    xml: "<p>Hello, <b>world</b></p>",
    array: Array.isArray(data) ? data : [data],
    map: isMap ? data : { data },
  };
  return { ...rest, type, data: fitting[type] };
}

testRoundTrip(path, "CRDT data", {
  id: "editorId",
  readId: "id",
  beside: plan,
  fit: fitContent,
  before: (w) => addDocuments(w, ["plan"]),
  read: reading("/v2/crdt/get", plan),
  owned: ["lastUpdate", "lastUpdatedBy", "sessionId"],
});
