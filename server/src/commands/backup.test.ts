import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { smallDataFolder } from "../../testing/data-folders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { backupFile, listBackups } from "../backup/backup-folder.ts";
import { readBackupNote } from "../backup/backup-note.ts";
import { inShell } from "./output/in-shell.ts";

test("a backup by command is restored by command, and errors are one line", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const passphrase = join(folder, "passphrase");
  writeFileSync(passphrase, "correct horse battery\n", { mode: 0o600 });
  const file = join(folder, "atrium.backup");
  const sealed = ["--passphrase-file", passphrase];
  const result = await atrium(["backup", "--data", data, ...sealed, file]);
  expect([result.code, result.stderr]).toStrictEqual([0, ""]);
  expect(result.stdout).toMatch(
    /^Backed up \d+ documents \(\d+\.\d MB\) to .*atrium\.backup \(\d+\.\d MB\) in \d+\.\d s, and read it back\.\n$/,
  );
  expect(readBackupNote(data).last?.file).toBe(file);

  const again = await atrium(["backup", "--data", data, ...sealed, file]);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/already exists\. Name another file/) });
  expect(readBackupNote(data).failure).toBe(undefined);

  const restored = join(folder, "restored");
  const back = await atrium(["restore", ...sealed, file, restored, "--json"]);
  expect([back.code, back.stderr]).toStrictEqual([0, ""]);
  expect(JSON.parse(back.stdout)).toMatchObject({ folder: restored, documents: { documents: 40 } });
  expect(await atrium(["restore", ...sealed, file, restored])).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^atrium: .*restored is not empty: it contains atrium\.db, secrets\.json\. .*\n$/),
  });
});

test("restore prints the folder as a shell takes it, and import names restore for a backup", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const key = join(temporaryFolder(), "key");
  writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
  const file = join(folder, "atrium.backup");
  await atrium(["backup", "--data", data, "--key-file", key, file]);
  const restored = join(folder, "Größe und mehr");
  const { code, stdout } = await atrium(["restore", "--key-file", key, file, restored]);
  expect(code).toBe(0);
  expect(stdout).toContain(`Start the server with ATRIUM_DATA="${restored}".\n`);
  const empty = join(folder, "empty");
  for (const into of [data, empty])
    expect(await atrium(["import", "--data", into, file])).toMatchObject({
      code: 1,
      stdout: "",
      stderr:
        "atrium: The input is a backup, not an export. `npx atrium restore` creates a data folder from a backup.\n",
    });
  expect(existsSync(empty)).toBe(false);
});

test("a folder of backups keeps the configured number, and a failure deletes none", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const key = join(temporaryFolder(), "key");
  writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
  const old = ["atrium-20200101T000000Z.backup", "atrium-20200102T000000Z.backup"];
  for (const name of old) writeFileSync(join(folder, name), "");
  const backUp = () => atrium(["backup", "--data", data, "--key-file", key, "--keep", "2", folder]);
  writeFileSync(join(data, "secrets.json"), "{}");
  expect(await backUp()).toMatchObject({ code: 1, stderr: expect.stringMatching(/secrets\.json can't be read/) });
  expect(readdirSync(folder)).toStrictEqual(old);
  expect(readBackupNote(data).failure?.reason).toMatch(/secrets\.json can't be read/);

  const healthy = await smallDataFolder();
  expect((await atrium(["backup", "--data", healthy, "--key-file", key, "--keep", "2", folder])).code).toBe(0);
  const names = readdirSync(folder).sort();
  expect(names).toHaveLength(2);
  expect(names[0]).toBe(old[1]);
  expect(statSync(join(folder, names[1] ?? "")).mode & 0o777).toBe(0o600);
});

test("backups made into a folder at the same time all stay, each under a name of its own, and none is reported as failed", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const key = join(temporaryFolder(), "key");
  writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
  // Every name of the next minute but the last is taken.
  const first = Date.now();
  const taken = Array.from({ length: 60 }, (_, i) => backupFile(folder, first + i * 1000));
  for (const file of taken) writeFileSync(file, "taken");
  const args = ["backup", "--json", "--data", data, "--key-file", key, "--keep", "99"];
  const results = await Promise.all([[], [], ["--force"]].map((more) => atrium([...args, ...more, folder])));
  expect(results.map(({ code, stderr }) => [code, stderr])).toStrictEqual(results.map(() => [0, ""]));
  const files: string[] = results.map(({ stdout }) => JSON.parse(stdout).file);
  expect(new Set(files).size).toBe(files.length);
  const restored = temporaryFolder();
  for (const [i, file] of files.entries())
    expect((await atrium(["restore", "--key-file", key, file, join(restored, String(i))])).code).toBe(0);
  for (const file of taken) expect(readFileSync(file, "utf8")).toBe("taken");
  expect(listBackups(folder)).toHaveLength(taken.length + files.length);
  const { last, failure } = readBackupNote(data);
  expect([files.includes(last?.file ?? ""), failure]).toStrictEqual([true, undefined]);
});

test("a backup and new keys that can't be written leave no file, in either folder", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const key = join(temporaryFolder(), "key");
  writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
  // If SQLite can't write its own companion files, it leaves them beside the data file.
  const names = () => readdirSync(data).filter((name) => !/-(wal|shm)$/.test(name));
  const before = names();
  const file = join(folder, "atrium.backup");
  for (const fileSizeLimit of [80, 0]) {
    expect(await atrium(["backup", "--data", data, "--key-file", key, file], { fileSizeLimit })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^atrium: .*free space.*\n$/),
    });
    expect(readdirSync(folder)).toStrictEqual([]);
    // If the folder can be written, only the note of the failure is added.
    expect(names().sort()).toStrictEqual([...before, "atrium.backup.json"].sort());
  }
  expect((await atrium(["keys", "rotate", "--data", data], { fileSizeLimit: 0 })).code).toBe(1);
  expect(names().sort()).toStrictEqual([...before, "atrium.backup.json"].sort());
});

