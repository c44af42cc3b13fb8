import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { openSqliteSnapshot } from "@atrium/functions/store/sqlite/adapter";
import { tree } from "@atrium/functions/store/tree";
import { expect, test } from "@jest/globals";
import { smallDataFolder } from "../../testing/data-folders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { inShell } from "../commands/output/in-shell.ts";
import { readCredentials } from "../data/credentials.ts";
import { dataFile, indexes, readData } from "../data/data-folder.ts";
import { checkFolder } from "../doctor/check-folder.ts";
import { createLog } from "../log/log.ts";
import { prepareData } from "../prepare-data.ts";
import { readSettings } from "../settings/settings.ts";
import { createBackup } from "./create.ts";
import { writeHead } from "./head.ts";
import { restoreBackup } from "./restore.ts";
import { newSealing, writeSealed } from "./sealed-file.ts";
import type { SealingSecret } from "./sealing-key.ts";

const keyFile = (): SealingSecret => ({ kind: "key file", bytes: randomBytes(32) });

/** A data folder with a backup of it. */
async function backedUp(secret = keyFile()) {
  const data = await smallDataFolder();
  const folder = temporaryFolder();
  const file = join(folder, "atrium.backup");
  const result = await createBackup(data, file, { secret });
  const restore = (from = file, to = join(folder, "restored"), using = secret) =>
    restoreBackup(from, to, { secret: using });
  return { data, folder, file, result, restore, secret };
}

/** The error of a failed restore, after which the folder must not exist. */
async function refusal(
  { restore, folder }: Awaited<ReturnType<typeof backedUp>>,
  file?: string,
  secret?: SealingSecret,
) {
  const error = await restore(file, undefined, secret).catch((caught: Error) => caught);
  expect(existsSync(join(folder, "restored"))).toBe(false);
  return (error as Error).message;
}

test("a restored folder has the same documents, secrets and credentials, readable by its owner only", async () => {
  const { data, folder, file, result, restore } = await backedUp();
  expect(await restore()).toStrictEqual({
    dataFormat: result.dataFormat,
    bytes: result.bytes,
    sha256: result.sha256,
    documents: result.documents,
  });
  expect(result.documents).toMatchObject({ workspaces: 1, apiKeys: 1, organizations: 1, documents: 40 });
  const restored = join(folder, "restored");
  expect(readdirSync(restored).sort()).toStrictEqual(["atrium.db", "atrium.restored.json", "secrets.json"]);
  expect(readFileSync(join(restored, "secrets.json"))).toStrictEqual(readFileSync(join(data, "secrets.json")));
  const everything = async (of: string) => {
    const { snapshot, encryptionKey } = await readData(of);
    const credentials = await readCredentials(snapshot, encryptionKey);
    const [apiKey] = credentials.flatMap(({ apiKeys }) => apiKeys);
    const collection = `apiKeys/${apiKey?.apiKeyId}/organizations/acme/documents`;
    const { docs } = await snapshot.query({ collection });
    await snapshot.close();
    return { credentials, docs };
  };
  expect(await everything(restored)).toStrictEqual(await everything(data));
  const mode = (path: string) => statSync(path).mode & 0o777;
  expect([file, join(restored, "atrium.db"), join(restored, "secrets.json")].map(mode)).toStrictEqual([
    0o600, 0o600, 0o600,
  ]);
  expect(mode(restored)).toBe(0o700);
  expect(readdirSync(data).filter((name) => name.includes("copy"))).toStrictEqual([]);
});

test("a backup reveals nothing of its content, and the same data is sealed differently each time", async () => {
  const { data, folder, file, secret } = await backedUp();
  const bytes = readFileSync(file);
  const { encryptionKey } = JSON.parse(readFileSync(join(data, "secrets.json"), "utf8"));
  for (const text of [encryptionKey, "ada@example.com", "SQLite format 3", "signingKeys"])
    expect(bytes.includes(text)).toBe(false);
  await createBackup(data, join(folder, "second"), { secret, now: 5 });
  expect(readFileSync(join(folder, "second")).subarray(-64)).not.toStrictEqual(bytes.subarray(-64));
});

test("a passphrase opens what it sealed, and another passphrase or a key file gets an error that says so", async () => {
  const w = await backedUp({ kind: "passphrase", text: "correct horse battery" });
  expect(await refusal(w, undefined, { kind: "passphrase", text: "correct horse batterz" })).toMatch(
    /^The passphrase is not the one that .*atrium\.backup was sealed with\. Try another one\.$/,
  );
  expect(await refusal(w, undefined, keyFile())).toMatch(
    /was sealed with a passphrase, not with a key file\. Pass it with --passphrase-file/,
  );
  await w.restore();
});

