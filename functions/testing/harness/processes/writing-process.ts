// `node functions/testing/harness/processes/writing-process.ts FILE WORLD ROUNDS` writes two documents in each of
// ROUNDS transactions, then the document `end`.
import { openSqliteStore } from "#store/sqlite/adapter";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";

const [file = "", world = "", rounds = ""] = process.argv.slice(2);
const store = await openSqliteStore({ file, tree: contractTree, indexes: contractIndexes });
for (let n = 1; n <= Number(rounds); n++)
  await store.transact(async (tx) => {
    for (const id of ["left", "right"]) tx.set(`${world}/items/${id}`, { n });
  });
await store.commit([{ op: "create", path: `${world}/items/end`, data: {} }]);
await store.close();
