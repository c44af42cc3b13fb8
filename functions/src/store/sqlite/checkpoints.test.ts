import { existsSync, mkdtempSync, renameSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteStore } from "./adapter.ts";
import { Checkpoints, type CheckpointThread, openCheckpointThread } from "./checkpoints.ts";
import { type Database, openDatabase } from "./database.ts";

/** A data file that is deleted with the test. */
function dataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-checkpoints-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "data.db");
}

/** A data file with a checkpoint at fifty pages, whose thread the test controls. */
function rig(pages = 50) {
  const file = dataFile();
  const db = openDatabase(file);
  onTestFinished(() => db.close());
  let starts = 0;
  let done: (syncFailure?: string) => void = () => {};
  const failures: Error[] = [];
  const thread: CheckpointThread = { start: () => void starts++, close: async () => {}, closeFile: () => {} };
  let passTime = () => {};
  const checkpoints = new Checkpoints(db, {
    pages,
    timer(_ms, run) {
      passTime = run;
      return () => {};
    },
    openThread(onDone) {
      done = onDone;
      return thread;
    },
    onSyncFailed: (error) => void failures.push(error),
  });
  db.exec("CREATE TABLE pages (content BLOB)");
  let resumed = 0;
  const holds = () => checkpoints.holdsCommits(() => void resumed++);
  const commit = (size: number) => {
    expect(holds()).toBe(false);
    db.exec(`INSERT INTO pages VALUES (randomblob(${size * 4096}))`);
    checkpoints.afterCommit();
  };
  onTestFinished(() => checkpoints.close());
  return {
    file,
    db,
    commit,
    holds,
    resumed: () => resumed,
    starts: () => starts,
    end: (syncFailure?: string) => done(syncFailure),
    failures,
    passTime: () => passTime(),
  };
}

test("a checkpoint creates no file where the data file was moved away, and leaves the log of its commits", async () => {
  const file = dataFile();
  const db = openDatabase(file);
  onTestFinished(() => db.close());
  db.exec("CREATE TABLE pages (content BLOB)");
  const size = statSync(`${file}-wal`).size;
  renameSync(file, `${file}.moved`);
  const ended = Promise.withResolvers<string | undefined>();
  const thread = openCheckpointThread(file, ended.resolve);
  onTestFinished(() => thread.close());
  thread.start(false);
  expect(await ended.promise).toBeUndefined();
  expect([existsSync(file), statSync(`${file}-wal`).size]).toStrictEqual([false, size]);
});

test("an existing data file is opened whatever characters its path has", () => {
  const file = `${dataFile()} 100%25 ?#ü.db`;
  openDatabase(file).close();
  openDatabase(file, { isEmptyRefused: true }).close();
});

test("checkpoints wait until the disk itself has the pages, on macOS too", () => {
  const db = openDatabase(dataFile());
  onTestFinished(() => db.close());
  expect(db.statement("PRAGMA checkpoint_fullfsync").get()).toEqual({ checkpoint_fullfsync: 1 });
});

const logOf = (db: Database) =>
  db.statement("PRAGMA wal_checkpoint(NOOP)").get() as { log: number; checkpointed: number };

test("commits move no pages, however full the log is, and start one checkpoint thread", () => {
  const { db, commit, starts } = rig();
  commit(2);
  const before = logOf(db);
  expect(before.log).toBeGreaterThan(0);
  expect(starts()).toBe(0);
  commit(60);
  commit(60);
  expect(starts()).toBe(1);
  expect(logOf(db)).toMatchObject({ checkpointed: before.checkpointed });
});

test("after the first run, commits wait while the thread moves the pages appended meanwhile, and the next commit restarts the log", () => {
  const { db, commit, holds, resumed, starts, end } = rig();
  commit(60);
  commit(1);
  const before = logOf(db).log;
  end();
  expect([holds(), holds(), starts(), resumed()]).toStrictEqual([true, true, 2, 0]);
  db.exec("PRAGMA wal_checkpoint(PASSIVE)");
  end();
  expect(resumed()).toBe(1);
  commit(1);
  expect(logOf(db).log).toBeLessThan(before);
  expect(starts()).toBe(2);
  commit(60);
  expect(starts()).toBe(3);
});

test("commits do not wait if the thread has moved everything", () => {
  const { db, commit, starts, end } = rig();
  commit(60);
  db.exec("PRAGMA wal_checkpoint(PASSIVE)");
  end();
  commit(60);
  expect(starts()).toBe(2);
});

test("commits continue when the thread takes too long for the last pages", () => {
  const { commit, holds, resumed, end, passTime } = rig();
  commit(60);
  end();
  expect(holds()).toBe(true);
  passTime();
  expect(resumed()).toBe(1);
  commit(1);
});

test("a failing disk ends the store, and no more pages are moved: only the log holds what was acknowledged", () => {
  for (const isLast of [false, true]) {
    const { commit, holds, resumed, starts, end, passTime, failures } = rig();
    commit(60);
    if (isLast) {
      commit(1);
      end();
      expect(holds()).toBe(true);
    }
    const started = starts();
    end("EIO: i/o error, fdatasync");
    end("EIO: i/o error, fdatasync");
    passTime();
    expect(failures.map(({ message }) => message)).toStrictEqual([expect.stringContaining("EIO")]);
    commit(60);
    expect([starts(), resumed()]).toStrictEqual([started, isLast ? 1 : 0]);
  }
});

test("no process moves pages if another program runs the checkpoints", () => {
  const { db, commit, starts } = rig(0);
  for (let n = 0; n < 10; n++) commit(200);
  expect(starts()).toBe(0);
  expect(logOf(db)).toMatchObject({ checkpointed: 0 });
});

test("even if the thread never finishes, the log grows to at most four times its limit", () => {
  const { db, commit } = rig();
  for (let n = 0; n < 100; n++) commit(10);
  expect(logOf(db).log).toBeLessThan(250);
});

test("the thread moves all pages of the log while the file stays open for commits", async () => {
  const { file, db, commit } = rig();
  commit(60);
  expect(logOf(db)).toMatchObject({ checkpointed: 0 });
  const done = Promise.withResolvers<void>();
  const thread = openCheckpointThread(file, () => done.resolve());
  thread.start(false);
  await done.promise;
  const { log, checkpointed } = logOf(db);
  expect(checkpointed).toBe(log);
  await thread.close();
  thread.closeFile();
});

test("everything that a store has written is in the file after it was closed", async () => {
  const options = { file: dataFile(), tree: contractTree, indexes: contractIndexes, checkpointPages: 20 };
  const store = await openSqliteStore(options);
  const paths = Array.from({ length: 500 }, (_, n) => `worlds/w/items/${n}`);
  for (const path of paths)
    await store.commit([{ op: "set", path, data: { kind: "k", n: 1, text: "x".repeat(4096) } }]);
  await store.close();
  const again = await openSqliteStore(options);
  expect((await again.getMany(paths)).filter((doc) => doc === undefined)).toStrictEqual([]);
  await again.close();
});