test("another key file gets an error that says so", async () => {
  const w = await backedUp();
  expect(await refusal(w, undefined, keyFile())).toMatch(/^The key file is not the one that /);
});

test("wherever a backup is truncated, the restore reports it", async () => {
  const w = await backedUp();
  const { size } = statSync(w.file);
  for (const length of [1, 7, 8, 20, 23, 24, 60, 300, size - 20, size - 1]) {
    const cut = join(w.folder, `cut-${length}`);
    copyFileSync(w.file, cut);
    truncateSync(cut, length);
    expect([length, await refusal(w, cut)]).toStrictEqual([
      length,
      expect.stringMatching(/is cut off: a part of it is missing/),
    ]);
  }
});

test("a changed byte is detected wherever it is, and so is an additional one", async () => {
  const w = await backedUp();
  const { size } = statSync(w.file);
  for (const position of [9, 11, 13, 22, 30, 100, 300, 1000, Math.floor(size / 2), size - 17, size - 1]) {
    const altered = join(w.folder, `altered-${position}`);
    copyFileSync(w.file, altered);
    const descriptor = openSync(altered, "r+");
    writeSync(descriptor, Buffer.of((readFileSync(w.file)[position] ?? 0) ^ 1), 0, 1, position);
    closeSync(descriptor);
    expect([position, await refusal(w, altered)]).toStrictEqual([
      position,
      expect.stringMatching(/is damaged or was altered|is cut off/),
    ]);
  }
  const longer = join(w.folder, "longer");
  writeFileSync(longer, Buffer.concat([readFileSync(w.file), Buffer.of(0)]));
  expect(await refusal(w, longer)).toMatch(/is damaged or was altered/);
});

