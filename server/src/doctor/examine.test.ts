import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Context } from "@atrium/functions/context";
import { createWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import type { Write } from "@atrium/functions/store/port";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { importAll } from "../../testing/transfer.ts";
import { createLog } from "../log/log.ts";
import { openService } from "../service.ts";
import { readSettings } from "../settings/settings.ts";
import { examine } from "./examine.ts";

/** A data folder with a small tree; `spoil` receives the path of its organization. */
async function dataFolder(
  spoil: (context: Context, organization: string) => Promise<void> = async () => {},
): Promise<string> {
  const folder = join(temporaryFolder(), "data folder");
  const settings = { ...readSettings({}), dataFolder: folder };
  const { context } = await openService(settings, createLog("silent"));
  const { apiKeyId } = await createWorkspace(context, { ownerEmail: "ada@example.com" });
  const at = { organizationId: "acme" };
  const folders = ["a", "b", "c"].map((folderId, i, all) => ({
    kind: "folder",
    ...at,
    folderId,
    folderName: folderId,
    parentFolderId: all[i - 1] ?? "root",
  }));
  const { skipped } = await importAll(context, [
    { kind: "organization", ...at },
    ...folders,
    { kind: "document", ...at, documentId: "d", folderId: "c" },
    { kind: "activity", ...at, documentId: "d", timestamp: 1, actionType: "add" },
  ]);
  expect(skipped).toBe(0);
  await spoil(context, `apiKeys/${apiKeyId}/organizations/acme`);
  await context.store.close();
  return folder;
}

/** The checks that fail, with their messages. */
async function complaints(folder: string, all = true): Promise<Record<string, string>> {
  const findings = await examine(folder, { all });
  const bad = findings.filter(({ status }) => status !== "ok");
  return Object.fromEntries(
    bad.map(({ check, status, detail, problems = [] }) => [check, [status, detail, ...problems].join(" | ")]),
  );
}

const update = (path: string, data: object) => ({ op: "update", path, data }) as Write;

test("a disk on which a server would not be ready is a warning with its free space", async () => {
  const folder = await dataFolder();
  const MIB = 1024 * 1024;
  const disk = async (bytes: number) =>
    (await examine(folder, { all: false, freeBytes: async () => bytes })).find(({ check }) => check === "disk");
  expect(await disk(64 * MIB)).toBeUndefined();
  expect(await disk(64 * MIB - 1)).toStrictEqual({
    check: "disk",
    status: "warning",
    detail: "63 MiB are free, and a server needs 64 MiB. Make room.",
  });
  expect((await disk(0))?.detail).toMatch(/^0 MiB are free/);
});

test("a write-ahead log that has grown too large is a warning with its size", async () => {
  const folder = await dataFolder();
  writeFileSync(join(folder, "atrium.db-wal"), "", { mode: 0o600 });
  truncateSync(join(folder, "atrium.db-wal"), 300e6);
  expect(await complaints(folder)).toStrictEqual({
    "data file": expect.stringMatching(/^warning \| The write-ahead log has grown to 300 MB, because /),
  });
});

test("a healthy folder passes every check, sampled and complete, and stays unchanged", async () => {
  const folder = await dataFolder();
  const before = readFileSync(join(folder, "atrium.db"));
  const findings = await examine(folder, { all: true });
  const checks = findings.map(({ check, status }) => [check, status]);
  const names = [
    "data folder",
    "secrets",
    "backups",
    "data format",
    "data file",
    "indexes",
    "credentials",
    "folders",
    "documents",
    "tasks",
  ];
  expect(checks).toStrictEqual(names.map((name) => [name, "ok"]));
  expect(await complaints(folder, false)).toStrictEqual({});
  expect(readFileSync(join(folder, "atrium.db"))).toStrictEqual(before);
});

test("a folder without data is refused and not created", async () => {
  const folder = join(temporaryFolder(), "none");
  await expect(examine(folder, { all: false })).rejects.toMatchObject({
    name: "DataFileError",
    message: expect.stringMatching(/^There is no data in /),
  });
  expect(existsSync(folder)).toBe(false);
});

test("a folder that has lost its data file is not taken for a new one", async () => {
  const folder = await dataFolder();
  writeFileSync(join(folder, "atrium.lock"), "");
  rmSync(join(folder, "atrium.db"));
  await expect(examine(folder, { all: false })).rejects.toMatchObject({
    name: "DataFileError",
    message: expect.stringMatching(/atrium\.db is missing, although .+ has had data before\. Restore a backup/),
  });
});

testUnless(process.platform === "win32" && "there are no such modes")(
  "a start and the doctor name the file of the database that can't be written",
  async () => {
    const folder = await dataFolder();
    const shared = join(folder, "atrium.db-shm");
    writeFileSync(shared, "");
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
    chmodSync(dirname(folder), 0o711);
    chmodSync(folder, 0o777);
    chmodSync(shared, 0o444);
    const locate = (path: string) => JSON.stringify(new URL(path, import.meta.url));
    // Imported before root, which may write everywhere, becomes another user.
    const script = `const { checkFolder } = await import(${locate("check-folder.ts")});
      const { openSqliteStore } = await import(${locate("../../../functions/src/store/sqlite/adapter.ts")});
      const { tree } = await import(${locate("../../../functions/src/store/tree.ts")});
      if (process.getuid() === 0) process.setuid(65534);
      const folder = ${JSON.stringify(folder)};
      console.log(checkFolder(folder).detail);
      await openSqliteStore({ file: folder + "/atrium.db", tree, indexes: [] }).catch(({ message }) => console.log(message));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    const [check, start] = stdout.split("\n");
    expect(check).toMatch(/^.+atrium\.db-shm can't be written by this user\. Check its permissions and owner\.$/);
    expect(start).toMatch(/^.+atrium\.db-shm can't be opened for writing \(/);
  },
);

test("the doctor reports secrets and folders that others can read", async () => {
  const folder = await dataFolder();
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "secrets.json"), 0o644);
  const problems = await complaints(folder);
  expect(problems["data folder"] ?? "").toMatch(
    /^warning \| others can list its files \(mode 755\). Run: chmod 700 ".*data folder"$/,
  );
  expect(problems.secrets ?? "").toMatch(
    /^failed \| .* can be read by others \(mode 644\). Run: chmod 600 ".*data folder\/secrets\.json"$/,
  );
  chmodSync(folder, 0o700);
  chmodSync(join(folder, "atrium.db"), 0o644);
  const { "data folder": files = "" } = await complaints(folder);
  expect(files).toMatch(
    /^warning \| files in it would be readable for others if the folder were opened\. Run: chmod 600 ".*data folder\/atrium\.db"$/,
  );
});

test("the doctor reports missing, broken and foreign secrets", async () => {
  const folder = await dataFolder();
  const secrets = join(folder, "secrets.json");
  const other = await dataFolder();
  writeFileSync(secrets, readFileSync(join(other, "secrets.json")));
  expect((await complaints(folder)).credentials ?? "").toMatch(/^failed \| can't be decrypted/);
  writeFileSync(secrets, "{}");
  expect((await complaints(folder)).secrets ?? "").toMatch(/^failed \| .*secrets.json can't be read/);
  rmSync(secrets);
  expect((await complaints(folder)).secrets ?? "").toMatch(/^failed/);
});

test("the doctor reports a damaged data file", async () => {
  const folder = await dataFolder();
  const file = join(folder, "atrium.db");
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 4096 * 3 + 100, 4096 * 6);
  writeFileSync(file, bytes);
  expect((await complaints(folder))["data file"] ?? "").toMatch(/^failed \| /);
  truncateSync(file, 5000);
  expect((await complaints(folder))["data file"] ?? "").toMatch(/^failed \| /);
  writeFileSync(file, "not a database at all, but long enough to look like something");
  expect((await complaints(folder))["data file"] ?? "").toMatch(/^failed \| .*is damaged or not a database/);
});

test("the doctor reports the format of the data file, and which Atrium wrote it and when", async () => {
  const format = (await examine(await dataFolder(), { all: false })).find(({ check }) => check === "data format");
  expect(format?.detail).toMatch(/^\d+, the current one; written by Atrium \d+\.\d+\.\d+ on \d{4}-\d\d-\d\d$/);
});

test("the doctor reports a data file of a newer Atrium", async () => {
  const folder = await dataFolder();
  const db = new DatabaseSync(join(folder, "atrium.db"));
  db.exec("PRAGMA user_version=99");
  db.close();
  expect((await complaints(folder))["data file"] ?? "").toMatch(/newer Atrium \(data format 99/);
});

test("a missing index entry is found in a sample, and a superfluous one in a complete check", async () => {
  const folder = await dataFolder();
  const db = new DatabaseSync(join(folder, "atrium.db"));
  const entry = db.prepare(
    "SELECT * FROM entries e JOIN collections c ON c.num = e.coll WHERE c.path LIKE '%/folders' LIMIT 1",
  );
  const { idx, scope, key, coll, id } = entry.get() as Record<string, string>;
  db.exec("INSERT INTO entries SELECT idx, scope, x'00', coll, id FROM entries LIMIT 1");
  expect((await complaints(folder)).indexes ?? "").toMatch(
    /^failed \| .*There are \d+ index entries, but \d+ are expected/,
  );
  const drop = "DELETE FROM entries WHERE idx = ? AND scope = ? AND key = ? AND coll = ? AND id = ?";
  expect(
    db.prepare(drop).run(idx as string, scope as string, key as string, coll as string, id as string).changes,
  ).toBe(1);
  db.close();
  expect((await complaints(folder, false)).indexes ?? "").toMatch(new RegExp(`folders/${id} lacks an index entry`));
});

test("wrong ancestors, orphans, cycles and documents outside the tree are reported by name", async () => {
  const wrong = await dataFolder((context, at) =>
    context.store.commit([update(`${at}/folders/c`, { ancestors: ["root", "b"] })]),
  );
  expect((await complaints(wrong)).folders ?? "").toMatch(/^failed \| .*"c" has wrong ancestors/);
  const orphan = await dataFolder((context, at) =>
    context.store.commit([update(`${at}/folders/a`, { parentFolderId: "gone" })]),
  );
  expect((await complaints(orphan)).folders ?? "").toMatch(/"a" or a folder above it has a parent that does not exist/);
  const circle = await dataFolder((context, at) =>
    context.store.commit([update(`${at}/folders/a`, { parentFolderId: "c" })]),
  );
  expect((await complaints(circle)).folders ?? "").toMatch(/"a" is below itself/);
  const stray = await dataFolder((context, at) =>
    context.store.commit([update(`${at}/documents/d`, { folderId: "gone" })]),
  );
  expect((await complaints(stray)).documents ?? "").toMatch(/^failed \| .*"d" is in the folder "gone"/);
});

test("while a task is pending, trees that it will repair are a warning", async () => {
  const folder = await dataFolder((context, at) =>
    context.store.commit([
      update(`${at}/folders/c`, { ancestors: ["root", "b"] }),
      { op: "create", path: "tasks/task_1", data: { job: "rebuild-folders", payload: {} } },
    ]),
  );
  const problems = await complaints(folder);
  expect(problems.folders ?? "").toMatch(/^warning/);
  expect(problems.tasks ?? "").toMatch(/^warning \| 1 pending/);
});

test("a task that was given up or fails again and again is named with its error, and a task that is not due yet is not reported", async () => {
  const parked = { job: "purge", payload: {}, failedAt: 1, lastError: "Error: no luck" };
  const waiting = { job: "deliver", payload: {}, nextAt: Date.now() + 3_600_000 };
  const retriedTask = (attempts: number) => ({
    ...waiting,
    job: "delete-user-data",
    attempts,
    lastError: "Error: no way",
  });
  const folder = await dataFolder((context) =>
    context.store.commit([
      { op: "create", path: "tasks/task_1", data: parked },
      { op: "create", path: "tasks/task_2", data: waiting },
      { op: "create", path: "tasks/task_3", data: retriedTask(10) },
    ]),
  );
  const { tasks = "" } = await complaints(folder);
  expect(tasks).toMatch(/^warning \| .*purge task_1: Error: no luck/);
  expect(tasks).toContain("delete-user-data task_3, tried 10 times and to be retried: Error: no way");
  const quiet = await dataFolder((context) =>
    context.store.commit([
      { op: "create", path: "tasks/task_2", data: waiting },
      { op: "create", path: "tasks/task_3", data: retriedTask(9) },
    ]),
  );
  expect((await complaints(quiet)).tasks).toBeUndefined();
});

test("an id with invisible characters is printed as visible text, and with --json as escape sequences", async () => {
  const folder = await dataFolder(async ({ store }, organization) => {
    await store.commit([
      { op: "create", path: `${organization}/documents/d\u202ee\u009b2J`, data: { folderId: "gone" } } as Write,
    ]);
  });
  const { code, stdout } = await atrium(["doctor", "--full", "--data", folder]);
  expect([code, stdout]).toStrictEqual([1, expect.stringContaining("d�e�2J")]);
  const json = await atrium(["doctor", "--full", "--json", "--data", folder]);
  expect([json.code, json.stdout]).toStrictEqual([1, expect.stringContaining("d\\u202ee\\u009b2J")]);
  for (const hidden of ["\u202e", "\u009b"]) expect(stdout + json.stdout).not.toContain(hidden);
});
