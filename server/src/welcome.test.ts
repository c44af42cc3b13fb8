import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { cliFile } from "../testing/built-server.ts";
import { openSession, requestSession } from "../testing/docs-session.ts";
import { startDemoServer, startServer } from "../testing/running-server.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openData } from "./data/data-folder.ts";
import { seedApiKeys } from "./first-run.ts";
import { readSettings } from "./settings/settings.ts";
import { welcome } from "./welcome.ts";

/** A running server with the demo, unless `startIt` starts it in another way, and the output of its start. */
async function started(environment: Record<string, string> = {}, startIt = startDemoServer) {
  const folder = join(temporaryFolder(), "data");
  const server = await startIt(folder, environment);
  onTestFinished(() => server.end());
  const settings = readSettings({ ...environment, ATRIUM_DATA: folder });
  const port = Number(new URL(server.url).port);
  const prints = (start: { isFirstRun: boolean; isTerminal: boolean }) => welcome(settings, { port, ...start });
  /** The address to which mails of the demo link. */
  const documentUrl = async () => {
    const { store } = await openData(settings.dataFolder);
    const [apiKeyId = ""] = await seedApiKeys();
    const apiKey = await findApiKey(store, apiKeyId);
    await store.close();
    return apiKey?.config.documentUrl;
  };
  return { server, prints, documentUrl };
}

test("on a terminal the first run prints the demo's credentials, a working curl command, and a link", async () => {
  const { server, prints } = await started({ HEADER_BRAND: "acme" });
  const printed = await prints({ isFirstRun: true, isTerminal: true });
  for (const word of [
    "Meridian Press",
    "ws_",
    "wt_",
    "ak_",
    "at_",
    "npx atrium credentials",
    "npx atrium open",
    "npx atrium logs",
  ])
    expectWithContext(printed, `${word} is missing in: ${printed}`).toContain(word);
  const curl = printed.match(/^curl .*?'$(?!\n {2}-)/ms)?.[0] ?? "";
  const { stdout } = await promisify(execFile)("bash", ["-c", curl]);
  const { result } = JSON.parse(stdout);
  expectWithContext(result.status, stdout).toBe("success");
  expect(result.data.length).toBe(3);
  const code = new RegExp(`${server.url}/docs#code=(\\w+)$`, "m").exec(printed)?.[1] ?? "";
  expect((await openSession(server.url, code)).credentials.authToken ?? "").toMatch(/^at_/);
});

test("on a terminal a later run prints a link and no tokens", async () => {
  const { prints } = await started();
  const printed = await prints({ isFirstRun: false, isTerminal: true });
  expect(printed).toMatch(/^Atrium listens on /);
  expect(printed).toMatch(/\/docs#code=\w{22}$/);
  expect(printed).not.toMatch(/[aw]t_/);
});

test("the terminal and the demo's mails link to the shared editor, which DEMO=false turns off", async () => {
  const on = await started();
  const printed = await on.prints({ isFirstRun: false, isTerminal: true });
  expect(printed).toMatch(new RegExp(`^ {2}shared editor {2}${on.server.url}/demo; `, "m"));
  expect(await on.documentUrl()).toBe(`${on.server.url}/demo?document={documentId}&thread={annotationId}`);
  const link = new RegExp(`${on.server.url}/demo(#code=\\w{22})$`, "m");
  const code = link.exec(printed)?.[1]?.split("=")[1];
  const session = await requestSession(on.server.url, code, "/demo/session");
  expectWithContext(session.status, session.text).toBe(200);
  const off = await started({ DEMO: "false" });
  expect(await off.prints({ isFirstRun: false, isTerminal: true })).not.toMatch(/\/demo/);
  expect((await fetch(`${off.server.url}/demo`)).status).toBe(404);
  expect((await requestSession(off.server.url, "x", "/demo/session")).status).toBe(404);
});

test("without a terminal no run prints a secret, only how to get one", async () => {
  const { prints } = await started();
  for (const isFirstRun of [true, false]) {
    const printed = await prints({ isFirstRun, isTerminal: false });
    expect(printed).not.toMatch(/[aw]t_|#code/);
    expect(printed).toMatch(/^ {2}credentials {4}`npx atrium credentials --data [^`]+` shows ids and tokens$/m);
    expect(printed).toMatch(/^ {2}demo world {5}Meridian Press; `npx atrium open --data [^`]+` prints a link/m);
    expect(printed.startsWith("A demo world has been loaded.")).toBe(isFirstRun);
  }
});

test("every start names the pages, the log with its level, and how to stop", async () => {
  const { server, prints } = await started({ LOG_LEVEL: "warn" });
  const printed = await prints({ isFirstRun: false, isTerminal: false });
  expect(printed).toMatch(new RegExp(`^ {2}start page {5}${server.url}/$`, "m"));
  expect(printed).toMatch(new RegExp(`^ {2}documentation {2}${server.url}/docs$`, "m"));
  expect(printed).toMatch(
    /^ {2}log {12}level warn, kept in .+atrium\.log; `npx atrium logs --follow --data [^`]+` shows it$/m,
  );
  expect(printed).toMatch(/^ {2}stop {11}Ctrl-C$/m);
});

test("pages and links have the public address, if it is set", async () => {
  const { prints } = await started({ ATRIUM_PUBLIC_URL: "https://atrium.example.com" });
  const printed = await prints({ isFirstRun: false, isTerminal: true });
  expect(printed).toMatch(/^ {2}start page {5}https:\/\/atrium\.example\.com\/$/m);
  for (const page of ["console", "demo", "docs"])
    expect(printed).toMatch(new RegExp(`^ {2}https://atrium\\.example\\.com/${page}#code=\\w{22}$`, "m"));
});

test("without a demo there is no link", async () => {
  const { prints } = await started({}, startServer);
  expect(await prints({ isFirstRun: false, isTerminal: true })).not.toMatch(/#code|open/);
});

test("the command that shows the log names a file of LOG_FILE", async () => {
  const file = join(temporaryFolder(), "a log");
  const { server, prints } = await started({ LOG_FILE: file, LOG_LEVEL: "info" });
  const printed = await prints({ isFirstRun: false, isTerminal: true });
  const [, command = ""] = /`npx (atrium logs [^`]*)`/.exec(printed) ?? [];
  expect(command).toContain(`--file "${file}"`);
  await fetch(`${server.url}/health`);
  expect(await server.end()).toBe(0);
  const logRun = promisify(execFile)("bash", [
    "-c",
    command.replace("atrium", `"$0" "$1"`).replace("--follow ", ""),
    process.execPath,
    cliFile,
  ]);
  expect((await logRun).stdout).toContain("ended: nothing was cut off");
});
