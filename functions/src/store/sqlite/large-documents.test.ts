import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@jest/globals";
import type { Write } from "#store/port";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteStore } from "./adapter.ts";
import { LONGEST_INLINE } from "./large-documents.ts";
import { upgradeDataFile } from "./upgrade.ts";

const large = "é".repeat(LONGEST_INLINE);

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-large-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "atrium.db");
}

const open = (file: string) => openSqliteStore({ file, tree: contractTree, indexes: contractIndexes });

function alter<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const largeIds = (file: string) =>
  alter(file, (db) =>
    db
      .prepare("SELECT id FROM large ORDER BY id")
      .all()
      .map(({ id }) => id),
  );

for (const [kind, collection] of [
  ["an indexed", "worlds/w/items"],
  ["an unindexed", "worlds"],
] as const) {
  test(`a document of ${kind} collection has its text among the large ones exactly while it is large`, async () => {
    const file = newFile();
    const store = await open(file);
    onTestFinished(() => store.close());
    const path = `${collection}/a`;
    const steps: [Write, { text: string } | undefined][] = [
      [{ op: "set", path, data: { text: "small" } }, { text: "small" }],
      [{ op: "set", path, data: { text: large } }, { text: large }],
      [{ op: "merge", path, data: { text: `${large}!` } }, { text: `${large}!` }],
      [{ op: "update", path, data: { text: "small" } }, { text: "small" }],
      [{ op: "merge", path, data: { text: large } }, { text: large }],
      [{ op: "set", path, data: { text: `${large}?` } }, { text: `${large}?` }],
      [{ op: "delete", path }, undefined],
      [{ op: "create", path, data: { text: large } }, { text: large }],
      [{ op: "set", path, data: { text: "small" } }, { text: "small" }],
    ];
    for (const [write, data] of steps) {
      await store.commit([write]);
      expect((await store.get(path))?.data).toStrictEqual(data);
      expect((await store.query({ collection })).docs.map((doc) => doc.data)).toStrictEqual(data ? [data] : []);
      expect(largeIds(file)).toStrictEqual((data?.text.length ?? 0) > 10 ? ["a"] : []);
    }
  });
}

test("a query bounded by bytes counts those of large documents", async () => {
  const store = await open(newFile());
  onTestFinished(() => store.close());
  const collection = "worlds/w/items";
  await store.commit(["a", "b", "c"].map((id) => ({ op: "set", path: `${collection}/${id}`, data: { text: large } })));
  const { docs } = await store.query({ collection, maxBytes: 5 * LONGEST_INLINE });
  expect(docs.map(({ id }) => id)).toStrictEqual(["a", "b"]);
});

test("large documents of format 2 are the same afterwards, and a new index finds them", async () => {
  const file = newFile();
  const path = (id: string) => `worlds/w/items/${id}`;
  const store = await open(file);
  const texts = { a: large, b: "small", c: `${large}!` };
  await store.commit(Object.entries(texts).map(([id, text]) => ({ op: "set", path: path(id), data: { text, n: 1 } })));
  await store.close();
  alter(file, (db) => {
    // As format 2 had it, and before its indexes were declared.
    for (const { coll, id, data } of db.prepare("SELECT * FROM large").all())
      db.prepare("UPDATE docs SET data = ? WHERE coll = ? AND id = ?").run(
        data as string,
        coll as number,
        id as string,
      );
    db.exec("DROP TABLE large; DELETE FROM entries; DELETE FROM indexes; PRAGMA user_version=2");
  });
  await upgradeDataFile({ file, notify: () => undefined });
  expect(largeIds(file)).toStrictEqual(["a", "c"]);
  const upgraded = await open(file);
  onTestFinished(() => upgraded.close());
  const { docs } = await upgraded.query({ collection: "worlds/w/items", where: [{ field: "n", op: "==", value: 1 }] });
  expect(docs.map(({ id, data }) => [id, data.text])).toStrictEqual(Object.entries(texts));
});
