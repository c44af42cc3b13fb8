import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { plan, readEditor, worldWithPlan } from "#testing/fixtures/crdt/crdt";

const path = "/v2/crdt/sync";
const deep = { ...plan, editorId: "deep" };
const words = "data.update must not nest shared types and values deeper than 100 levels.";
const cut = "[nested deeper than 100 levels]";

type Kind = "map" | "array" | "xml";
type Change = (root: Y.Doc) => void;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** Changes a document. @returns the change as an update in base64. */
function changed(doc: Y.Doc, change: Change): string {
  const before = Y.encodeStateVector(doc);
  doc.transact(() => change(doc));
  return base64(Y.encodeStateAsUpdate(doc, before));
}

/** Adds a chain of this many shared types to a type of the kind. @returns the last of them. */
const chains = {
  map(parent: Y.Map<unknown>, levels: number): Y.Map<unknown> {
    let last = parent;
    for (let i = 0; i < levels; i++) last = last.set("a", new Y.Map()) as Y.Map<unknown>;
    return last;
  },
  array(parent: Y.Array<unknown>, levels: number): Y.Array<unknown> {
    let last = parent;
    for (let i = 0; i < levels; i++) {
      const next = new Y.Array<unknown>();
      last.insert(0, [1, next]);
      last = next;
    }
    return last;
  },
  xml(parent: Y.XmlFragment, levels: number): Y.XmlFragment {
    let last = parent;
    for (let i = 0; i < levels; i++) {
      const next = new Y.XmlElement("p");
      last.insert(0, [next]);
      last = next;
    }
    return last;
  },
};

const nest = (kind: Kind, levels: number): Change =>
  ({
    map: (doc: Y.Doc) => void chains.map(doc.getMap("content"), levels),
    array: (doc: Y.Doc) => void chains.array(doc.getArray("content"), levels),
    xml: (doc: Y.Doc) => void chains.xml(doc.getXmlFragment("content"), levels),
  })[kind];

/** The change that creates the editor. */
const first: Record<Kind, Change> = {
  map: (doc) => void doc.getMap("content").set("x", 1),
  array: (doc) => doc.getArray("content").insert(0, [1]),
  xml: (doc) => doc.getXmlFragment("content").insert(0, [new Y.XmlElement("h1")]),
};

/** Number of levels of types below the root that still fit. */
const fitting: Record<Kind, number> = { map: 99, array: 99, xml: 100 };
const roots: Record<Kind, (doc: Y.Doc) => unknown> = {
  map: (doc) => doc.getMap("content"),
  array: (doc) => doc.getArray("content"),
  xml: (doc) => doc.getXmlFragment("content"),
};
const kinds: Kind[] = ["map", "array", "xml"];

/** JSON with this many levels. */
function nested(levels: number): object {
  let json = {};
  for (let i = 1; i < levels; i++) json = { a: json };
  return json;
}

const values: [name: string, type: string, change: (value: object) => Change][] = [
  ["a value of a map", "map", (value) => (doc) => void doc.getMap("content").set("a", value)],
  ["a value of an array", "array", (value) => (doc) => doc.getArray("content").insert(0, [1, value])],
  ["a format", "text", (value) => (doc) => doc.getText("content").insert(0, "a", { link: value })],
  ["an embed in a text", "text", (value) => (doc) => doc.getText("content").insertEmbed(0, value)],
];

for (const [name, type, change] of values)
  test(`JSON counts too: ${name} that nests too deep is refused, in a first and in a later update`, async () => {
    const w = await worldWithPlan();
    for (const levels of [100, 1000, 3000]) {
      const update = changed(new Y.Doc(), change(nested(levels)));
      expect(await w.fails(path, { ...deep, type, update })).toMatchObject({ status: "INVALID_ARGUMENT" });
    }
    await w.ok(path, { ...deep, type, update: changed(new Y.Doc(), change(nested(99))) });
    for (const levels of [100, 1000, 3000]) {
      const update = changed(new Y.Doc(), change(nested(levels)));
      expect(await w.fails(path, { ...deep, update })).toMatchObject({ status: "INVALID_ARGUMENT" });
    }
    expect(JSON.stringify((await readEditor(w, "deep")).data)).not.toContain(cut);
  });

test("text and deletions are accepted in a document that nests as deep as allowed, and so are updates it already has", async () => {
  const w = await worldWithPlan();
  const doc = new Y.Doc();
  let last = doc.getMap("content") as Y.Map<unknown>;
  await w.ok(path, {
    ...deep,
    type: "map",
    update: changed(doc, () => {
      last = chains.map(last, 99);
    }),
  });
  const text = changed(doc, () => void last.set("text", new Y.Text("Hello")));
  await w.ok(path, { ...deep, update: text });
  await w.ok(path, { ...deep, update: base64(Y.encodeStateAsUpdate(doc)) });
  await w.ok(path, { ...deep, update: changed(doc, () => doc.getMap("content").delete("a")) });
  expect((await readEditor(w, "deep")).data).toStrictEqual({});
});

for (const type of kinds) {
  test(`a first update that nests ${type} too deep is refused and creates no editor; one that just fits is accepted`, async () => {
    const w = await worldWithPlan();
    for (const levels of [fitting[type] + 1, 5000]) {
      const update = changed(new Y.Doc(), nest(type, levels));
      expect(await w.fails(path, { ...deep, type, update })).toMatchObject({
        status: "INVALID_ARGUMENT",
        message: words,
      });
    }
    expect((await w.ok("/v2/crdt/get", plan)).data).toStrictEqual([]);
    await w.ok(path, { ...deep, type, update: changed(new Y.Doc(), nest(type, fitting[type])) });
    expect(JSON.stringify((await readEditor(w, "deep")).data)).not.toContain(cut);
  });

  test(`a later update that nests ${type} too deep is refused; the content stays and can still be edited`, async () => {
    const w = await worldWithPlan();
    const doc = new Y.Doc();
    await w.ok(path, { ...deep, type, update: changed(doc, first[type]) });
    const before = (await readEditor(w, "deep")).data;
    const update = changed(doc, nest(type, 5000));
    expect(await w.fails(path, { ...deep, update })).toMatchObject({ status: "INVALID_ARGUMENT", message: words });
    expect((await readEditor(w, "deep")).data).toStrictEqual(before);
    await w.ok(path, { ...deep, update: changed(new Y.Doc(), nest(type, fitting[type])) });
  });

  test(`a chain of ${type} that several updates build counts as one, in order and in reverse`, async () => {
    const w = await worldWithPlan();
    const doc = new Y.Doc();
    const updates: string[] = [];
    let last: unknown;
    for (let i = 0; i < 5; i++)
      updates.push(
        changed(doc, () => {
          last ??= roots[type](doc);
          last = (chains[type] as (parent: unknown, levels: number) => unknown)(last, 30);
        }),
      );
    const [a, b, c, d, e] = updates;
    for (const update of [a, b, c]) await w.ok(path, { ...deep, type, update });
    expect((await w.fails(path, { ...deep, update: d })).message).toBe(words);
    const opposite = { ...plan, editorId: "opposite" };
    await w.ok(path, { ...opposite, type, update: "AAA=" });
    for (const update of [e, d, c]) await w.ok(path, { ...opposite, update });
    expect((await w.fails(path, { ...opposite, update: b })).message).toBe(words);
    await w.ok(path, { ...opposite, update: a });
  });
}
