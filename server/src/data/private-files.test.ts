import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { startServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { keepPrivate } from "./private-files.ts";

const skip = process.platform === "win32" && "Windows has no such file modes";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modes = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));

/** A folder with files, with these modes. */
function folderWith(parent: string, files: readonly string[], { folderMode = 0o755, fileMode = 0o644 } = {}): string {
  const folder = join(parent, "data folder");
  mkdirSync(folder);
  for (const name of files) {
    writeFileSync(join(folder, name), name);
    chmodSync(join(folder, name), fileMode);
  }
  chmodSync(folder, folderMode);
  return folder;
}

testUnless(skip)("only their owner can access a running server's files and their folder", async () => {
  for (const ATRIUM_SEED of ["none", "world"]) {
    const folder = join(temporaryFolder(), "data");
    const server = await startServer(folder, { ATRIUM_SEED });
    onTestFinished(() => server.end("SIGKILL"));
    const expected = ["atrium.db", "atrium.db-shm", "atrium.db-wal", "atrium.lock", "secrets.json"];
    expect(modes(folder)).toStrictEqual(Object.fromEntries(expected.map((name) => [name, "600"])));
    expect(modeOf(folder)).toBe("700");
    await server.end();
  }
});

testUnless(skip)("only their owner can access data and exports that the command line creates", async () => {
  const parent = temporaryFolder();
  const [data, file] = [join(parent, "data"), join(parent, "out.jsonl")];
  const result = await atrium(["workspace", "create", "--email", "ada@example.com", "--data", data]);
  expect([result.code, result.stderr]).toStrictEqual([0, ""]);
  expect(modes(data)).toStrictEqual({ "atrium.db": "600", "secrets.json": "600" });
  writeFileSync(file, "an earlier export");
  chmodSync(file, 0o644);
  for (const args of [[file, "--force"], [`${file}.gz`]]) {
    expect((await atrium(["export", ...args, "--data", data])).code).toBe(0);
    expect(modeOf(args[0] ?? "")).toBe("600");
  }
});

testUnless(skip)("files that an earlier version left open are closed at the next start, with one notice", async () => {
  const folder = join(temporaryFolder(), "data");
  await (await startServer(folder)).end();
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  const args = ["workspace", "create", "--email", "ada@example.com", "--data", folder];
  const { code, stderr } = await atrium(args);
  expect(code).toBe(0);
  expect(stderr).toBe(
    `atrium: Others had access to ${folder} (mode 755), ${join(folder, "atrium.db")} (mode 644), ${join(folder, "atrium.lock")} (mode 644), ${join(folder, "secrets.json")} (mode 644). From now on only the owner has.\n`,
  );
  expect(modes(folder)).toStrictEqual({ "atrium.db": "600", "atrium.lock": "600", "secrets.json": "600" });
  expect(modeOf(folder)).toBe("700");
  expect((await atrium(args)).stderr).toBe("");
});

testUnless(skip)("an empty folder that somebody else created is closed", () => {
  const folder = folderWith(temporaryFolder(), []);
  expect(keepPrivate(folder)).toStrictEqual([`${folder} (mode 755)`]);
  expect(modeOf(folder)).toBe("700");
  expect(keepPrivate(folder)).toStrictEqual([]);
});

testUnless(skip)("a folder that contains other files is refused and left unchanged", () => {
  const folder = folderWith(temporaryFolder(), ["atrium.db", "letters.txt"]);
  expect(() => keepPrivate(folder)).toThrow(
    expect.objectContaining({
      name: "DataFileError",
      message: `Others have access to the data folder ${folder} (mode 755), which holds other files too. Run: chmod 700 "${folder}" - or point ATRIUM_DATA at a folder that holds nothing else.`,
    }),
  );
  expect([modeOf(folder), modeOf(join(folder, "letters.txt"))]).toStrictEqual(["755", "644"]);
  // Once its owner has closed the folder, only Atrium's files are changed.
  chmodSync(folder, 0o700);
  expect(keepPrivate(folder)).toStrictEqual([`${join(folder, "atrium.db")} (mode 644)`]);
  expect(modeOf(join(folder, "letters.txt"))).toBe("644");
});

testUnless(skip)("modes that can't be changed end the start with the command to run", () => {
  const folder = folderWith(temporaryFolder(), ["secrets.json"], { folderMode: 0o700, fileMode: 0o640 });
  const path = join(folder, "secrets.json");
  const refuse = () => {
    throw new Error("EPERM: operation not permitted");
  };
  for (const [chmod, reason] of [
    [refuse, "EPERM: operation not permitted"],
    [() => undefined, "its file system does not keep modes"],
  ] as const)
    expect(() => keepPrivate(folder, chmod)).toThrow(
      expect.objectContaining({
        name: "DataFileError",
        message: `Others have access to ${path} (mode 640), and that can't be changed here (${reason}). Run as its owner: chmod 600 "${path}" - or point ATRIUM_DATA at a folder that does not exist yet.`,
      }),
    );
});

testUnless(skip)("a link is not followed out of the folder", () => {
  const parent = temporaryFolder();
  const elsewhere = join(parent, "elsewhere");
  writeFileSync(elsewhere, "");
  chmodSync(elsewhere, 0o644);
  const folder = folderWith(parent, [], { folderMode: 0o700 });
  symlinkSync(elsewhere, join(folder, "atrium.link"));
  expect(keepPrivate(folder)).toStrictEqual([]);
  expect(modeOf(elsewhere)).toBe("644");
});
