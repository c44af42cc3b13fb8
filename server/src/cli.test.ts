import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { atrium } from "../testing/atrium.ts";
import { cliFile, serverFile } from "../testing/built-server.ts";
import { smallDataFolder } from "../testing/data-folders.ts";
import { startServer } from "../testing/running-server.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { exportLines } from "../testing/transfer.ts";
import { readData } from "./data/data-folder.ts";

const seed = fileURLToPath(new URL("../../emulator-data/world.jsonl", import.meta.url));
const records = readFileSync(seed, "utf8").trim().split("\n").length;

/** All lines except those of presence, which expires a minute after an import. */
const lasting = (text: string) => text.split("\n").filter((line) => !line.startsWith('{"kind":"presence"'));
/** The same, without the record count in the last line, because it includes presence. */
const lastingRecords = (text: string) => lasting(text).map((line) => line.replace(/,"records":\d+}$/, "}"));

/** Runs a command on the folder, which must succeed, and parses its JSON output. */
async function ok(data: string, ...args: string[]) {
  const { code, stdout, stderr } = await atrium([...args, "--json", "--data", data]);
  expectWithContext([code, stderr], `${args.join(" ")} printed ${stdout}`).toStrictEqual([0, ""]);
  return JSON.parse(stdout);
}

test("a workspace, a key and a token created on the command line beside a running server are valid for calls", async () => {
  const data = join(temporaryFolder(), "data");
  const workspace = await ok(data, "workspace", "create", "--email", "ada@example.com", "--name", "Ada Lovelace");
  const server = await startServer(data);
  onTestFinished(() => server.end());
  const call = async (apiKey: string, token: string) => {
    const headers = { "x-service-api-key": apiKey, "x-service-auth-token": token };
    const { status } = await server.post(
      "/v2/users/add",
      { organizationId: "acme", users: [{ userId: "ada" }] },
      headers,
    );
    return status;
  };
  expect(await call(workspace.apiKeyId, workspace.authToken)).toBe(200);

  const further = await ok(
    data,
    "apikey",
    "create",
    "--workspace",
    workspace.workspaceId,
    "--name",
    "Live",
    "--type",
    "production",
  );
  expect(await call(further.apiKeyId, further.authToken)).toBe(200);

  const reset = await ok(data, "token", "reset", "--api-key", further.apiKeyId, "--name", "Build server");
  expect(reset.authToken).toMatch(/^at_/);
  const { workspaces } = await ok(data, "credentials");
  expect(workspaces[0].apiKeys[1]).toStrictEqual({
    apiKeyId: further.apiKeyId,
    apiKeyName: "Live",
    type: "production",
    authTokens: [
      { name: "Default Auth Token", domains: [], token: further.authToken },
      { name: "Build server", domains: [], token: reset.authToken },
    ],
  });
  const env = await atrium(["credentials", "--env", "--data", data]);
  expect(env.stdout).toMatch(/^export ATRIUM_URL='http:\/\/127\.0\.0\.1:\d+'\n/);
  expect(env.stdout).toContain(
    `export ATRIUM_API_KEY='${workspace.apiKeyId}'\nexport ATRIUM_AUTH_TOKEN='${workspace.authToken}'\n`,
  );
  const { file } = await ok(data, "credentials", "--curl");
  expect([file, statSync(file).mode & 0o777]).toStrictEqual([join(data, "atrium.curl"), 0o600]);
  expect(readFileSync(file, "utf8")).toContain(`header = "x-service-api-key: ${workspace.apiKeyId}"\n`);
});

