import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@jest/globals";
import type { Query, Write } from "#store/port";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteStore } from "./adapter.ts";
import { upgradeDataFile } from "./upgrade/upgrade.ts";

const large = "é".repeat(8192);

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

for (const [kind, collection] of [
  ["an indexed", "worlds/w/items"],
  ["an unindexed", "worlds"],
] as const) {
  test(`a document of ${kind} collection becomes large and small again`, async () => {
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
    }
  });
}

test("a query limited in bytes counts the bytes of large documents", async () => {
  const store = await open(newFile());
  onTestFinished(() => store.close());
  const collection = "worlds/w/items";
  await store.commit(["a", "b", "c"].map((id) => ({ op: "set", path: `${collection}/${id}`, data: { text: large } })));
  const { docs } = await store.query({ collection, maxBytes: 5 * 8192 });
  expect(docs.map(({ id }) => id)).toStrictEqual(["a", "b"]);
});

/** How earlier formats stored documents: clustered by key, and formats 3 and 4 with the texts of large ones in another table. */
const CLUSTERED = `ALTER TABLE docs RENAME TO current;
  CREATE TABLE docs (coll INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (coll, id)) WITHOUT ROWID;
  INSERT INTO docs SELECT * FROM current; DROP TABLE current;`;
const LARGE = `CREATE TABLE large (coll INTEGER NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (coll, id));
  INSERT INTO large SELECT coll, id, data FROM docs WHERE octet_length(data) > 8192;
  UPDATE docs SET data = '' WHERE octet_length(data) > 8192;`;

for (const [format, sql] of [
  [2, CLUSTERED],
  [4, `${CLUSTERED} ${LARGE}`],
] as const)
  test(`an upgrade from format ${format} leaves large documents unchanged, and a new index finds them`, async () => {
    const file = newFile();
    const path = (id: string) => `worlds/w/items/${id}`;
    const store = await open(file);
    const texts = { a: large, b: "small", c: `${large}!`, d: "" };
    await store.commit(
      Object.entries(texts).map(([id, text]) => ({ op: "set", path: path(id), data: { text, n: 1 } })),
    );
    const before = await store.query({ collection: "worlds/w/items" });
    await store.close();
    // Without index entries, as if the indexes were declared only later.
    alter(file, (db) => db.exec(`${sql} DELETE FROM entries; DELETE FROM indexes; PRAGMA user_version=${format}`));
    await upgradeDataFile({ file, notify: () => undefined });
    const upgraded = await open(file);
    onTestFinished(() => upgraded.close());
    const query: Query = { collection: "worlds/w/items", where: [{ field: "n", op: "==", value: 1 }] };
    expect((await upgraded.query(query)).docs).toStrictEqual(before.docs);
  });
