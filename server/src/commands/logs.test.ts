import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { atrium, startAtrium } from "../../testing/atrium.ts";
import { cliFile } from "../../testing/built-server.ts";
import { smallDataFolder } from "../../testing/data-folders.ts";
import { newCredentials, startServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { logFile } from "../log/log-file.ts";
import { visibleJson } from "../log/visible-text.ts";

test("the log of a server can be followed and filtered, says why requests were refused, and stays when the server ends", async () => {
  const data = join(temporaryFolder(), "data");
  const server = await startServer(data, { LOG_LEVEL: "info" });
  onTestFinished(() => server.end());
  const credentials = await newCredentials(server);
  const following = startAtrium(["logs", "--follow", "--status", "4xx", "--data", data]);
  await server.post("/v2/users/get", { organizationId: "nowhere" }, credentials);
  await server.post("/v2/organizations/get", {}, credentials);
  const [line] = await following.prints(/^\{.*"status":404.*\}$/m);
  expect(JSON.parse(line)).toMatchObject({ path: "/v2/users/get", error: { status: "NOT_FOUND" }, message: "request" });
  expect(await following.interrupt()).toBe(0);
  expect(following.printed).not.toMatch(/"status":200/);
  await server.end();

  const lines = async (...options: string[]) => {
    const { stdout } = await atrium(["logs", ...options, "--data", data]);
    return stdout
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((text) => JSON.parse(text));
  };
  const apiKey = credentials["x-service-api-key"] ?? "";
  expect((await lines("--path", "/v2/users", "--api-key", apiKey)).map(({ status }) => status)).toStrictEqual([404]);
  expect((await lines("--lines", "1")).map(({ message }) => message)).toStrictEqual(["ended: nothing was cut off"]);
  expect(await lines("--level", "error")).toStrictEqual([]);
  expect((await lines("--grep", "nothing was cut off")).length).toBe(1);
});

test("a log that is truncated in place, as logrotate may do, is followed from its new start", async () => {
  const data = await smallDataFolder();
  const line = (message: string) => `${JSON.stringify({ level: 30, time: new Date(0).toISOString(), message })}\n`;
  writeFileSync(logFile(data), line("before, and longer than what comes"));
  const following = startAtrium(["logs", "--follow", "--data", data]);
  await following.prints(/before/);
  writeFileSync(logFile(data), line("after"));
  await following.prints(/after/);
  expect(await following.interrupt()).toBe(0);
});

test("without a log the command says what to do, and LOG_FILE=none keeps no log", async () => {
  const data = join(temporaryFolder(), "data");
  const server = await startServer(data, { LOG_LEVEL: "info", LOG_FILE: "none" });
  await newCredentials(server);
  await server.end();
  const { code, stderr } = await atrium(["logs", "--data", data]);
  expect([code, stderr]).toStrictEqual([
    1,
    expect.stringMatching(/^atrium: There is no log at .*atrium\.log yet: .*Is LOG_FILE set\?$/m),
  ]);
  const none = await atrium(["logs", "--data", data], { env: { LOG_FILE: "none" } });
  expect([none.code, none.stderr]).toStrictEqual([
    1,
    "atrium: LOG_FILE is none: the server keeps no log. Name a file with --file.\n",
  ]);
  expect((await atrium(["logs", "--status", "9xx", "--data", data])).stderr).toMatch(
    /It must be a status such as 404, or 4xx/,
  );
});

/** Runs commands on a terminal. */
const terminal = "/usr/bin/script";

testUnless(!existsSync(terminal) && "script is missing")(
  "on a terminal the log is coloured unless NO_COLOR is set",
  async () => {
    const data = await smallDataFolder();
    writeFileSync(
      logFile(data),
      `${JSON.stringify({ level: 40, time: new Date(0).toISOString(), message: "late" })}\n`,
    );
    const showLog = (environment: Record<string, string>) => {
      const command = [process.execPath, cliFile, "logs", "--data", data].map((word) => `'${word}'`).join(" ");
      // Node assumes that the terminal of a CI pipeline has no colours.
      const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...own } = process.env;
      const env = { ...own, TERM: "xterm-256color", ...environment };
      return spawnSync(terminal, ["-qec", command, "/dev/null"], { encoding: "utf8", env }).stdout;
    };
    const [coloured, plain] = [showLog({}), showLog({ NO_COLOR: "1" })];
    expect(plain).toMatch(/WARN: late\r?\n/);
    expect(stripVTControlCharacters(plain)).toBe(plain);
    expect(stripVTControlCharacters(coloured)).toBe(plain);
    expect(coloured).not.toBe(plain);
  },
);

test("--grep finds a text with invisible characters as it was sent, though the log holds it escaped", async () => {
  const data = await smallDataFolder();
  const userId = "ada\u202e\u009b2J";
  const lines = [userId, "lin"].map((each) => JSON.stringify({ level: 30, userId: each, message: "request" }));
  writeFileSync(logFile(data), lines.map((line) => `${visibleJson(line)}\n`).join(""));
  const { code, stdout } = await atrium(["logs", "--grep", userId, "--data", data]);
  expect([code, stdout]).toStrictEqual([0, `${visibleJson(lines[0] ?? "")}\n`]);
});
