import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@jest/globals";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteSnapshot, openSqliteStore } from "./adapter.ts";

const [collection = ""] = contractTree.roots;

function optionsFor() {
  const folder = mkdtempSync(join(tmpdir(), "atrium-snapshot-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { file: join(folder, "store.db"), tree: contractTree, indexes: contractIndexes };
}

test("a snapshot does not change, whatever is committed meanwhile", async () => {
  const options = optionsFor();
  const store = await openSqliteStore(options);
  await store.commit([{ op: "create", path: `${collection}/a`, data: { n: 1 } }]);
  const snapshot = await openSqliteSnapshot(options);
  await store.commit([
    { op: "update", path: `${collection}/a`, data: { n: 2 } },
    { op: "create", path: `${collection}/b`, data: { n: 3 } },
  ]);
  expect((await snapshot.get(`${collection}/a`))?.data.n).toBe(1);
  expect(await snapshot.count({ collection })).toBe(1);
  await snapshot.close();
  const later = await openSqliteSnapshot(options);
  expect(await later.count({ collection })).toBe(2);
  await later.close();
  await store.close();
});

test("opening a snapshot creates no file and changes none", async () => {
  const options = optionsFor();
  await expect(openSqliteSnapshot(options)).rejects.toMatchObject({ name: "DataFileError" });
  expect(existsSync(options.file)).toBe(false);
  await (await openSqliteStore(options)).close();
  const before = readFileSync(options.file);
  await (await openSqliteSnapshot(options)).close();
  expect(readFileSync(options.file)).toStrictEqual(before);
});

test("a snapshot does not build a missing declared index, and the store does", async () => {
  const options = optionsFor();
  await (await openSqliteStore(options)).close();
  const db = new DatabaseSync(options.file);
  db.exec("DELETE FROM indexes");
  db.close();
  await expect(openSqliteSnapshot(options)).rejects.toMatchObject({
    message: expect.stringMatching(/was written by an earlier Atrium\. Start the server once/),
  });
  await (await openSqliteStore(options)).close();
  await (await openSqliteSnapshot(options)).close();
});
