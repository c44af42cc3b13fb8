import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "@jest/globals";
import type { Query, Store, Write } from "#store/port";
import { alwaysOver, tries } from "#testing/harness/store/test-store";
import { ALL } from "#testing/suites/store/capabilities";
import { storeContract } from "#testing/suites/store/contract";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { storeProperty } from "#testing/suites/store/property";
import { openSqliteStore } from "./adapter.ts";

const folder = mkdtempSync(join(tmpdir(), "atrium-contract-"));
afterAll(() => rm(folder, { recursive: true }));

function open(name: string, indexes = contractIndexes): Promise<Store> {
  return openSqliteStore({ file: join(folder, name), tree: contractTree, indexes });
}

storeContract("SQLite", () => open("contract.db"));
/** Only the first run tests many increments: their outcome does not depend on how the store was opened. */
const fewIncrements = { ...ALL, increments: 300 };
storeContract("SQLite, a file that already holds documents", () => open("contract.db"), fewIncrements);
storeContract(
  "SQLite, with each read taking as many turns as possible",
  () =>
    openSqliteStore({
      file: join(folder, "sliced.db"),
      tree: contractTree,
      indexes: contractIndexes,
      slice: alwaysOver(),
    }),
  fewIncrements,
);
storeProperty("SQLite", () => open("model.db"), tries(80));

const items = (n: number) => Array.from({ length: n }, (_, i) => `worlds/w/items/${String(i).padStart(3, "0")}`);
const byKind: Query = {
  collection: "worlds/w/items",
  where: [{ field: "kind", op: "==", value: "k" }],
  orderBy: [{ field: "n", direction: "desc" }],
};

test("acknowledged writes are present in every index when the file is opened again", async () => {
  const first = await open("again.db");
  await first.commit(items(50).map((path, n): Write => ({ op: "set", path, data: { n, kind: "k", at: new Date(n) } })));
  await first.commit([{ op: "delete", path: "worlds/w/items/007" }]);
  const before = await first.query(byKind);
  await first.close();
  const second = await open("again.db");
  expect(await second.query(byKind)).toStrictEqual(before);
  expect(before.docs.length).toBe(49);
  const version = before.docs[0]?.version;
  await second.commit([{ op: "update", path: "worlds/w/items/049", data: { more: 1 }, precondition: { version } }]);
  expect((await second.get("worlds/w/items/049"))?.version).not.toBe(version);
  await second.close();
});

test("a document has one entry for both directions of an index, and none for a group that is never read as a whole", async () => {
  const tree = { ...contractTree, collections: { ...contractTree.collections, logs: { groupUnder: "worlds" } } };
  const indexes = contractIndexes.filter(({ fields }) => !fields.some(({ fieldPath }) => fieldPath === "text"));
  const file = join(folder, "entries.db");
  const store = await openSqliteStore({ file, tree, indexes });
  const entriesAfter = async (write: Write) => {
    await store.commit([write]);
    const db = new DatabaseSync(file, { readOnly: true });
    const names = db.prepare("SELECT definition FROM entries JOIN indexes ON num = idx ORDER BY definition").all();
    db.close();
    return names.map(({ definition }) => definition);
  };
  const path = "worlds/w/items/a";
  const both = ["items: kind asc, n asc", "items: n asc"];
  expect(await entriesAfter({ op: "set", path, data: { kind: "k", n: 1 } })).toStrictEqual(both);
  expect(await entriesAfter({ op: "update", path, data: { n: 2 } })).toStrictEqual(both);
  expect(await entriesAfter({ op: "delete", path })).toStrictEqual([]);
  const log: Write = { op: "set", path: "worlds/w/logs/a", data: { text: "x" } };
  expect(await entriesAfter(log)).toStrictEqual([]);
  await store.close();
});

test("an index that is declared later includes documents that were written earlier", async () => {
  const first = await open("later.db", []);
  await first.commit(items(20).map((path, n): Write => ({ op: "set", path, data: { n, kind: "k" } })));
  await first.commit([{ op: "set", path: "worlds/w/items/000/logs/a", data: { n: 1 } }]);
  await expect(first.query(byKind)).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
  await first.close();
  const second = await open("later.db");
  expect((await second.query(byKind)).docs.map((doc) => doc.path)).toStrictEqual(items(20).toReversed());
  const group: Query = { group: "logs", under: "worlds/w", orderBy: [{ field: "n", direction: "asc" }] };
  expect(await second.count(group)).toBe(1);
  await second.close();
});

test("connections to one file read each other's commits; increments of one document are neither lost nor refused", async () => {
  const stores = await Promise.all(Array.from({ length: 4 }, () => open("shared.db")));
  const path = "worlds/w";
  const increment = (store: Store) =>
    store.transact(async (tx) => {
      const doc = await tx.get<{ n: number }>(path);
      tx.set(path, { n: (doc?.data.n ?? 0) + 1 });
    });
  await Promise.all(stores.flatMap((store) => Array.from({ length: 500 }, () => increment(store))));
  for (const store of stores) expect((await store.get(path))?.data).toStrictEqual({ n: 2000 });
  await Promise.all(stores.map((store) => store.close()));
});

test("a write finds a row that other processes' deletions or a VACUUM have moved since it was read", async () => {
  const [store, other] = [await open("moved.db"), await open("moved.db")];
  const [a, b] = ["worlds/a", "worlds/b"];
  await store.commit([a, b].map((path): Write => ({ op: "set", path, data: { n: 1 } })));
  await store.getMany([a, b]);
  for (const path of [a, b]) await other.commit([{ op: "delete", path }]);
  for (const path of [b, a]) await other.commit([{ op: "set", path, data: { n: 2 } }]);
  await store.commit([{ op: "update", path: a, data: { n: 3 } }]);
  const vacuum = new DatabaseSync(join(folder, "moved.db"));
  await other.commit([{ op: "delete", path: b }]);
  vacuum.exec("VACUUM");
  vacuum.close();
  await store.commit([{ op: "update", path: a, data: { m: 4 } }]);
  for (const reader of [store, other]) expect((await reader.get(a))?.data).toStrictEqual({ n: 3, m: 4 });
  expect(await other.get(b)).toBeUndefined();
  await Promise.all([store.close(), other.close()]);
});
