import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { atrium } from "../testing/atrium.ts";
import { startServer } from "../testing/running-server.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { exportLines } from "../testing/transfer.ts";
import { readData } from "./data/data-folder.ts";

const seed = fileURLToPath(new URL("../../emulator-data/world.jsonl", import.meta.url));
const records = readFileSync(seed, "utf8").trim().split("\n").length;

/** Lines but those of who is present: that ends a minute after an import. */
const lasting = (text: string) => text.split("\n").filter((line) => !line.startsWith('{"kind":"presence"'));

/** Runs a command on the folder that must succeed, and reads its JSON. */
async function ok(data: string, ...args: string[]) {
  const { code, stdout, stderr } = await atrium([...args, "--json", "--data", data]);
  assert.deepEqual([code, stderr], [0, ""], `${args.join(" ")} printed ${stdout}`);
  return JSON.parse(stdout);
}

test("a workspace, a key and a token made on the command line are good for calls, next to a running server", async (t) => {
  const data = join(temporaryFolder(t), "data");
  const made = await ok(data, "workspace", "create", "--email", "ada@example.com", "--name", "Ada Lovelace");
  const server = await startServer(data);
  t.after(() => server.end());
  const call = async (apiKey: string, token: string) => {
    const headers = { "x-service-api-key": apiKey, "x-service-auth-token": token };
    const { status } = await server.post(
      "/v2/users/add",
      { organizationId: "acme", users: [{ userId: "ada" }] },
      headers,
    );
    return status;
  };
  assert.equal(await call(made.apiKeyId, made.authToken), 200);

  const further = await ok(
    data,
    "apikey",
    "create",
    "--workspace",
    made.workspaceId,
    "--name",
    "Live",
    "--type",
    "production",
  );
  assert.equal(await call(further.apiKeyId, further.authToken), 200);

  const reset = await ok(data, "token", "reset", "--api-key", further.apiKeyId, "--name", "Build server");
  assert.match(reset.authToken, /^at_/);
  const { workspaces } = await ok(data, "credentials");
  assert.deepEqual(workspaces[0].apiKeys[1], {
    apiKeyId: further.apiKeyId,
    apiKeyName: "Live",
    type: "production",
    authTokens: [
      { name: "Default Auth Token", domains: [], token: further.authToken },
      { name: "Build server", domains: [], token: reset.authToken },
    ],
  });
  const env = await atrium(["credentials", "--env", "--data", data]);
  assert.ok(
    env.stdout.includes(`export ATRIUM_API_KEY='${made.apiKeyId}'\nexport ATRIUM_AUTH_TOKEN='${made.authToken}'\n`),
  );
});

test("export and import carry a workspace to another folder, gzipped, and say so in JSON", async (t) => {
  const folder = temporaryFolder(t);
  const [here, there, file] = [join(folder, "here"), join(folder, "there"), join(folder, "out.jsonl.gz")];
  const imported = await ok(here, "import", seed);
  assert.deepEqual([imported.records, imported.skipped, imported.perKind.document], [records, 0, 600]);
  assert.ok(imported.seconds > 0);
  const exported = await ok(here, "export", file);
  assert.equal(exported.workspaceId, "ws_Kq9lukjUMIxIRldRS6vWOg");
  await ok(there, "import", file);
  const [a, b] = [await atrium(["export", "-", "--data", here]), await atrium(["export", "-", "--data", there])];
  assert.equal(lasting(a.stdout).length, exported.records - exported.perKind.presence + 1);
  assert.deepEqual(lasting(b.stdout), lasting(a.stdout));
  assert.match(a.stderr, /^Exported [\d,]+ records of ws_Kq9lukjUMIxIRldRS6vWOg to - in /);
  const again = await atrium(["export", file, "--data", here]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /^atrium: .* is there already/);
});

