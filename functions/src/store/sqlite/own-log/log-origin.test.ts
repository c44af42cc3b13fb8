import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { Store } from "#store/port";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteSnapshot, openSqliteStore } from "../adapter.ts";
import { copySqlite } from "../copy.ts";
import { readDataFormat } from "../database.ts";
import { hasForeignLog } from "./log-origin.ts";

const REFUSAL = /^\S+data\.db-wal is the log of another data file.* Move \S+-wal and \S+-shm away/;

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), "atrium-log-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const optionsOf = (file: string, isShared = false) => ({
  file,
  tree: contractTree,
  indexes: contractIndexes,
  isShared,
});

/** An open store with commits in its log, and the paths of both files. */
async function opened(commits: number, isShared = false) {
  const file = join(folder(), "data.db");
  await (await openSqliteStore(optionsOf(file))).close();
  const store = await openSqliteStore(optionsOf(file, isShared));
  // Some tests close the store themselves.
  onTestFinished(() => store.close().catch(() => undefined));
  await write(store, commits);
  return { file, store };
}

async function write(store: Store, commits: number): Promise<void> {
  for (let i = 0; i < commits; i++)
    await store.commit([{ op: "set", path: `worlds/w${i}`, data: { text: `${i}`.repeat(300) } }]);
}

/** Puts a data file and a log together, as a kill or a copy over the file leaves them. */
function together(data: string, log: string): string {
  const file = join(folder(), "data.db");
  copyFileSync(data, file);
  copyFileSync(`${log}-wal`, `${file}-wal`);
  return file;
}

async function count(file: string): Promise<number> {
  const store = await openSqliteStore(optionsOf(file));
  try {
    return await store.count({ collection: "worlds" });
  } finally {
    await store.close();
  }
}

async function expectRefused(file: string): Promise<void> {
  const bytes = () => [readFileSync(file, "base64"), readFileSync(`${file}-wal`, "base64")];
  const before = bytes();
  await expect(openSqliteStore(optionsOf(file))).rejects.toThrow(REFUSAL);
  await expect(openSqliteSnapshot(optionsOf(file))).rejects.toThrow(REFUSAL);
  expect(() => readDataFormat(file)).toThrow(REFUSAL);
  expect(bytes()).toStrictEqual(before);
}

for (const isShared of [false, true])
  test(`a killed process's log is applied to its file, wherever both were copied (shared: ${isShared})`, async () => {
    const { file, store } = await opened(1, isShared);
    for (const commits of [1, 300, 301]) {
      await write(store, commits);
      expect(await count(together(file, file))).toBe(commits);
    }
  });

test("a log is applied to its file even if that already contains its first commits, and to a copy that was made meanwhile", async () => {
  const { file, store } = await opened(10);
  const copy = join(folder(), "copy.db");
  await copySqlite(file, copy);
  // While this snapshot is open, no later pages are moved to the file, and the log is not restarted.
  const reading = await openSqliteSnapshot(optionsOf(file));
  onTestFinished(() => reading.close());
  await write(store, 12);
  const db = new DatabaseSync(file);
  expect(db.prepare("PRAGMA wal_checkpoint(PASSIVE)").get()?.checkpointed).toBeGreaterThan(0);
  db.close();
  await write(store, 20);
  expect(await count(together(file, file))).toBe(20);
  expect(await count(together(copy, file))).toBe(20);
});

test("a log that begins after the copy of a file was made is refused for the copy", async () => {
  const { file, store } = await opened(5);
  const copy = join(folder(), "copy.db");
  await copySqlite(file, copy);
  await write(store, 8);
  await store.close();
  const again = await openSqliteStore(optionsOf(file));
  onTestFinished(() => again.close());
  await write(again, 3);
  await expectRefused(together(copy, file));
});

test("an earlier log of a file is refused for its later state", async () => {
  const { file, store } = await opened(5);
  const killed = together(file, file);
  await write(store, 8);
  await store.close();
  await expectRefused(together(file, killed));
});

for (const isShared of [false, true])
  test(`the log of another file is refused, whatever the commit counts of both (shared: ${isShared})`, async () => {
    const { file } = await opened(200, isShared);
    for (const commits of [0, 5, 200, 400]) {
      const other = await opened(commits);
      await other.store.close();
      await expectRefused(together(other.file, file));
    }
  });

test("a log without commits is not refused, nor one whose first commit is truncated", async () => {
  const { file } = await opened(3);
  const log = readFileSync(`${file}-wal`);
  const other = await opened(0);
  await other.store.close();
  for (const bytes of [log.subarray(0, 0), log.subarray(0, 20), log.subarray(0, 32), Buffer.alloc(9000)]) {
    const pair = together(other.file, file);
    writeFileSync(`${pair}-wal`, bytes);
    expect(await count(pair)).toBe(0);
  }
});

/** How often the test must find a log: often enough that some are removed between the check and the read. */
const LOGS = 2000;

test("a log that its last user removes meanwhile is not refused", async () => {
  const file = join(folder(), "data.db");
  await (await openSqliteStore(optionsOf(file))).close();
  const program = `
    const { DatabaseSync } = require("node:sqlite");
    for (;;) {
      const db = new DatabaseSync(process.argv[1]);
      db.exec("UPDATE meta SET value = value + 1 WHERE key = 'sequence'");
      db.close();
    }`;
  const other = spawn(process.execPath, ["--eval", program, file], { stdio: "ignore" });
  onTestFinished(() => other.kill("SIGKILL"));
  for (let logs = 0; logs < LOGS; await nextTurn()) {
    if (existsSync(`${file}-wal`)) logs++;
    expect(hasForeignLog(file)).toBe(false);
  }
});