test("export and import carry a workspace to another folder, gzipped, and report it in JSON", async () => {
  const folder = temporaryFolder();
  const [here, there, file] = [join(folder, "here"), join(folder, "there"), join(folder, "out.jsonl.gz")];
  const imported = await ok(here, "import", seed);
  expect([imported.records, imported.skipped, imported.perKind.document]).toStrictEqual([records, 0, 600]);
  expect(imported.seconds > 0).toBe(true);
  const exported = await ok(here, "export", file);
  expect(exported.workspaceId).toBe("ws_Kq9lukjUMIxIRldRS6vWOg");
  await ok(there, "import", file);
  const [a, b] = [await atrium(["export", "-", "--data", here]), await atrium(["export", "-", "--data", there])];
  // The records are followed by a line that lists what is left out; the last line ends with a line break.
  expect(lasting(a.stdout).length).toBe(exported.records - exported.perKind.presence + 2);
  const { records: counted, ...last } = JSON.parse(a.stdout.split("\n").at(-2) ?? "");
  expect(last).toStrictEqual({ kind: "leftOut", what: exported.leftOut });
  expect(counted).toBe(a.stdout.split("\n").length - 2);
  expect(a.stderr).toMatch(/\nLeft out: auth tokens, /);
  expect(lastingRecords(b.stdout)).toStrictEqual(lastingRecords(a.stdout));
  expect(a.stderr).toMatch(/^Exported [\d,]+ records of ws_Kq9lukjUMIxIRldRS6vWOg to standard output in /);
  const again = await atrium(["export", file, "--data", here]);
  expect(again.code).toBe(1);
  expect(again.stderr).toMatch(/^atrium: .* already exists/);
});

