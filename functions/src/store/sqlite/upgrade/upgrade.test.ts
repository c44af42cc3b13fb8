import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { openSqliteStore } from "../adapter.ts";
import { FORMAT, PROGRAM } from "../format.ts";
import { type Migration, migrations } from "./migrations.ts";
import { type UpgradeOptions, upgradeDataFile } from "./upgrade.ts";

const upgradingProcess = fileURLToPath(
  new URL("../../../../testing/harness/processes/upgrading-process.ts", import.meta.url),
);
const [collection = ""] = contractTree.roots;
const AT = Date.UTC(2026, 0, 5, 9, 30, 1);

/** A data file of this program's format with a document in it, in a folder of its own. */
async function newFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "atrium.db");
  const store = await openSqliteStore({ file, tree: contractTree, indexes: contractIndexes });
  await store.commit([{ op: "create", path: `${collection}/a`, data: { n: 1 } }]);
  await store.close();
  return file;
}

/** Turns the file into one of format 1, which did not record the origin of formats. */
function toFormat1(file: string): void {
  alter(file, "DROP TABLE formats; PRAGMA user_version=1");
}

function alter(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}

function read(file: string, sql: string): unknown[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

const formatOf = (file: string) => read(file, "PRAGMA user_version")[0];
const tablesOf = (file: string) => read(file, "SELECT name, sql FROM sqlite_schema ORDER BY name");
const documentsOf = (file: string) => read(file, "SELECT * FROM docs");

/** Names of the backups beside the file, complete or not. */
function backupsOf(file: string): string[] {
  return readdirSync(join(file, "..")).filter((name) => name.includes(".format-"));
}

/** Upgrades the file. @returns the messages to the operator. */
async function upgrade(file: string, options: Partial<UpgradeOptions> = {}): Promise<string[]> {
  const messages: string[] = [];
  await upgradeDataFile({ file, now: () => AT, notify: (message) => void messages.push(message), ...options });
  return messages;
}

const [first, second]: [Migration, Migration] = [
  { to: FORMAT + 1, run: (db) => db.exec("CREATE TABLE first (n INTEGER)") },
  { to: FORMAT + 2, run: (db) => db.exec("CREATE TABLE second (n INTEGER)") },
];

test("the steps lead from format 1 to the current one, one by one, and result in the same tables as in a new file", async () => {
  expect(migrations.map(({ to }) => to)).toStrictEqual(Array.from({ length: FORMAT - 1 }, (_, i) => i + 2));
  const file = await newFile();
  const tables = tablesOf(file);
  const documents = documentsOf(file);
  toFormat1(file);
  await upgrade(file);
  expect(formatOf(file)).toStrictEqual({ user_version: FORMAT });
  expect(tablesOf(file)).toStrictEqual(tables);
  expect(documentsOf(file)).toStrictEqual(documents);
  const store = await openSqliteStore({ file, tree: contractTree, indexes: contractIndexes });
  expect((await store.get(`${collection}/a`))?.data).toStrictEqual({ n: 1 });
  await store.close();
});

test("entries of descending and of unused indexes are removed, and missing entries of other indexes are added", async () => {
  const file = await newFile();
  const store = await openSqliteStore({ file, tree: contractTree, indexes: contractIndexes });
  await store.commit([{ op: "create", path: `${collection}/a/items/i`, data: { kind: "k", n: 1, text: "t" } }]);
  await store.close();
  const entries = () => read(file, "SELECT definition, key, id FROM entries JOIN indexes ON num = idx ORDER BY 1, 2");
  const before = entries();
  const dropped =
    "num FROM indexes WHERE definition IN ('items: kind asc, n desc', 'commentAnnotations: lastUpdated asc')";
  alter(
    file,
    `INSERT INTO indexes (definition)
       VALUES ('items: kind asc, n desc'), ('commentAnnotations: lastUpdated asc'), ('group items: ');
     INSERT INTO entries SELECT num, scope, key, coll, id FROM entries, (SELECT ${dropped});
     CREATE TABLE large (coll INTEGER, id TEXT, data TEXT); PRAGMA user_version=3`,
  );
  expect(entries().length).toBe(3 * before.length);
  await upgrade(file);
  await (await openSqliteStore({ file, tree: contractTree, indexes: contractIndexes })).close();
  expect(entries()).toStrictEqual(before);
  const definitions = read(file, "SELECT definition FROM indexes");
  for (const definition of ["group items: ", "commentAnnotations: lastUpdated asc"])
    expect(definitions).not.toContainEqual({ definition });
});

test("a file without a format has format 1", async () => {
  const file = await newFile();
  toFormat1(file);
  alter(file, "PRAGMA user_version=0");
  await upgrade(file);
  expect(formatOf(file)).toStrictEqual({ user_version: FORMAT });
});

test("programs that may not upgrade refuse a file of an earlier format and leave it unchanged", async () => {
  const file = await newFile();
  toFormat1(file);
  const before = readFileSync(file);
  await expect(openSqliteStore({ file, tree: contractTree, indexes: contractIndexes })).rejects.toMatchObject({
    name: "DataFileError",
    message: expect.stringMatching(
      /written by an earlier Atrium \(data format 1, .*Start the server once: it makes a backup/,
    ),
  });
  expect(readFileSync(file)).toStrictEqual(before);
});

test("before the first step the file is copied into its folder, as one valid file that only its owner can read", async () => {
  const file = await newFile();
  toFormat1(file);
  const documents = documentsOf(file);
  const messages = await upgrade(file);
  const name = "atrium.format-1.2026-01-05T09-30-01Z.db";
  expect(backupsOf(file)).toStrictEqual([name]);
  const copy = join(file, "..", name);
  if (process.platform !== "win32") expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(formatOf(copy)).toStrictEqual({ user_version: 1 });
  expect(documentsOf(copy)).toStrictEqual(documents);
  expect(backupsOf(file)).toStrictEqual([name]);
  expect(messages).toStrictEqual([
    `The data file has format 1, this Atrium writes ${FORMAT}. It is backed up, then brought up to date.`,
    `The data file has format ${FORMAT} now. As it was before, it is kept in ${copy}.`,
  ]);
});

test("a backup put in place of the file is upgraded as the file was", async () => {
  const file = await newFile();
  toFormat1(file);
  await upgrade(file);
  const [backup = ""] = backupsOf(file);
  copyFileSync(join(file, "..", backup), file);
  await upgrade(file);
  expect(formatOf(file)).toStrictEqual({ user_version: FORMAT });
});

test("the backup includes writes that are still in the log", async () => {
  const file = await newFile();
  toFormat1(file);
  const writer = new DatabaseSync(file);
  writer.exec("PRAGMA wal_autocheckpoint=0; UPDATE docs SET data = '{\"n\":2}'");
  // The state after a killed process: the log beside the file.
  const crashedFile = join(mkdtempSync(join(tmpdir(), "atrium-upgrade-")), "atrium.db");
  onTestFinished(() => rmSync(join(crashedFile, ".."), { recursive: true }));
  for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, crashedFile + suffix);
  writer.close();
  await upgrade(crashedFile);
  const [backup = ""] = backupsOf(crashedFile);
  for (const path of [crashedFile, join(crashedFile, "..", backup)])
    expect(documentsOf(path)).toMatchObject([{ data: '{"n":2}' }]);
});

test("a file of the newest format is left alone, without a backup and while other processes have it open", async () => {
  const file = await newFile();
  const store = await openSqliteStore({ file, tree: contractTree, indexes: contractIndexes });
  expect(await upgrade(file)).toStrictEqual([]);
  expect(backupsOf(file)).toStrictEqual([]);
  await store.close();
});

test("each step records the program and the time; a file that is too new names its format, and the program that wrote it if that is another", async () => {
  const file = await newFile();
  await upgrade(file, { migrations: [first, second] });
  expect(read(file, "SELECT * FROM formats ORDER BY format DESC LIMIT 2")).toStrictEqual([
    { format: FORMAT + 2, program: PROGRAM, since: AT },
    { format: FORMAT + 1, program: PROGRAM, since: AT },
  ]);
  const refused = (message: RegExp) =>
    expect(upgrade(file)).rejects.toMatchObject({
      name: "DataFileError",
      message: expect.stringMatching(message),
    });
  const [fileFormat, buildFormat] = [FORMAT + 2, FORMAT];
  await refused(
    new RegExp(
      `was written by a newer build of Atrium ${PROGRAM} \\(data format ${fileFormat}; this is an older build of it, which knows ${buildFormat}\\)\\. Start a build that knows this format`,
    ),
  );
  alter(file, "UPDATE formats SET program = '7.1.0'");
  await refused(
    new RegExp(
      `was written by a newer Atrium, 7\\.1\\.0 \\(data format ${fileFormat}; .*Update Atrium to 7\\.1\\.0 or later`,
    ),
  );
});

test("a step that fails leaves nothing behind, and the next start repeats it with the same backup", async () => {
  const file = await newFile();
  const failing: Migration = {
    to: FORMAT + 2,
    run: (db) => {
      db.exec("CREATE TABLE half (n INTEGER)");
      throw new Error("no luck");
    },
  };
  await expect(upgrade(file, { migrations: [first, failing] })).rejects.toMatchObject({
    name: "DataFileError",
    message: expect.stringMatching(/can't be brought to data format \d+ \(no luck\)\. Nothing of this step was kept/),
  });
  expect(formatOf(file)).toStrictEqual({ user_version: FORMAT + 1 });
  expect(tablesOf(file)).not.toContainEqual(expect.objectContaining({ name: "half" }));
  const backups = backupsOf(file);
  await upgrade(file, { migrations: [first, second], now: () => AT + 60_000 });
  expect(formatOf(file)).toStrictEqual({ user_version: FORMAT + 2 });
  expect(backupsOf(file)).toStrictEqual(backups);
});

test("a file with different content after as many commits gets a backup of its own", async () => {
  const file = await newFile();
  await upgrade(file, { migrations: [first] });
  alter(file, `UPDATE docs SET data = '{"n":10}'`);
  await upgrade(file, { migrations: [first, second], now: () => AT + 60_000 });
  expect(backupsOf(file).length).toBe(2);
});

test("after a kill in the middle of a step the file has the steps before it, and the next start continues", async () => {
  const file = await newFile();
  const documents = documentsOf(file);
  const child = spawn(process.execPath, [upgradingProcess, file], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  expect((await exit)[1]).toBe("SIGKILL");
  expect(formatOf(file)).toStrictEqual({ user_version: FORMAT + 1 });
  expect(documentsOf(file)).toStrictEqual(documents);
  await upgrade(file, { migrations: [first, second] });
  expect(formatOf(file)).toStrictEqual({ user_version: FORMAT + 2 });
  expect(documentsOf(file)).toStrictEqual(documents);
  expect(backupsOf(file).length).toBe(1);
});

test("a backup removes the unfinished backup of a killed process", async () => {
  const file = await newFile();
  const half = join(file, "..", "atrium.format-1.2026-01-05T09-00-00Z.db.partial");
  writeFileSync(half, "half");
  await upgrade(file, { migrations: [first] });
  expect(backupsOf(file)).toStrictEqual([`atrium.format-${FORMAT}.2026-01-05T09-30-01Z.db`]);
});

test("a file that another process has open is not upgraded", async () => {
  const file = await newFile();
  const other = await openSqliteStore({ file, tree: contractTree, indexes: contractIndexes });
  await expect(upgrade(file, { migrations: [first], lockTimeout: 0 })).rejects.toMatchObject({
    name: "DataFileError",
    message: expect.stringMatching(/while another process has it open\. Stop the earlier Atrium/),
  });
  await other.commit([{ op: "create", path: `${collection}/b`, data: {} }]);
  await other.close();
  expect(formatOf(file)).toStrictEqual({ user_version: FORMAT });
  expect(backupsOf(file)).toStrictEqual([]);
});

test("without space for the backup nothing is changed, and the error says how much is needed", async () => {
  const file = await newFile();
  const before = readFileSync(file);
  await expect(upgrade(file, { migrations: [first], freeBytes: () => 2e6 })).rejects.toMatchObject({
    name: "DataFileError",
    message: expect.stringMatching(
      /has 2 MB free, and the upgrade of the data file with its backup needs 68 MB\. Make room/,
    ),
  });
  expect(readFileSync(file)).toStrictEqual(before);
  expect(backupsOf(file)).toStrictEqual([]);
});
