import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { Write } from "#store/port";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteStore } from "../adapter.ts";
import { openDatabase } from "../database.ts";
import { WriteLock } from "./write-lock.ts";

const set = (id: string, n: number): Write => ({ op: "set", path: `worlds/w/items/${id}`, data: { n } });

function fileOf(): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "store.db");
}

/** A program that writes to the file, such as a command of a database shell. */
function writingProgram(file: string): DatabaseSync {
  const program = new DatabaseSync(file);
  onTestFinished(() => program.isOpen && program.close());
  program.exec("BEGIN IMMEDIATE");
  return program;
}

test("while another program writes, commits wait in their order, reads answer, and no turn of the event loop is blocked", async () => {
  const file = fileOf();
  const store = await openSqliteStore({ file, tree: contractTree, indexes: contractIndexes });
  onTestFinished(() => store.close());
  await store.commit([set("a", 1)]);
  const program = writingProgram(file);
  const order: string[] = [];
  const commits = [
    store.commit([set("a", 2)]).then(() => order.push("commit")),
    store
      .transact(async (tx) => {
        const { n } = (await tx.get<{ n: number }>("worlds/w/items/a"))?.data ?? { n: 0 };
        tx.update("worlds/w/items/a", { n: n + 10 });
      })
      .then(() => order.push("transaction")),
  ];
  // Several attempts are made meanwhile. A sleeping SQLite would let none of these reads answer.
  for (let i = 0; i < 20; i++) {
    await sleep(1);
    expect((await store.get("worlds/w/items/a"))?.data).toStrictEqual({ n: 1 });
  }
  expect(order).toStrictEqual([]);
  program.exec("ROLLBACK");
  await Promise.all(commits);
  expect(order[0]).toBe("commit");
  expect((await store.get("worlds/w/items/a"))?.data).toStrictEqual({ n: 12 });
});

test("a store that is closed while another program writes makes its waiting commits once the program has ended", async () => {
  const file = fileOf();
  const options = { file, tree: contractTree, indexes: contractIndexes };
  const store = await openSqliteStore(options);
  const program = writingProgram(file);
  const commit = store.commit([set("a", 1)]);
  await sleep(5);
  program.exec("ROLLBACK");
  await store.close();
  await commit;
  const reopened = await openSqliteStore(options);
  onTestFinished(() => reopened.close());
  expect((await reopened.get("worlds/w/items/a"))?.data).toStrictEqual({ n: 1 });
});

test("the lock is given up after 5 s without it, and the next wait begins anew", () => {
  const file = fileOf();
  const db = openDatabase(file);
  onTestFinished(() => db.close());
  let now = 0;
  const lock = new WriteLock(db, () => now);
  const program = writingProgram(file);
  for (const start of [1000, 20_000]) {
    now = start;
    expect(lock.tryTake()).toBe(false);
    now = start + 4999;
    expect(lock.tryTake()).toBe(false);
    now = start + 5000;
    expect(() => lock.tryTake()).toThrow("database is locked");
  }
  program.exec("ROLLBACK");
  expect(lock.tryTake()).toBe(true);
  db.exec("ROLLBACK");
  const { timeout } = db.statement("PRAGMA busy_timeout").get() as { timeout: number };
  expect(timeout).toBe(5000);
});
