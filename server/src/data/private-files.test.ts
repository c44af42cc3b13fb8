import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atrium } from "../../testing/atrium.ts";
import { startServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { keepPrivate } from "./private-files.ts";

const skip = process.platform === "win32" && "Windows has no modes";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modes = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));

/** A folder with files, all of them with these modes. */
function folderWith(parent: string, files: readonly string[], { folderMode = 0o755, fileMode = 0o644 } = {}): string {
  const folder = join(parent, "data");
  mkdirSync(folder);
  for (const name of files) {
    writeFileSync(join(folder, name), name);
    chmodSync(join(folder, name), fileMode);
  }
  chmodSync(folder, folderMode);
  return folder;
}

test("a running server's files are its owner's alone, in a folder that is so too", { skip }, async (t) => {
  for (const ATRIUM_SEED of ["none", "world"]) {
    const folder = join(temporaryFolder(t), "data");
    const server = await startServer(folder, { ATRIUM_SEED });
    t.after(() => server.end("SIGKILL"));
    const expected = ["atrium.db", "atrium.db-shm", "atrium.db-wal", "secrets.json"].map((name) => [name, "600"]);
    assert.deepEqual(modes(folder), Object.fromEntries(expected));
    assert.equal(modeOf(folder), "700");
    await server.end();
  }
});

test("the command line makes data and exports that are their owner's alone", { skip }, async (t) => {
  const parent = temporaryFolder(t);
  const [data, file] = [join(parent, "data"), join(parent, "out.jsonl")];
  const made = await atrium(["workspace", "create", "--email", "ada@example.com", "--data", data]);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  assert.deepEqual(modes(data), { "atrium.db": "600", "secrets.json": "600" });
  writeFileSync(file, "an earlier export");
  chmodSync(file, 0o644);
  for (const args of [[file, "--force"], [`${file}.gz`]]) {
    assert.equal((await atrium(["export", ...args, "--data", data])).code, 0);
    assert.equal(modeOf(args[0] ?? ""), "600");
  }
});

test("what an earlier version left open is closed at the next start, which says so once", { skip }, async (t) => {
  const folder = join(temporaryFolder(t), "data");
  await (await startServer(folder)).end();
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  const args = ["workspace", "create", "--email", "ada@example.com", "--data", folder];
  const { code, stderr } = await atrium(args);
  assert.equal(code, 0);
  assert.equal(
    stderr,
    `atrium: Others had access to ${folder} (mode 755), ${join(folder, "atrium.db")} (mode 644), ${join(folder, "secrets.json")} (mode 644). From now on only the owner has.\n`,
  );
  assert.deepEqual(modes(folder), { "atrium.db": "600", "secrets.json": "600" });
  assert.equal(modeOf(folder), "700");
  assert.equal((await atrium(args)).stderr, "");
});

test("an empty folder that somebody else made is closed", { skip }, (t) => {
  const folder = folderWith(temporaryFolder(t), []);
  assert.deepEqual(keepPrivate(folder), [`${folder} (mode 755)`]);
  assert.equal(modeOf(folder), "700");
  assert.deepEqual(keepPrivate(folder), []);
});

test("a folder that holds other files is refused and left as it is", { skip }, (t) => {
  const folder = folderWith(temporaryFolder(t), ["atrium.db", "letters.txt"]);
  assert.throws(() => keepPrivate(folder), {
    name: "DataFileError",
    message: `Others have access to the data folder ${folder} (mode 755), which holds other files too. Run: chmod 700 ${folder} - or point ATRIUM_DATA at a folder that holds nothing else.`,
  });
  assert.deepEqual([modeOf(folder), modeOf(join(folder, "letters.txt"))], ["755", "644"]);
  // Where its owner has closed the folder, only Atrium's files are changed.
  chmodSync(folder, 0o700);
  assert.deepEqual(keepPrivate(folder), [`${join(folder, "atrium.db")} (mode 644)`]);
  assert.equal(modeOf(join(folder, "letters.txt")), "644");
});

test("modes that can't be changed end the start with the command to run", { skip }, (t) => {
  const folder = folderWith(temporaryFolder(t), ["secrets.json"], { folderMode: 0o700, fileMode: 0o640 });
  const path = join(folder, "secrets.json");
  const refuse = () => {
    throw new Error("EPERM: operation not permitted");
  };
  for (const [chmod, reason] of [
    [refuse, "EPERM: operation not permitted"],
    [() => undefined, "its file system does not keep modes"],
  ] as const)
    assert.throws(() => keepPrivate(folder, chmod), {
      name: "DataFileError",
      message: `Others have access to ${path} (mode 640), and that can't be changed here (${reason}). Run as its owner: chmod 600 ${path} - or point ATRIUM_DATA at a folder that does not exist yet.`,
    });
});

test("a link is not followed out of the folder", { skip }, (t) => {
  const parent = temporaryFolder(t);
  const elsewhere = join(parent, "elsewhere");
  writeFileSync(elsewhere, "");
  chmodSync(elsewhere, 0o644);
  const folder = folderWith(parent, [], { folderMode: 0o700 });
  symlinkSync(elsewhere, join(folder, "atrium.link"));
  assert.deepEqual(keepPrivate(folder), []);
  assert.equal(modeOf(elsewhere), "644");
});