test("a backup of a newer Atrium, a file that is not a backup and a missing file get different errors", async () => {
  const w = await backedUp();
  const newer = join(w.folder, "newer");
  const head = writeHead(Buffer.from('{"what":"nobody knows yet"}'), 123, 2);
  writeFileSync(newer, Buffer.concat([head, Buffer.alloc(123 - head.length)]));
  expect(await refusal(w, newer)).toMatch(
    /was written by a newer Atrium \(backup format 2, this one knows 1\)\. Update Atrium/,
  );
  const other = join(w.folder, "other");
  writeFileSync(other, '{"kind":"workspace"}\n');
  expect(await refusal(w, other)).toMatch(/is not a backup of Atrium\. .*`npx atrium import` loads exports/);
  expect(await refusal(w, join(w.folder, "none"))).toMatch(/none can't be read \(ENOENT/);
  const pipe = join(w.folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  for (const path of [w.folder, pipe]) expect(await refusal(w, path)).toMatch(/is not a file/);
});

test("a crafted backup is refused as altered, whatever its header and content are", async () => {
  const w = await backedUp({ kind: "passphrase", text: "correct horse battery" });
  const crafted = join(w.folder, "crafted");
  const derivation = { name: "scrypt", salt: "AAAAAAAAAAA=", cost: 2 ** 16, blockSize: 8, parallelization: 2 };
  const header = (changed: object) =>
    JSON.stringify({ createdAt: 0, keyCheck: "AAAA", derivation: { ...derivation, ...changed } });
  const heads = [
    ...[{ cost: 3 }, { cost: 2 ** 16, blockSize: 1 }, { cost: 2 ** 30 }, { cost: 1 }, { salt: "%" }].map(header),
    ...["", "{", "null", '"text"', "[]", "\u0000"],
  ];
  for (const [text, format] of [...heads.map((one) => [one, 1] as const), [header({}), 0] as const]) {
    const fixed = writeHead(Buffer.from(text), 10_000, format);
    writeFileSync(crafted, Buffer.concat([fixed, Buffer.alloc(10_000 - fixed.length)]));
    expect([text, await refusal(w, crafted)]).toStrictEqual([text, expect.stringMatching(/is damaged or was altered/)]);
  }
  // Sealed with the right passphrase, so that only the content is wrong.
  const sealing = await newSealing(w.secret, 0);
  const preface = (text: string) => Buffer.concat([Buffer.of(0, 0, 0, text.length), Buffer.from(text)]);
  const whole = JSON.stringify({ manifest: { dataFormat: 1, bytes: 1, sha256: "", documents: {} }, secrets: "" });
  for (const content of [preface("{"), preface("{}"), Buffer.concat([preface(whole), Buffer.from("not packed")])]) {
    rmSync(crafted);
    await writeSealed(crafted, sealing, Readable.from([content]));
    expect(await refusal(w, crafted)).toMatch(/is damaged or was altered/);
  }
});

test("a restore into a folder that is not empty is refused, and one into an empty folder succeeds", async () => {
  const w = await backedUp();
  const full = join(w.folder, "full");
  mkdirSync(full);
  writeFileSync(join(full, "notes.txt"), "mine");
  await expect(w.restore(undefined, full)).rejects.toThrow(
    /full is not empty: it contains notes\.txt\. Nothing was changed\. Restore into a new folder/,
  );
  expect(readdirSync(full)).toStrictEqual(["notes.txt"]);
  const empty = join(w.folder, "empty");
  mkdirSync(empty);
  for (const name of ["atrium.db.restored-999999999", "atrium.restored.json"])
    writeFileSync(join(empty, name), "left by a killed restore");
  // The lock stays in a folder whose data was removed after a server ran there.
  writeFileSync(join(empty, "atrium.lock"), "");
  await w.restore(undefined, empty);
  const restored = ["atrium.db", "atrium.lock", "atrium.restored.json", "secrets.json"];
  expect(readdirSync(empty).sort()).toStrictEqual(restored);
});

test("an existing file is replaced only on request", async () => {
  const { data, file, secret } = await backedUp();
  const before = readFileSync(file);
  await expect(createBackup(data, file, { secret })).rejects.toThrow(/already exists\. .*--force/);
  expect(readFileSync(file)).toStrictEqual(before);
  await createBackup(data, file, { secret, overwrite: true });
  expect(readFileSync(file)).not.toStrictEqual(before);
});

test("a failed backup leaves no file behind", async () => {
  const { data, folder, secret } = await backedUp();
  const file = join(folder, "again");
  const secrets = join(data, "secrets.json");
  const other = await smallDataFolder();
  writeFileSync(secrets, readFileSync(join(other, "secrets.json")));
  await expect(createBackup(data, file, { secret })).rejects.toThrow(/The secrets do not belong to the data file/);
  const bytes = readFileSync(join(other, "atrium.db"));
  bytes.fill(0x5a, 4096 * 3 + 100, 4096 * 6);
  writeFileSync(join(other, "atrium.db"), bytes);
  await expect(createBackup(other, file, { secret })).rejects.toThrow(/^(?!.*copy-)[^\n]*damaged[^\n]*$/);
  // If no page of the tables can be read, the error is a different one.
  bytes.fill(0x5a, 4096);
  writeFileSync(join(other, "atrium.db"), bytes);
  await expect(createBackup(other, file, { secret })).rejects.toThrow(/^(?!.*copy-).+atrium\.db is damaged \([^\n]*$/);
  await expect(createBackup(data, join(folder, "none", "file"), { secret })).rejects.toThrow(
    /There is no folder .*none/,
  );
  await expect(createBackup(join(folder, "none"), file, { secret })).rejects.toThrow(/There is no data in/);
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(folder)).toStrictEqual(["atrium.backup"]);
  for (const one of [data, other]) {
    // SQLite itself leaves its log beside a file that was only read.
    const names = readdirSync(one).filter((name) => !/-(shm|wal)$/.test(name));
    expect(names.sort()).toStrictEqual(["atrium.db", "secrets.json"]);
  }
});

test("a backup that would leave the running server no room on its disk is refused with the numbers", async () => {
  const { data, folder, secret } = await backedUp();
  const file = join(folder, "again");
  const free =
    (...answers: number[]) =>
    async () =>
      answers.shift() ?? 63e6;
  const none = /^[^\n]* has 63 MB free, and a backup needs (\d+) MB there, [^\n]* Make room and try again; nothing was/;
  const before = readdirSync(data).sort();
  // Checked before the copy, and while it is sealed on the same disk.
  for (const freeBytes of [free(), free(1e9)])
    await expect(createBackup(data, file, { secret, freeBytes })).rejects.toThrow(none);
  expect(readdirSync(folder)).toStrictEqual(["atrium.backup"]);
  expect(readdirSync(data).sort()).toStrictEqual(before);
  await createBackup(data, file, { secret, freeBytes: free(1e9, 1e9) });
});

test("a backup made during writes holds one consistent state of the file, and does not delay the writes", async () => {
  const { data, folder, secret, restore } = await backedUp();
  const writer = new DatabaseSync(join(data, "atrium.db"), { timeout: 0 });
  // Every commit writes two rows that belong together.
  writer.exec("CREATE TABLE pairs (side TEXT, n INTEGER)");
  const write = (n: number) =>
    writer.exec(`BEGIN; INSERT INTO pairs VALUES ('a', ${n}); INSERT INTO pairs VALUES ('b', ${n}); COMMIT`);
  let pairCount = 0;
  for (; pairCount < 100; pairCount++) write(pairCount);
  const file = join(folder, "live");
  let isDone = false;
  const backup = createBackup(data, file, { secret, onProgress: () => write(pairCount++) }).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    write(pairCount++);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await backup;
  writer.close();
  await restore(file);
  const copy = new DatabaseSync(join(folder, "restored", "atrium.db"), { readOnly: true });
  const counts = copy.prepare("SELECT side, count(*) AS n FROM pairs GROUP BY side").all() as {
    side: string;
    n: number;
  }[];
  copy.close();
  expect(counts[0]?.n).toBe(counts[1]?.n);
  expect(counts[0]?.n).toBeGreaterThanOrEqual(100);
  expect(counts[0]?.n).toBeLessThan(pairCount);
});

test("a restored data file of an earlier version is upgraded like any other", async () => {
  const { data, folder, secret } = await backedUp();
  const earlier = new DatabaseSync(join(data, "atrium.db"));
  earlier.exec("DELETE FROM indexes");
  earlier.close();
  const file = join(folder, "earlier");
  await createBackup(data, file, { secret });
  await restoreBackup(file, join(folder, "restored"), { secret });
  await expect(openSqliteSnapshot({ file: join(folder, "restored", "atrium.db"), tree, indexes })).rejects.toThrow(
    /Start the server once/,
  );
});

test("a data folder that can't be written fails with an error that says so", async () => {
  const { data, folder, secret } = await backedUp();
  const closed = join(folder, "closed");
  mkdirSync(closed);
  chmodSync(closed, 0o500);
  // An administrator may write everywhere.
  if (process.getuid?.() === 0) return;
  await expect(createBackup(data, join(closed, "file"), { secret })).rejects.toThrow(/file can't be written \(EACCES/);
});

test("a signal leaves neither a copy of the data nor a part of the backup, and ends the process", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  // SQLite removes its own files itself.
  const inData = () => readdirSync(data).filter((name) => !/-(wal|shm)$/.test(name));
  const dataFiles = inData();
  for (const at of ["checking", "sealing", "verifying"]) {
    const script = `const { createBackup } = await import(${JSON.stringify(new URL("create.ts", import.meta.url))});
      await createBackup(${JSON.stringify(data)}, ${JSON.stringify(join(folder, "atrium.backup"))}, {
        secret: { kind: "key file", bytes: Buffer.alloc(32, 7) },
        onProgress: (_, doing) => doing === "${at}" && process.kill(process.pid, "SIGINT"),
      });`;
    const { signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect([at, signal, stderr]).toStrictEqual([at, "SIGINT", ""]);
    expect([inData(), readdirSync(folder)]).toStrictEqual([dataFiles, []]);
  }
});

test("copies left by killed backups are reported by the doctor, and removed when a server starts", async () => {
  const data = await smallDataFolder();
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const copy = `${dataFile(data)}.copy-${pid}`;
  for (const path of [copy, `${copy}-journal`]) writeFileSync(path, "", { mode: 0o600 });
  expect(checkFolder(data)).toMatchObject({
    status: "warning",
    detail: expect.stringContaining(`rm ${inShell(copy)}`),
  });
  await prepareData({ ...readSettings({}), dataFolder: data }, createLog("silent"));
  expect(readdirSync(data).filter((name) => name.includes("copy"))).toStrictEqual([]);
  expect(checkFolder(data).status).toBe("ok");
});

test("the unfinished copy of a killed upgrade is removed when a server starts, and complete copies stay", async () => {
  const data = await smallDataFolder();
  const whole = "atrium.format-3.2026-11-22T03-04-05Z.db";
  for (const name of [whole, `${whole}.partial`, `${whole}.partial-journal`])
    writeFileSync(join(data, name), "", { mode: 0o600 });
  await prepareData({ ...readSettings({}), dataFolder: data }, createLog("silent"));
  expect(readdirSync(data).filter((name) => name.includes("format"))).toStrictEqual([whole]);
});

test("a backup removes the parts that killed backups left in its folder, whatever their names were to be", async () => {
  const { data, folder, secret } = await backedUp();
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const otherFiles = ["notes.part-1x", `video.part-${pid}`, `running.backup.part-${process.ppid}`];
  for (const name of [`other.backup.part-${pid}`, `again.part-${pid}`, ...otherFiles])
    writeFileSync(join(folder, name), "");
  await createBackup(data, join(folder, "again"), { secret });
  expect(readdirSync(folder).sort()).toStrictEqual(["again", "atrium.backup", ...otherFiles].sort());
});
