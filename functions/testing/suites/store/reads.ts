import { expect, test } from "@jest/globals";
import { toPath } from "#store/paths";
import type { DocData, Write } from "#store/port";
import { ensure } from "#testing/harness/jest/ensure";
import type { Contract } from "./capabilities.ts";

/** Ids that a careless adapter would split, escape, normalise or confuse. */
const HOSTILE_IDS = [
  ...[
    "a/b",
    "a",
    "b",
    "/",
    "//",
    ".",
    "..",
    "...",
    "__",
    "__x__",
    "_x",
    "__name__",
    "__id7__",
    "7",
    "07",
    "%",
    "%2F",
    "%252F",
    "a%2Fb",
  ],
  ...[
    "%2E",
    "%5F_x__",
    "__proto__",
    "constructor",
    "toString",
    "A",
    " ",
    " a",
    "a ",
    "\n",
    "'; --",
    '"',
    "\\",
    "*",
    "?",
    "a.b",
    "`",
  ],
  ...[
    "é",
    "e\u0301",
    "日本",
    "😀",
    "\uffee",
    "\u0000",
    "a\u0000b",
    "null",
    "undefined",
    "x".repeat(500),
    "€".repeat(166),
    "/".repeat(500),
  ],
];

/** Contract: `get`, `getMany`, `getExisting` and the form of a document that was read. */
export function readContract({ store, world, can }: Contract): void {
  const ids = HOSTILE_IDS.filter((id) => can.anyId || !/^\.\.\.|\p{Cc}/u.test(id));

  test("a document that was never written reads as undefined", async () => {
    const w = world();
    expect(await store().get(w)).toBeUndefined();
    expect(await store().get(`${w}/items/a/notes/b`)).toBeUndefined();
  });

  test("a document reads back with its path, the caller's own id, its data and a version", async () => {
    const path = `${world()}/items/${"a%2Fb"}`;
    await store().commit([{ op: "set", path, data: { n: 1 } }]);
    const doc = await store().get(path);
    ensure(doc && doc.version.length > 0);
    expect(doc).toStrictEqual({ path, id: "a/b", data: { n: 1 }, version: doc.version });
  });

  test("every kind of value reads back as it was written, dates as dates at any depth", async () => {
    const w = world();
    const data: DocData = {
      nothing: null,
      yes: true,
      no: false,
      zero: 0,
      whole: -42,
      large: Number.MAX_SAFE_INTEGER,
      broken: 0.1,
      huge: 1.7976931348623157e308,
      tiny: 5e-324,
      text: "",
      unicode: "é 日本 😀 \u0000 \uffff",
      date: new Date("2026-01-02T03:04:05.678Z"),
      early: new Date("0001-01-01T00:00:00.000Z"),
      late: new Date("9999-12-31T23:59:59.999Z"),
      beforeEpoch: new Date(-1),
      array: [1, "a", null, true, new Date(0), { deep: [new Date(1)] }],
      emptyArray: [],
      map: { a: { b: { when: new Date(2) } }, "dotted.key": 1, "key with / and `": 2, é: 3, constructor: 4 },
      emptyMap: {},
      looksLikeDate: "2026-01-02T03:04:05.678Z",
      looksTagged: { date: 5 },
      "dotted.field": "x",
      "field-with-dash": "y",
    };
    await store().commit([{ op: "set", path: w, data }]);
    expect((await store().get(w))?.data).toStrictEqual(data);
    await store().commit([{ op: "set", path: w, data: {} }]);
    expect((await store().get(w))?.data).toStrictEqual({});
  });

  test("undefined fields are left out, at any depth", async () => {
    const w = world();
    const data: DocData = { a: undefined, b: { c: undefined, d: 1 }, e: [{ f: undefined }] };
    await store().commit([{ op: "create", path: w, data }]);
    expect((await store().get(w))?.data).toStrictEqual({ b: { d: 1 }, e: [{}] });
  });

  test("changing data that was written or read changes nothing in the store", async () => {
    const w = world();
    const data = { list: [1], map: { a: 1 } };
    await store().commit([{ op: "set", path: w, data }]);
    data.list.push(2);
    const read = await store().get<typeof data>(w);
    if (read) read.data.map.a = 2;
    expect((await store().get(w))?.data).toStrictEqual({ list: [1], map: { a: 1 } });
  });

  test("getMany returns one result per path, in order, undefined for missing documents", async () => {
    const w = world();
    const path = (id: string) => `${w}/items/${id}`;
    await store().commit(["a", "b", "c"].map((id): Write => ({ op: "set", path: path(id), data: { id } })));
    await store().commit([{ op: "set", path: `${w}/logs/a`, data: { id: "log" } }]);
    const docs = await store().getMany([path("c"), path("x"), path("a"), `${w}/logs/a`, path("c"), w]);
    expect(docs.map((doc) => doc?.data.id)).toStrictEqual(["c", undefined, "a", "log", "c", undefined]);
    expect(await store().getMany([])).toStrictEqual([]);
  });

  test("getExisting returns the same as getMany, also for more documents than one query finds and collections with the same name", async () => {
    const w = world();
    const items = ids.slice(0, can.wideIn ? 40 : 3).map((id) => `${w}/items/${toPath("x", id).slice(2)}`);
    const there = [...items, `${w}/items/a/notes/n`, `${w}/logs/a`, `${w}/items/a/logs/a`];
    await store().commit(there.map((path, n): Write => ({ op: "create", path, data: { n } })));
    const missing = Array.from({ length: can.wideIn ? 40 : 7 }, (_, i) => `${w}/items/none-${i}`);
    const paths = [w, ...missing, ...there, `${w}/items/b/notes/n`, there[0] as string];
    const docs = await store().getExisting(paths);
    expect(docs).toStrictEqual(await store().getMany(paths));
    expect(new Set(docs.map((doc) => doc?.path))).toStrictEqual(new Set([undefined, ...there]));
    expect(await store().transact((tx) => tx.getExisting(paths))).toStrictEqual(docs);
    expect(await store().getExisting([])).toStrictEqual([]);
  });

  test("a version changes with every change of the document and never repeats", async () => {
    const w = world();
    const versions = new Set<string>();
    const changes: Write[] = [
      { op: "create", path: w, data: { n: 1 } },
      { op: "set", path: w, data: { n: 2 } },
      { op: "merge", path: w, data: { n: 3 } },
      { op: "update", path: w, data: { n: 4 } },
      { op: "set", path: w, data: { n: 1 } },
    ];
    for (const change of changes) {
      await store().commit([change]);
      versions.add((await store().get(w))?.version ?? "");
    }
    await store().commit([{ op: "delete", path: w }]);
    await store().commit([{ op: "create", path: w, data: { n: 1 } }]);
    versions.add((await store().get(w))?.version ?? "");
    expect(versions.size).toBe(changes.length + 1);
    expect(versions.has("")).toBe(false);
  });

  test("reading does not change a version, nor does writing another document", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { n: 1 } }]);
    const first = await store().get(w);
    await store().commit([{ op: "set", path: `${w}/items/a`, data: { n: 1 } }]);
    expect(await store().get(w)).toStrictEqual(first);
    expect((await store().getMany([w]))[0]).toStrictEqual(first);
  });

  test("hostile ids name distinct documents, and are read back unchanged", async () => {
    const w = world();
    const pathOf = (id: string) => `${w}/items/${toPath("x", id).slice(2)}`;
    await store().commit(ids.map((id): Write => ({ op: "create", path: pathOf(id), data: { id } })));
    const docs = await store().getMany(ids.map(pathOf));
    expect(docs.map((doc) => [doc?.id, doc?.data.id, doc?.path])).toStrictEqual(ids.map((id) => [id, id, pathOf(id)]));
    const listed = await store().query({ collection: `${w}/items` });
    expect(listed.docs.map((doc) => doc.id).sort()).toStrictEqual([...ids].sort());
    for (const doc of listed.docs) expect(doc.data.id).toBe(doc.id);
  });

  test("hostile ids work in the middle of a path", async () => {
    const w = world();
    const pathOf = (id: string) => `${w}/items/${toPath("x", id).slice(2)}/notes/a`;
    await store().commit(ids.map((id): Write => ({ op: "create", path: pathOf(id), data: { id, n: 1 } })));
    for (const id of ids) {
      const notes = await store().query({
        collection: pathOf(id).slice(0, -2),
        orderBy: [{ field: "n", direction: "asc" }],
      });
      expect(notes.docs.map((doc) => [doc.path, doc.data.id])).toStrictEqual([[pathOf(id), id]]);
    }
  });

  test("a document below a missing or deleted one is kept", async () => {
    const w = world();
    await store().commit([
      { op: "set", path: `${w}/items/a/notes/b`, data: { n: 1 } },
      { op: "set", path: `${w}/items/a`, data: { n: 1 } },
    ]);
    await store().commit([{ op: "delete", path: `${w}/items/a` }]);
    expect(await store().get(`${w}/items/a`)).toBeUndefined();
    expect((await store().get(`${w}/items/a/notes/b`))?.data).toStrictEqual({ n: 1 });
    expect((await store().query({ collection: `${w}/items` })).docs).toStrictEqual([]);
  });

  test("a collection that the tree does not declare is refused by every operation", async () => {
    const w = world();
    const code = "INVALID_ARGUMENT";
    for (const path of [`${w}/notes/a`, `${w}/items`, "items/a", `${w}/nothing/a`, `${w}/items//notes/a`, ""]) {
      await expect(store().get(path)).rejects.toMatchObject({ code });
      await expect(store().getMany([w, path])).rejects.toMatchObject({ code });
      await expect(store().getExisting([w, path])).rejects.toMatchObject({ code });
      await expect(store().commit([{ op: "set", path, data: {} }])).rejects.toMatchObject({ code });
      await expect(store().commit([{ op: "delete", path, precondition: { exists: true } }])).rejects.toMatchObject({
        code,
      });
      await expect(store().bulk([{ op: "delete", path }])).rejects.toMatchObject({ code });
      await expect(store().transact((tx) => tx.get(path))).rejects.toMatchObject({ code });
      await expect(store().transact(async (tx) => tx.set(path, {}))).rejects.toMatchObject({ code });
    }
    for (const collection of [`${w}/notes`, w, "items", "", `${w}//notes`]) {
      await expect(store().query({ collection })).rejects.toMatchObject({ code });
      await expect(store().count({ collection })).rejects.toMatchObject({ code });
    }
  });
}
