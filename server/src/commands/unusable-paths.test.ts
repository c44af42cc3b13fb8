import { symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { smallDataFolder } from "../../testing/data-folders.ts";
import { startServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

/** Expects each command to end with this one line. */
async function expectOneLine(cases: readonly (readonly [string[], RegExp])[]): Promise<void> {
  for (const [args, line] of cases) {
    const { code, stderr } = await atrium(args);
    expectWithContext(stderr, args.join(" ")).toMatch(line);
    expectWithContext(stderr, args.join(" ")).toMatch(/^atrium: [^\n]*\n$/);
    expect(code).toBe(1);
  }
}

test("every command reports a path that can't be used in one line", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const [file, key, socket] = [join(folder, "file"), join(folder, "key"), join(folder, "socket")];
  writeFileSync(file, "");
  writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
  const server = createServer().listen(socket);
  onTestFinished(() => void server.close());
  const [on, backup] = [
    ["--data", data],
    ["backup", "--data", data, "--key-file", key],
  ];
  await expectOneLine([
    [[...backup, join(file, "atrium.backup")], /file\/atrium\.backup can't be written \(ENOTDIR/],
    [[...backup, "--keep", "2", file], /file is not a folder\. Name one for backups\./],
    [[...backup, "--every", "1m", file], /file is not a folder\. Name one for backups\./],
    [["export", ...on, join(file, "x.jsonl")], /file\/x\.jsonl can't be written \(ENOTDIR/],
    [["export", ...on, join(folder, "no", "x")], /There is no folder .*no for the export\. Make it first\./],
    [[...backup, folder], /is a folder\. Name a file in it, or add --keep for files named after their time\./],
    [[...backup, "--force", folder], /is a folder\. Name a file in it/],
    [["import", ...on, socket], /socket can't be read \(ENXIO/],
    [["logs", ...on, "--file", folder], /can't be read \(EISDIR/],
  ]);
});

test("an empty path is refused with the help, whatever it is for", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const key = join(folder, "key");
  writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
  const sealed = ["--key-file", key];
  for (const empty of ["", " "])
    for (const [command = "", ...args] of [
      ["backup", "--data", data, ...sealed, empty],
      ["export", "--data", data, empty],
      ["import", "--data", data, empty],
      ["restore", ...sealed, empty, join(folder, "new")],
      ["restore", ...sealed, join(folder, "a.backup"), empty],
      ["backup", "--data", data, "--key-file", empty, join(folder, "a.backup")],
      ["doctor", "--data", empty],
      ["logs", "--data", data, "--file", empty],
    ])
      expect(await atrium([command, ...args], { cwd: folder })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          new RegExp(
            `^error: .* It is empty\\. Name a file or folder\\.\\nRun \`npx atrium ${command} --help\`\\.\\n$`,
          ),
        ),
      });
});

test("a file where the data folder should be is reported by name", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "", { mode: 0o700 });
  const line =
    /atrium: The data folder .*file can't be written \(it is not a folder\)\. .*point ATRIUM_DATA at another folder\.$/m;
  await expectOneLine([[["workspace", "create", "--email", "ada@example.com", "--data", file], line]]);
  for (const seed of ["none", "world"]) await expect(startServer(file, { ATRIUM_SEED: seed })).rejects.toThrow(line);
});

test("data that this user can't read is not reported as missing", async () => {
  const folder = join(temporaryFolder(), "data");
  // Root, if it runs the tests, has every permission, but can't follow a link to itself either.
  symlinkSync(folder, folder);
  const line = /data\/atrium\.db can't be read \(ELOOP\)\. Run the command as the user of the service, .*--data\.$/m;
  const commands = [["credentials"], ["logs"], ["doctor"], ["export", "x.jsonl"], ["import", import.meta.filename]];
  await expectOneLine(commands.map((command) => [[...command, "--data", folder], line] as const));
});

test("a variable with only white space is refused as a folder or log name", async () => {
  const data = await smallDataFolder();
  for (const [args, name] of [
    [["doctor"], "ATRIUM_DATA"],
    [["logs", "--data", data], "LOG_FILE"],
  ] as const)
    expect(await atrium(args, { env: { [name]: " " } })).toStrictEqual({
      code: 1,
      stdout: "",
      stderr: `atrium: ${name} contains only white space. Set it to a value, or unset it.\n`,
    });
});