test("an import that is killed half-way is completed by doing it again, and doing it once more changes nothing", async (t) => {
  const folder = temporaryFolder(t);
  const [data, whole] = [join(folder, "data"), join(folder, "whole")];
  const lines = readFileSync(seed, "utf8");
  const more = Array.from({ length: 20_000 }, (_, i) => {
    const activity = { kind: "activity", organizationId: "open-source/protocol", documentId: "late", id: `a${i}` };
    return `${JSON.stringify({ ...activity, userId: `u${i % 7}`, timestamp: i, actionType: "view" })}\n`;
  });
  const late = `${JSON.stringify({ kind: "document", organizationId: "open-source/protocol", documentId: "late", createdAt: 5 })}\n`;
  const file = join(folder, "big.jsonl.gz");
  writeFileSync(file, gzipSync(lines + late + more.join("")));
  await ok(whole, "import", file);

  const cli = fileURLToPath(new URL("cli.ts", import.meta.url));
  const child = spawn(process.execPath, [cli, "import", file, "--data", data], { stdio: "ignore" });
  const exit = once(child, "exit");
  while (!existsSync(join(data, "atrium.db"))) await sleep(5);
  await sleep(150);
  child.kill("SIGKILL");
  const [, signal] = await exit;
  assert.equal(signal, "SIGKILL");

  const found = async (folder: string) => {
    const { snapshot } = await readData(folder);
    const lines = await exportLines(snapshot, "ws_cwcUuoSQ0NsuVbxxlp3ipW").finally(() => snapshot.close());
    // When things were made is another in each folder, where the file does not say.
    return lasting(lines.join("\n")).map((line) =>
      line.replaceAll(/"(ownerId|createdAt|lastUpdated|addedAt)":[^,}]+/g, ""),
    );
  };
  const wanted = await found(whole);
  const before = await found(data).catch(() => []);
  assert.ok(before.length < wanted.length, "the import had ended before it was killed");
  assert.equal((await ok(data, "import", file)).skipped, 0);
  assert.deepEqual(await found(data), wanted);
  assert.equal((await ok(data, "import", file)).records, records + 20_001);
  assert.deepEqual(await found(data), wanted);
  assert.equal((await ok(data, "doctor", "--full")).ok, true);
});

test("lines that can't be taken go to standard error by number, the rest is loaded, the exit code is 1", async (t) => {
  const data = join(temporaryFolder(t), "data");
  await ok(data, "workspace", "create", "--email", "ada@example.com");
  const bad = Array.from({ length: 22 }, () => "?").join("\n");
  const input = `{"kind":"organization","organizationId":"acme"}\n${bad}\n`;
  const { code, stdout, stderr } = await atrium(["import", "-", "--data", data, "--json"], { input });
  assert.equal(code, 1);
  const { records, perKind, skipped } = JSON.parse(stdout);
  assert.deepEqual([records, perKind, skipped], [1, { organization: 1 }, 22]);
  const said = stderr.trim().split("\n");
  assert.equal(said.length, 21);
  assert.match(said[0] ?? "", /^line 2: is not JSON/);
  assert.equal(said[20], "… and 2 more.");
});

async function refusal(t: TestContext, args: string[], message: RegExp) {
  const data = join(temporaryFolder(t), "data");
  const { code, stdout, stderr } = await atrium([...args, "--data", data], { input: "{}\n" });
  assert.deepEqual([code, stdout], [1, ""], args.join(" "));
  assert.match(stderr, message);
  assert.equal(stderr.trim().split("\n").length, 1, stderr);
  assert.ok(!existsSync(data), `${args.join(" ")} made a data folder`);
}

test("a command on a folder without data says what to do and makes nothing", async (t) => {
  const none =
    /^atrium: There is no data in .* yet\. Start the server with `npm start`, or name another folder with --data\.$/m;
  const commands = [["doctor"], ["credentials"], ["open"], ["export", "-"], ["token", "reset", "--api-key", "ak_x"]];
  await Promise.all(commands.map((args) => refusal(t, args, none)));
  await refusal(t, ["import", "-"], /^atrium: There is no data in .* and the file does not begin with a workspace/);
  await refusal(t, ["import", "nowhere.jsonl"], /^atrium: nowhere\.jsonl can't be read/);
});

test("bad usage says where the help is, exit code 1", async (t) => {
  const folder = temporaryFolder(t);
  const cases: [string[], RegExp][] = [
    [["frobnicate"], /unknown command 'frobnicate'[\s\S]*Run `atrium --help`\./],
    [["import"], /missing required argument 'file'\nRun `atrium import --help`\./],
    [
      ["workspace", "create", "--email", "nobody"],
      /It is not an e-mail address[\s\S]*Run `atrium workspace create --help`\./,
    ],
    [["apikey", "create", "--workspace", "ws_x", "--type", "odd"], /Allowed choices are testing, production/],
  ];
  await Promise.all(
    cases.map(async ([args, message]) => {
      const { code, stderr } = await atrium(args, { cwd: folder });
      assert.equal(code, 1);
      assert.match(stderr, message);
    }),
  );
  assert.ok(!existsSync(join(folder, ".atrium")));
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
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`Example:\\n  \\$ atrium ${command}`));
      assert.match(stdout, /--json/);
    }),
  );
});
