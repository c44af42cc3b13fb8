import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { join, plan, readEditor, seenBy, storedChunks, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { type RoundTripItem, reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import type { World } from "#testing/harness/world";

const path = "/v2/crdt/add";
const title = { ...plan, editorId: "title", type: "text", data: "Hello" };

/** The reply of get for one editor. */
const read = async (w: World, editorId: string) => (await w.ok("/v2/crdt/get", { ...plan, editorId })).data;

test("content of every type is returned as it was sent", async () => {
  const w = await worldWithPlan();
  const input = [
    { type: "text", data: "Grüße 👩‍🔬\r\n\u0000" },
    {
      type: "map",
      data: { constructor: { constructor: 1 }, toString: [[1], []], hasOwnProperty: null, 2: "b", 1: "a" },
    },
    { type: "array", data: [1.5, null, "x", [[]], { constructor: "c" }, false, 1e300] },
    { type: "xml", data: '<p a="1">Hi <b>you</b></p>\r\n<!-- kept as given -->' },
    { type: "xmltext", data: "Grüße, <not> an element" },
  ];
  for (const { type, data } of input) {
    const added = await w.ok(path, { ...plan, editorId: type, type, data, contentKey: "default" });
    expect(added).toStrictEqual({ status: "success", message: "CRDT data added successfully." });
    expect(await read(w, type)).toStrictEqual([
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
    expectWithContext(JSON.stringify((await read(w, type))[0].data), "keys keep their order").toBe(
      JSON.stringify(data),
    );
  }
});

test("the content key is `content` by default, and content keys and editor ids may be any text", async () => {
  const w = await worldWithPlan();
  for (const id of ["__proto__", "constructor", "a/b"]) {
    await w.ok(path, { ...title, editorId: id, contentKey: id });
    expect((await read(w, id))[0].contentKey).toBe(id);
  }
  await w.ok(path, title);
  expect((await read(w, "title"))[0].contentKey).toBe("content");
});

test("an editor with existing content is refused, also under concurrent calls", async () => {
  const w = await worldWithPlan();
  const replies = await Promise.all(Array.from({ length: 5 }, (_, i) => w.request(path, { ...title, data: `${i}` })));
  const winner = replies.findIndex(({ status }) => status === 200);
  expect(replies.filter(({ status }) => status === 200).length).toBe(1);
  for (const { body } of replies.filter(({ status }) => status !== 200))
    expect(body.error).toStrictEqual({
      status: "ALREADY_EXISTS",
      message: "CRDT data already exists for this editor ID.",
    });
  expect((await read(w, "title"))[0].data).toBe(`${winner}`);
});

test("a missing organization or document is refused, and nothing is created", async () => {
  const w = await worldWithPlan();
  for (const [place, message] of [
    [{ organizationId: "globex" }, "Organization does not exist."],
    [{ documentId: "nothing" }, "Document does not exist."],
  ] as const) {
    const error = await w.fails(path, { ...title, ...place });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
  }
});

test("data that does not fit its type is refused with its path, and nothing is stored", async () => {
  const w = await worldWithPlan();
  for (const [type, data, noun] of [
    ["text", {}, "a string"],
    ["text", null, "a string"],
    ["xml", ["<a/>"], "a string"],
    ["xmltext", { insert: "a" }, "a string"],
    ["map", [], "an object"],
    ["map", null, "an object"],
    ["array", {}, "an array"],
    ["array", "[]", "an array"],
  ] as const) {
    const error = await w.fails(path, { ...title, type, data });
    const message = `data.data does not fit its type. Data must be ${noun} for type ${type}.`;
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
    expect(error.details.issues[0].path).toBe("data.data");
  }
  expect(await read(w, "title")).toStrictEqual([]);
});

test("data that a Yjs document can't hold is refused with its path, and nothing is stored", async () => {
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
    expect(error.status).toBe("INVALID_ARGUMENT");
    expect(error.message).toMatch(message);
  }
  expect(await read(w, "title")).toStrictEqual([]);
  // A backslash in the text resembles an escape sequence.
  await w.ok(path, { ...title, data: "a\\ud83d" });
});

test("`__proto__` is refused as a key", async () => {
  const w = await worldWithPlan();
  const raw = JSON.stringify({ data: { ...title, type: "map", data: "X" } }).replace('"X"', '{"a":{"__proto__":1}}');
  expect((await w.fails(path, undefined, { raw })).message).toMatch(/"__proto__"/);
});

test("content of 10 MiB is accepted, and chunks never split a character", async () => {
  const w = await worldWithPlan();
  // 11 units of UTF-16, 16 bytes: whatever the length of a chunk, some characters cross a boundary.
  const data = "12é45😀789€".repeat(655_000);
  expect(Buffer.byteLength(data)).toBeGreaterThan(10_400_000);
  await w.ok(path, { ...title, data });
  const { data: back, update } = await readEditor(w, "title");
  expect(back).toBe(data);
  const client = new Y.Doc();
  join(client, { update });
  expect(seenBy(client, "text", "content")).toBe(data);
  expect((await storedChunks(w)).length).toBeGreaterThan(20);
});

test("content whose stored form exceeds the limit is refused, also when its sent form does not", async () => {
  const w = await worldWithPlan();
  const raw = JSON.stringify({ data: { ...title, type: "array", data: "X" } });
  const numbers = `[${"1e20,".repeat(600_000)}0]`;
  const error = await w.fails(path, undefined, { raw: raw.replace('"X"', numbers) });
  expect(error.message).toBe("data.data must not be larger than 10485760 bytes of JSON.");
});

test("adding content, small or in chunks, emits an event without the content; a call that fails emits none", async () => {
  const w = await worldWithPlan();
  await addEndpoint(w, "all");
  await w.ok(path, title);
  expect(await eventsSent(w)).toStrictEqual([["crdt.add", { ...plan, editorId: "title", type: "text" }]]);
  await w.ok(path, { ...title, editorId: "large", data: "x".repeat(800_000) });
  expect(await storedChunks(w, "large")).not.toStrictEqual([]);
  expect(await eventsSent(w)).toStrictEqual([["crdt.add", { ...plan, editorId: "large", type: "text" }]]);
  for (const editorId of ["title", "large"]) await w.fails(path, { ...title, editorId });
  expect(await eventsSent(w)).toStrictEqual([]);
});

/** CRDT data that fits its type. */
function fitContent({ type, data, ...rest }: RoundTripItem): RoundTripItem {
  const isMap = typeof data === "object" && data !== null && !Array.isArray(data);
  const fitting: Record<string, unknown> = {
    text: JSON.stringify(data),
    xml: "<p>Hello, <b>world</b></p>",
    xmltext: JSON.stringify(data),
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