test("an export with a passphrase from the environment seals each token, and says so", async () => {
  const data = await smallDataFolder();
  const { workspaces } = await ok(data, "credentials");
  const [{ authToken, apiKeys }] = workspaces;
  const tokens = [authToken, apiKeys[0].authTokens[0].token];
  const env = { BACKUP_PASSPHRASE: "correct horse battery" };
  const sealed = await atrium(["export", "-", "--data", data], { env });
  expect(sealed.stdout.split("\n")[1]).toMatch(/"authTokens":\[\{.*"sealed":"/);
  expect(sealed.stderr).toMatch(
    /\nIncluded, sealed with the passphrase: auth tokens, .* All other data is unencrypted\.\nLeft out: /,
  );
  const plain = await atrium(["export", "-", "--data", data]);
  expect(plain.stderr).not.toContain("Included, sealed");
  expect(tokens).toStrictEqual([expect.stringMatching(/^wt_/), expect.stringMatching(/^at_/)]);
  for (const one of tokens) expect(sealed.stdout + plain.stdout).not.toContain(one);
});

test("an export that was cut off at the end of a line is loaded as far as it goes, and refused", async () => {
  const folder = temporaryFolder();
  const [data, file] = [join(folder, "data"), join(folder, "out.jsonl")];
  await ok(await smallDataFolder(), "export", file);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const run = async (...inputLines: string[]) => {
    const { code, stderr } = await atrium(["import", "-", "--data", data], { input: `${inputLines.join("\n")}\n` });
    return [code, stderr];
  };
  expect(await run(...lines)).toStrictEqual([0, ""]);
  for (const firstLines of [lines.slice(0, -1), lines.slice(0, 1)])
    expect(await run(...firstLines)).toStrictEqual([
      1,
      expect.stringMatching(new RegExp(`^atrium: The input breaks off after line ${firstLines.length}: `)),
    ]);
  expect(await run(...lines.toSpliced(-2, 1))).toStrictEqual([
    1,
    expect.stringMatching(`had ${lines.length - 1} records, and ${lines.length - 2} are in the file`),
  ]);
});

test("an import that was killed is completed by running it again, and another run changes nothing", async () => {
  const folder = temporaryFolder();
  const [data, whole] = [join(folder, "data"), join(folder, "whole")];
  const lines = readFileSync(seed, "utf8");
  const more = Array.from({ length: 8_000 }, (_, i) => {
    const activity = { kind: "activity", organizationId: "open-source/protocol", documentId: "late", id: `a${i}` };
    return `${JSON.stringify({ ...activity, userId: `u${i % 7}`, timestamp: i, actionType: "view" })}\n`;
  });
  const late = `${JSON.stringify({ kind: "document", organizationId: "open-source/protocol", documentId: "late", createdAt: 5 })}\n`;
  const file = join(folder, "big.jsonl.gz");
  writeFileSync(file, gzipSync(lines + late + more.join("")));
  await ok(whole, "import", file);

  const child = spawn(process.execPath, [cliFile, "import", file, "--data", data], { stdio: "ignore" });
  const exit = once(child, "exit");
  while (!existsSync(join(data, "atrium.db"))) await sleep(5);
  await sleep(150);
  child.kill("SIGKILL");
  const [, signal] = await exit;
  expect(signal).toBe("SIGKILL");

  const linesIn = async (folder: string) => {
    const { snapshot } = await readData(folder);
    const lines = await exportLines(snapshot, "ws_cwcUuoSQ0NsuVbxxlp3ipW").finally(() => snapshot.close());
    // Times that the file does not contain differ between folders.
    return lasting(lines.join("\n")).map((line) =>
      line.replaceAll(/"(ownerId|createdAt|lastUpdated|addedAt)":[^,}]+/g, ""),
    );
  };
  const expectedLines = await linesIn(whole);
  const before = await linesIn(data).catch(() => []);
  expectWithContext(before.length, "the import had ended before it was killed").toBeLessThan(expectedLines.length);
  expect((await ok(data, "import", file)).skipped).toBe(0);
  expect(await linesIn(data)).toStrictEqual(expectedLines);
  expect((await ok(data, "import", file)).records).toBe(records + 8_001);
  expect(await linesIn(data)).toStrictEqual(expectedLines);
  expect((await ok(data, "doctor", "--full")).ok).toBe(true);
});

test("invalid lines are reported on standard error by number, the rest is loaded, and the exit code is 1", async () => {
  const data = join(temporaryFolder(), "data");
  await ok(data, "workspace", "create", "--email", "ada@example.com");
  const bad = Array.from({ length: 22 }, () => "?").join("\n");
  const input = `{"kind":"organization","organizationId":"acme"}\n${bad}\n`;
  const { code, stdout, stderr } = await atrium(["import", "-", "--data", data, "--json"], { input });
  expect(code).toBe(1);
  const { records, perKind, skipped } = JSON.parse(stdout);
  expect([records, perKind, skipped]).toStrictEqual([1, { organization: 1 }, 22]);
  const errorLines = stderr.trim().split("\n");
  expect(errorLines.length).toBe(21);
  expect(errorLines[0] ?? "").toMatch(/^line 2: is not JSON/);
  expect(errorLines[20]).toBe("… and 2 more.");
});

async function refusal(args: string[], message: RegExp) {
  const data = join(temporaryFolder(), "data");
  const { code, stdout, stderr } = await atrium([...args, "--data", data], { input: "{}\n" });
  expectWithContext([code, stdout], args.join(" ")).toStrictEqual([1, ""]);
  expect(stderr).toMatch(message);
  expectWithContext(stderr.trim().split("\n").length, stderr).toBe(1);
  expectWithContext(existsSync(data), `${args.join(" ")} made a data folder`).toBe(false);
}

test("a command on a folder without data says what to do and creates nothing", async () => {
  const none =
    /^atrium: There is no data in .* yet\. Start the server with `npm start`, or name another folder with --data\.$/m;
  const commands = [["doctor"], ["credentials"], ["open"], ["export", "-"], ["token", "reset", "--api-key", "ak_x"]];
  await Promise.all(commands.map((args) => refusal(args, none)));
  await refusal(["import", "-"], /^atrium: There is no data in .* and the file does not begin with a workspace/);
  await refusal(["import", "nowhere.jsonl"], /^atrium: nowhere\.jsonl can't be read/);
});

test("a command without data names the whole path: in another folder, `.atrium` is another one", async () => {
  for (const args of [["credentials"], ["import", "-"]]) {
    const { code, stderr } = await atrium([...args, "--data", "no-such-folder"], { input: "{}\n" });
    expect(code).toBe(1);
    expect(stderr).toContain(`There is no data in ${resolve("no-such-folder")} yet`);
  }
});

test("incorrect usage is answered with a pointer to the help, with exit code 1", async () => {
  const folder = temporaryFolder();
  const cases: [string[], RegExp][] = [
    [["frobnicate"], /unknown command 'frobnicate'[\s\S]*Run `npx atrium --help`\./],
    [["bakup", "--help"], /^error: unknown command 'bakup'\n\(Did you mean backup\?\)\nRun `npx atrium --help`\.\n$/],
    [["help", "frobnicate"], /^error: unknown command 'frobnicate'\nRun `npx atrium --help`\.\n$/],
    [["token", "frobnicate"], /^error: unknown command 'frobnicate'\nRun `npx atrium token --help`\.\n$/],
    [["token", "frobnicate", "-h"], /^error: unknown command 'frobnicate'\nRun `npx atrium token --help`\.\n$/],
    [["import"], /missing required argument 'file'\nRun `npx atrium import --help`\./],
    [
      ["workspace", "create", "--email", "nobody"],
      /It is not an e-mail address[\s\S]*Run `npx atrium workspace create --help`\./,
    ],
    [["apikey", "create", "--workspace", "ws_x", "--type", "odd"], /Allowed choices are testing, production/],
  ];
  await Promise.all(
    cases.map(async ([args, message]) => {
      const { code, stdout, stderr } = await atrium(args, { cwd: folder });
      expect([code, stdout]).toStrictEqual([1, ""]);
      expect(stderr).toMatch(message);
    }),
  );
  expect(existsSync(join(folder, ".atrium"))).toBe(false);
});

test("a full disk behind standard output ends a command with one line", async () => {
  const [data, folder] = [await smallDataFolder(), temporaryFolder()];
  const [key, file] = [join(folder, "key"), join(folder, "world.jsonl")];
  writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
  await atrium(["export", "--data", data, file]);
  for (const args of [
    ["doctor"],
    ["export", "-"],
    ["export", join(folder, "x.jsonl")],
    ["backup", "--key-file", key, join(folder, "x.backup")],
    ["import", file],
    ["credentials", "--json"],
  ]) {
    const output = openSync("/dev/full", "w");
    const [command = "", ...more] = args;
    const child = spawnSync(process.execPath, [cliFile, command, "--data", data, ...more], {
      stdio: ["ignore", output, "pipe"],
      encoding: "utf8",
    });
    closeSync(output);
    // An export lists on standard error what it has left out.
    const lines = child.stderr.split("\n").filter((line) => !/^Left out: |^$/.test(line));
    expect([command, child.status, lines]).toStrictEqual([
      command,
      1,
      [
        expect.stringMatching(
          /^atrium: Standard output can't be written \(ENOSPC: .*\)\. Redirect it to a disk with free space\.$/,
        ),
      ],
    ]);
  }
});

test("help and the version that can't be written end with one line, and a reader that closes the pipe gets none", () => {
  const cases = [["--help"], ["help"], ["backup", "--help"], ["help", "keys"], ["keys", "list", "-h"], ["--version"]];
  const programs = [...cases.map((args) => [cliFile, ...args]), [serverFile, "--help"]];
  for (const args of programs) {
    const output = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, args, {
      stdio: ["ignore", output, "pipe"],
      encoding: "utf8",
    });
    closeSync(output);
    expect([args, status, stderr]).toStrictEqual([
      args,
      1,
      expect.stringMatching(/^atrium: Standard output can't be written \(ENOSPC: [^\n]*\n$/),
    ]);
    const shell = 'set -o pipefail; "$@" | true';
    const piped = spawnSync("bash", ["-c", shell, "bash", process.execPath, ...args], { encoding: "utf8" });
    expect([args, piped.status, piped.stderr]).toStrictEqual([args, 0, ""]);
  }
});

test("the help groups the commands by what they are for, and each of them says what it does", async () => {
  const { stdout } = await atrium(["--help"]);
  const groups = ["Open a page:", "Watch and try:", "Credentials:", "Data:", "Help:"];
  expect(stdout.split("\n").filter((line) => groups.includes(line))).toStrictEqual(groups);
  expect(stdout).toMatch(/^ {2}apikey +create or list API keys$/m);
  expect(stdout).toContain("with examples, if --help follows it");
});

test("every command has an example in its help", async () => {
  const commands = [
    "workspace create",
    "apikey create",
    "token reset",
    "credentials",
    "open",
    "import",
    "export",
    "doctor",
  ];
  await Promise.all(
    commands.map(async (command) => {
      const { code, stdout } = await atrium([...command.split(" "), "--help"]);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`Example:\\n  \\$ npx atrium ${command}`));
      expect(stdout).toMatch(/--json/);
    }),
  );
});
