import { expect, test } from "@jest/globals";
import fc from "fast-check";
import * as Y from "yjs";
import { join, plan, readEditor, seenBy, storedChunks, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";

const path = "/v2/crdt/update";
const title = { ...plan, editorId: "title", type: "text", data: "Hello" };

/** For each type: the initial content, the client's change, the replacement, and the result for all. */
const stories: {
  type: string;
  input: unknown;
  seen?: unknown;
  edit: (client: Y.Doc) => void;
  replacement: unknown;
  merged: unknown;
}[] = [
  {
    type: "text",
    input: "Hello world",
    edit: (client) => client.getText("content").insert(0, "Oh! "),
    replacement: "Hello 😀 world",
    merged: "Oh! Hello 😀 world",
  },
  {
    type: "map",
    input: { kept: [[1], { a: null }], changed: 1, removed: true },
    edit: (client) => client.getMap("content").set("mine", "m"),
    replacement: { kept: [[1], { a: null }], changed: { constructor: 2 } },
    merged: { kept: [[1], { a: null }], changed: { constructor: 2 }, mine: "m" },
  },
  {
    type: "array",
    input: [1, { a: 1 }, "x", null],
    edit: (client) => client.getArray("content").push(["mine"]),
    replacement: [1, { a: 2 }, [true], null],
    merged: [1, { a: 2 }, [true], null, "mine"],
  },
  {
    type: "xml",
    input: '<p align="left">Hi <b>you</b></p><p>end</p>',
    edit: (client) => client.getXmlFragment("content").push([new Y.XmlText("mine")]),
    replacement: '<p align="right">Hi <b>you all</b></p><p>end</p>',
    merged: '<p align="right">Hi <b>you all</b></p><p>end</p>mine',
  },
];

for (const { type, input, edit, replacement, merged } of stories)
  test(`a stock Yjs client that has joined content of type ${type} and edits it applies a replacement`, async () => {
    const w = await worldWithPlan();
    const client = new Y.Doc();
    await w.ok("/v2/crdt/add", { ...plan, editorId: "e", type, data: input });
    join(client, await readEditor(w, "e"));
    expect(seenBy(client, type, "content")).toStrictEqual(input);
    edit(client);

    w.advance(1000);
    const { message } = await w.ok(path, { ...plan, editorId: "e", type, data: replacement });
    expect(message).toBe("CRDT data updated successfully.");
    const storedEditor = await readEditor(w, "e");
    expect([storedEditor.data, storedEditor.lastUpdate]).toStrictEqual([replacement, "2026-01-05T09:00:01.000Z"]);
    const late = new Y.Doc();
    join(late, storedEditor);
    expect(seenBy(late, type, "content")).toStrictEqual(replacement);
    join(client, storedEditor);
    expect(seenBy(client, type, "content")).toStrictEqual(merged);
    // The two states are applied to each other, after which both must be equal.
    Y.applyUpdate(late, Y.encodeStateAsUpdate(client));
    expect(seenBy(late, type, "content")).toStrictEqual(merged);
  });

const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll("__proto__", "p")));
const text = fc.string({ unit: "binary", maxLength: 30 });
const contents = fc.oneof(
  fc.record({ type: fc.constant("text"), versions: fc.array(text, { minLength: 2, maxLength: 4 }) }),
  fc.record({ type: fc.constant("array"), versions: fc.array(fc.array(json), { minLength: 2, maxLength: 4 }) }),
  fc.record({
    type: fc.constant("map"),
    versions: fc.array(
      fc.dictionary(
        fc.oneof(
          text.filter((key) => key !== "__proto__"),
          fc.constantFrom("constructor", "toString"),
        ),
        json,
      ),
      { minLength: 2, maxLength: 4 },
    ),
  }),
);

test("any content is returned equal after any replacement, and a Yjs client that applies each state holds the same", async () => {
  const w = await worldWithPlan();
  let n = 0;
  await fc.assert(
    fc.asyncProperty(contents, async ({ type, versions }) => {
      const editorId = `e${n++}`;
      const client = new Y.Doc();
      for (const [i, version] of versions.entries()) {
        const data = JSON.parse(JSON.stringify(version));
        await w.ok(i === 0 ? "/v2/crdt/add" : path, { ...plan, editorId, type, data });
        const storedEditor = await readEditor(w, editorId);
        expect(storedEditor.data).toStrictEqual(data);
        join(client, storedEditor);
        expect(JSON.parse(JSON.stringify(seenBy(client, type, "content")))).toStrictEqual(data);
      }
    }),
    { numRuns: 100 },
  );
});

