import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { openSession } from "../testing/docs-session.ts";
import { startServer } from "../testing/running-server.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { readSettings } from "./settings/settings.ts";
import { welcome } from "./welcome.ts";

/** A running server over the demo, and what a start of it prints. */
async function started(t: TestContext, environment: Record<string, string> = {}) {
  const folder = join(temporaryFolder(t), "data");
  const server = await startServer(folder, { ATRIUM_SEED: "", ...environment });
  t.after(() => server.end());
  const settings = { ...readSettings(environment), dataFolder: folder };
  const port = Number(new URL(server.url).port);
  const prints = (start: { isFirstRun: boolean; isTerminal: boolean }) => welcome(settings, { port, ...start });
  return { server, prints };
}

test("on a terminal the first run prints the demo's credentials, a curl that works as it stands, and a link", async (t) => {
  const { server, prints } = await started(t, { HEADER_BRAND: "acme" });
  const printed = await prints({ isFirstRun: true, isTerminal: true });
  for (const word of ["Meridian Press", "ws_", "wt_", "ak_", "at_", "npx atrium credentials", "npx atrium open"])
    assert.ok(printed.includes(word), `${word} is missing in: ${printed}`);
  const curl = printed.match(/^curl .*?'$(?!\n {2}-)/ms)?.[0] ?? "";
  const { stdout } = await promisify(execFile)("bash", ["-c", curl]);
  const { result } = JSON.parse(stdout);
  assert.equal(result.status, "success", stdout);
  assert.equal(result.data.length, 3);
  const code = new RegExp(`${server.url}/docs#code=(\\w+)$`, "m").exec(printed)?.[1] ?? "";
  assert.match((await openSession(server.url, code)).credentials.authToken ?? "", /^at_/);
});

test("on a terminal a later run prints a link and no tokens", async (t) => {
  const { prints } = await started(t);
  const printed = await prints({ isFirstRun: false, isTerminal: true });
  assert.match(printed, /^Atrium listens on .*\n`npx atrium credentials` shows ids and tokens\.\n/);
  assert.match(printed, /\/docs#code=\w{22}$/);
  assert.doesNotMatch(printed, /[aw]t_/);
});

test("elsewhere no run prints a secret, but how to get it", async (t) => {
  const { prints } = await started(t);
  for (const isFirstRun of [true, false]) {
    const printed = await prints({ isFirstRun, isTerminal: false });
    assert.doesNotMatch(printed, /[aw]t_|#code/);
    assert.match(printed, /`npx atrium credentials` shows ids and tokens\./);
    assert.match(printed, /`npx atrium open` prints a link/);
    assert.equal(printed.startsWith("A demo world has been loaded."), isFirstRun);
  }
});

test("without a demo there is no link", async (t) => {
  const { prints } = await started(t, { ATRIUM_SEED: "none" });
  assert.doesNotMatch(await prints({ isFirstRun: false, isTerminal: true }), /docs|open/);
});