test("a secret is requested by name, and a weak one is refused before anything is done", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const file = join(folder, "atrium.backup");
  const short = join(folder, "short");
  writeFileSync(short, "1234567\n");
  const outcomes = [
    [[], /^atrium: A backup is sealed, because .* --passphrase-file or --key-file\.\n$/],
    [["--passphrase-file", short], /The passphrase in .*short is too short: it must have at least 8 characters/],
    [
      ["--key-file", short],
      /The key file .*short is too short: it must have at least 32 bytes\. Create one with `openssl rand .*, unless backups were sealed with it: then copy it again/,
    ],
    [["--key-file", join(folder, "none")], /none can't be read \(ENOENT/],
    [["--key-file", short, "--passphrase-file", short], /Give one of/],
  ] as const;
  for (const [args, message] of outcomes)
    expect(await atrium(["backup", "--data", data, ...args, file])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
  expect(existsSync(file)).toBe(false);
});

testUnless(process.platform === "win32" && "Windows has no such file modes")(
  "a secret that every user can read is told by each command and by the doctor, and its mode stays",
  async () => {
    const [data, folder] = [await smallDataFolder(), temporaryFolder()];
    const [key, file] = [join(folder, "key"), join(folder, "atrium.backup")];
    writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
    const [on, sealed] = [
      ["--data", data],
      ["--key-file", key],
    ];
    const commands = [
      ["backup", ...on, ...sealed, file],
      ["restore", ...sealed, file, join(folder, "restored")],
      ["export", ...on, ...sealed, join(folder, "world.jsonl")],
    ];
    for (const mode of [0o644, 0o604]) {
      const line = `Every user of this machine has access to ${key} (mode ${mode.toString(8)}), which opens the backups sealed with it. Run: chmod 600 ${inShell(key)}`;
      chmodSync(key, mode);
      for (const command of commands) {
        const { code, stderr } = await atrium(command);
        // An export also says what it leaves out.
        expect([command[0], code, stderr.split("\n")[0]]).toStrictEqual([command[0], 0, `atrium: ${line}`]);
      }
      expect(statSync(key).mode & 0o777).toBe(mode);
      const env = { BACKUP_DIR: folder, BACKUP_KEY_FILE: key };
      expect((await atrium(["doctor", ...on], { env })).stdout).toContain(line);
      for (const path of [file, join(folder, "restored"), join(folder, "world.jsonl")])
        rmSync(path, { recursive: true });
    }
    // A group may share it.
    chmodSync(key, 0o640);
    for (const command of commands) expect((await atrium(command)).stderr).not.toContain(key);
  },
);

test("standard output is refused as the target of a backup, and no file named - is created", async () => {
  const [data, cwd] = [await smallDataFolder(), temporaryFolder()];
  writeFileSync(join(cwd, "key"), Buffer.alloc(32, 7));
  expect(await atrium(["backup", "--data", data, "--key-file", "key", "-"], { cwd })).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(
      /^atrium: A backup must be written to a file, [^\n]* not to standard output\. Name a file[^\n]*\n$/,
    ),
  });
  expect(readdirSync(cwd)).toStrictEqual(["key"]);
});
