import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { smallDataFolder } from "../../testing/data-folders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { requireWritable } from "../log/log-file.ts";
import { outputTarget } from "./output-target.ts";

/** A minimal data folder, next to other folders. */
function folders() {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  mkdirSync(data);
  for (const name of ["atrium.db", "secrets.json"]) writeFileSync(join(data, name), name);
  return { folder, data };
}

/** Paths of files of a data folder: existing ones, future ones, and links to them. */
function ownPaths({ folder, data }: ReturnType<typeof folders>): string[] {
  const [hard, soft, dangling, other] = ["hard", "soft", "dangling", "other"].map((name) => join(folder, name));
  linkSync(join(data, "secrets.json"), hard ?? "");
  symlinkSync(join(data, "atrium.db"), soft ?? "");
  symlinkSync(join(data, "atrium.db-wal"), dangling ?? "");
  symlinkSync(data, other ?? "");
  const names = [
    "atrium.db",
    "atrium.db-wal",
    "atrium.db-shm",
    "atrium.db.copy-7",
    "secrets.json",
    "secrets.json.lock",
  ];
  const more = ["ATRIUM.DB", "atrium.lock", "atrium.backup.json", "atrium.format-3.2026.db"];
  return [
    ...[...names, ...more].map((name) => join(data, name)),
    hard,
    soft,
    dangling,
    join(other ?? "", "secrets.json"),
  ].flatMap((path) => path ?? []);
}

test("no output and no log may overwrite a file of the data folder, by any path, whether or not it exists yet", () => {
  const w = folders();
  for (const path of ownPaths(w)) {
    expect(() => outputTarget(path, w.data)).toThrow(/ of the data folder, which must not be replaced\. Name another/);
    expect(() => requireWritable(path, w.data)).toThrow(/ of the data folder\)\. Set LOG_FILE to/);
  }
  const free = [join(w.data, "world.jsonl"), join(w.data, "atrium.backup"), join(w.folder, "atrium.db")];
  for (const path of free) {
    expect(outputTarget(path, w.data)).toBe(path);
    expect(() => requireWritable(path, w.data)).not.toThrow();
  }
  // The default place of the log.
  expect(() => requireWritable(join(w.data, "atrium.log"), w.data)).not.toThrow();
});

test("only regular files are replaced, and links are followed", () => {
  const { folder, data } = folders();
  const [pipe, link, file] = [join(folder, "pipe"), join(folder, "link"), join(folder, "file")];
  spawnSync("mkfifo", [pipe]);
  writeFileSync(file, "");
  symlinkSync(file, link);
  expect(() => outputTarget(folder, data)).toThrow(/is a folder\. Name a file in it\.$/);
  for (const path of [pipe, "/dev/null"]) {
    expect(() => outputTarget(path, data)).toThrow(/is a pipe, a socket or a device\. Name a file\.$/);
    expect(() => requireWritable(path, data)).toThrow(/it is not a regular file/);
  }
  expect(outputTarget(link, data)).toBe(file);
});

test("commands replace no file of the data folder and no pipe, even with --force", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const [key, pipe] = [join(folder, "key"), join(folder, "pipe")];
  writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
  spawnSync("mkfifo", [pipe]);
  const [secrets, file] = [join(data, "secrets.json"), join(data, "atrium.db")];
  const before = [readFileSync(secrets), readFileSync(file)];
  const commands = [["export"], ["backup", "--key-file", key]];
  for (const command of commands)
    for (const target of [secrets, file, pipe]) {
      const { code, stderr } = await atrium([...command, "--data", data, "--force", target]);
      expectWithContext(stderr, target).toMatch(/^atrium: [^\n]* (of the data folder|a pipe)[^\n]*\n$/);
      expect(code).toBe(1);
    }
  expect([readFileSync(secrets), readFileSync(file)]).toStrictEqual(before);
});
