import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteSnapshot, openSqliteStore } from "./adapter.ts";

const [collection = ""] = contractTree.roots;

function optionsFor(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "atrium-snapshot-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return { file: join(folder, "store.db"), tree: contractTree, indexes: contractIndexes };
}

test("a snapshot stays as it was opened, whatever is committed meanwhile", async (t) => {
  const options = optionsFor(t);
  const store = await openSqliteStore(options);
  await store.commit([{ op: "create", path: `${collection}/a`, data: { n: 1 } }]);
  const snapshot = await openSqliteSnapshot(options);
  await store.commit([
    { op: "update", path: `${collection}/a`, data: { n: 2 } },
    { op: "create", path: `${collection}/b`, data: { n: 3 } },
  ]);
  assert.equal((await snapshot.get(`${collection}/a`))?.data.n, 1);
  assert.equal(await snapshot.count({ collection }), 1);
  await snapshot.close();
  const later = await openSqliteSnapshot(options);
  assert.equal(await later.count({ collection }), 2);
  await later.close();
  await store.close();
});

test("opening a snapshot makes no file and changes none", async (t) => {
  const options = optionsFor(t);
  await assert.rejects(openSqliteSnapshot(options), { name: "DataFileError" });
  assert.ok(!existsSync(options.file));
  await (await openSqliteStore(options)).close();
  const before = readFileSync(options.file);
  await (await openSqliteSnapshot(options)).close();
  assert.deepEqual(readFileSync(options.file), before);
});

test("a file that lacks a declared index is not brought up to date by a snapshot, but by the store", async (t) => {
  const options = optionsFor(t);
  await (await openSqliteStore(options)).close();
  const db = new DatabaseSync(options.file);
  db.exec("DELETE FROM indexes");
  db.close();
  await assert.rejects(openSqliteSnapshot(options), {
    message: /was written by an earlier Atrium\. Start the server once/,
  });
  await (await openSqliteStore(options)).close();
  await (await openSqliteSnapshot(options)).close();
});