test("an editor without content, and a missing place, are refused", async () => {
  const w = await worldWithPlan();
  for (const [place, message] of [
    [{}, "No CRDT data found for this editor ID."],
    [{ organizationId: "globex" }, "Organization does not exist."],
    [{ documentId: "nothing" }, "Document does not exist."],
  ] as const) {
    const error = await w.fails(path, { ...title, ...place });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
  }
});

test("a type or content key that differs from the stored one is refused with its path; the key defaults to the stored one", async () => {
  const w = await worldWithPlan();
  await w.ok("/v2/crdt/add", { ...title, contentKey: "default" });
  for (const [input, message] of [
    [{ type: "xml" }, "data.type must be `text`, as it was when this data was added."],
    [{ contentKey: "content" }, 'data.contentKey must be "default", as it was when this data was added.'],
    [{ data: {} }, "data.data does not fit its type. Data must be a string for type text."],
  ] as const) {
    const error = await w.fails(path, { ...title, ...input });
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
  expect((await readEditor(w, "title")).data).toBe("Hello");
  await w.ok(path, { ...title, data: "Bye" });
  const { data, contentKey } = await readEditor(w, "title");
  expect([data, contentKey]).toStrictEqual(["Bye", "default"]);
});

test("ten concurrent small updates all succeed, and a client that applies the last state sees exactly one of them", async () => {
  const w = await worldWithPlan();
  const client = new Y.Doc();
  await w.ok("/v2/crdt/add", title);
  join(client, await readEditor(w, "title"));
  const all = Array.from({ length: 10 }, (_, i) => `version ${i}`);
  const replies = await Promise.all(all.map((data) => w.request(path, { ...title, data })));
  for (const { status, body } of replies) expect(status === 200 || body.error.status === "ABORTED").toBe(true);
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(1);
  const storedEditor = await readEditor(w, "title");
  expect(all).toContain(storedEditor.data);
  join(client, storedEditor);
  expect(seenBy(client, "text", "content")).toBe(storedEditor.data);
});

test("one of ten concurrent large updates wins, the others have to retry, and only the winner's chunks remain", async () => {
  const w = await worldWithPlan();
  await w.ok("/v2/crdt/add", { ...title, data: "start ".repeat(100_000) });
  const all = Array.from({ length: 10 }, (_, i) => `version ${i} `.repeat(100_000));
  const replies = await Promise.all(all.map((data) => w.request(path, { ...title, data })));
  const winners = replies.flatMap(({ status }, i) => (status === 200 ? [i] : []));
  expect(winners.length).toBe(1);
  for (const { body, headers } of replies.filter(({ status }) => status !== 200))
    expect([body.error.status, headers["retry-after"]]).toStrictEqual(["ABORTED", "1"]);
  const storedEditor = await readEditor(w, "title");
  expect(storedEditor.data).toBe(all[winners[0] ?? -1]);
  const client = new Y.Doc();
  join(client, storedEditor);
  expect(seenBy(client, "text", "content")).toBe(storedEditor.data);
  await w.drain();
  const chunks = await storedChunks(w);
  expect(new Set(chunks.map((id) => id.split("-")[0])).size).toBe(1);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
});

test("content that grows large or shrinks leaves no chunk of its earlier form", async () => {
  const w = await worldWithPlan();
  await w.ok("/v2/crdt/add", title);
  const client = new Y.Doc();
  for (const [data, hasChunks] of [
    ["large ".repeat(200_000), true],
    ["small again", false],
    ["larger ".repeat(200_000), true],
    ["larger still ".repeat(200_000), true],
  ] as const) {
    await w.ok(path, { ...title, data });
    await w.drain();
    const storedEditor = await readEditor(w, "title");
    expect(storedEditor.data).toBe(data);
    join(client, storedEditor);
    expect(seenBy(client, "text", "content")).toBe(data);
    const generations = new Set((await storedChunks(w)).map((id) => id.split("-")[0]));
    expect(generations.size).toBe(hasChunks ? 1 : 0);
  }
});

test("replacing content, small or in chunks, emits one event; unchanged content and a failed call emit none", async () => {
  const w = await worldWithPlan();
  const large = "x".repeat(800_000);
  await w.ok("/v2/crdt/add", title);
  await addEndpoint(w, "all");
  for (const data of ["Welcome", large, `${large}!`, "Hello"]) {
    await w.ok(path, { ...title, data });
    expect(await eventsSent(w)).toStrictEqual([["crdt.update_data", { ...plan, editorId: "title", type: "text" }]]);
    await w.ok(path, { ...title, data });
    expect(await eventsSent(w)).toStrictEqual([]);
  }
  await w.fails(path, { ...title, editorId: "none" });
  expect(await eventsSent(w)).toStrictEqual([]);
});
