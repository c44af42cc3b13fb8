import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { openSession, requestSession } from "../../testing/docs-session.ts";
import { startDemoServer, startServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "../data/data-folder.ts";
import { recordAddress } from "../data/server-address.ts";

/** Runs `open`, which must succeed. @returns the link. */
async function open(folder: string, ...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await atrium(["open", ...options, "--json", "--data", folder]);
  expect([code, stderr]).toStrictEqual([0, ""]);
  const { link, expiresAt } = JSON.parse(stdout);
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
  return link;
}

const codeOf = (link: string) => link.split("#code=")[1] ?? "";

for (const workers of ["1", "2"])
  test(`a link opens the demo of a running server with ${workers} worker(s), once; a restart does not end it`, async () => {
    const folder = join(temporaryFolder(), "data");
    const server = await startDemoServer(folder, { ATRIUM_WORKERS: workers });
    onTestFinished(() => server.end());
    const [link, other] = [await open(folder), await open(folder)];
    expect(link).toMatch(new RegExp(`^${server.url}/docs#code=[0-9A-Za-z]{22}$`));
    const { credentials } = await openSession(server.url, codeOf(link));
    expect(credentials.authToken ?? "").toMatch(/^at_/);
    for (let i = 0; i < 4; i++) expect((await requestSession(server.url, codeOf(link))).status).toBe(401);
    await server.end();

    const again = await startServer(folder, { ATRIUM_WORKERS: workers });
    onTestFinished(() => again.end());
    expect((await requestSession(again.url, codeOf(link))).status).toBe(401);
    expect((await openSession(again.url, codeOf(other))).credentials).toStrictEqual(credentials);
  });

test("a link for a person says how long it is valid, and --url names the server as the browser reaches it", async () => {
  const folder = join(temporaryFolder(), "data");
  const server = await startDemoServer(folder);
  onTestFinished(() => server.end());
  const { stdout } = await atrium(["open", "--data", folder]);
  expect(stdout).toMatch(/^http:\S+\/docs#code=\w{22}\n\nOpen it within 5 minutes in a browser; it works once\.\n$/);
  expect(await open(folder, "--url", "https://atrium.example.com/x")).toMatch(
    /^https:\/\/atrium\.example\.com\/docs#code=/,
  );
  expect(await open(folder, "demo")).toMatch(new RegExp(`^${server.url}/demo#code=`));
  const { code, stderr } = await atrium(["open", "--url", "atrium", "--data", folder]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/It is not an http or https address/);
});

test("a link has the address at which browsers reach the server, unless --url names another", async () => {
  const folder = join(temporaryFolder(), "data");
  const server = await startDemoServer(folder, { ATRIUM_PUBLIC_URL: "https://atrium.example.com" });
  onTestFinished(() => server.end());
  const link = await open(folder);
  expect(link).toMatch(/^https:\/\/atrium\.example\.com\/docs#code=/);
  expect((await openSession(server.url, codeOf(link))).credentials.authToken ?? "").toMatch(/^at_/);
  expect(await open(folder, "--url", server.url)).toMatch(new RegExp(`^${server.url}/docs#code=`));
  const { stdout } = await atrium(["console", "--data", folder]);
  expect(stdout).toMatch(/^https:\/\/atrium\.example\.com\/console#code=/);
});

test("an unknown page is refused with the names of the known ones", async () => {
  const { code, stderr } = await atrium(["open", "nopage"]);
  expect([code, stderr]).toStrictEqual([
    1,
    'atrium: There is no page "nopage". The pages are docs, home, demo, mail.\n',
  ]);
  expect((await atrium(["open", "console"])).stderr).toBe(
    "atrium: `npx atrium console` prints the link that logs in to the console.\n",
  );
});

test("console: a link logs in to the demo's workspace, once, and with --read-only the session may only read", async () => {
  const folder = join(temporaryFolder(), "data");
  const server = await startServer(folder, { ATRIUM_SEED: "" });
  onTestFinished(() => server.end());
  for (const options of [[], ["--read-only"]]) {
    const { stdout } = await atrium(["console", ...options, "--data", folder]);
    const code = new RegExp(`^${server.url}/console#code=(\\w{22})\n\nOpen it within 5 minutes`).exec(stdout)?.[1];
    const login = () => server.post("/v2/workspace/sessions/create", { code });
    const { status, body } = await login();
    expectWithContext(status, JSON.stringify(body)).toBe(200);
    expect(body.result.data.readOnly).toBe(options.length > 0);
    expect((await login()).status).toBe(401);
    expect((await requestSession(server.url, code ?? "")).status).toBe(401);
  }
  const { stderr } = await atrium(["console", "--workspace", "ws_none", "--data", folder]);
  expect(stderr).toBe("atrium: There is no workspace ws_none. `npx atrium credentials` lists all of them.\n");
});

test("the error says if there is no server, no demo or no data", async () => {
  const refusal = async (folder: string) => {
    const { code, stdout, stderr } = await atrium(["open", "--data", folder]);
    expect([code, stdout]).toStrictEqual([1, ""]);
    return stderr;
  };
  const folder = join(temporaryFolder(), "data");
  expect(await refusal(folder)).toMatch(/^atrium: There is no data in .* yet\. Start the server with `npm start`/);

  const server = await startDemoServer(folder);
  await server.end("SIGKILL");
  const none = /^atrium: No server runs on the data in .*\. Start it with `npm start`\.\n$/;
  expect(await refusal(folder)).toMatch(none);

  const empty = join(temporaryFolder(), "data");
  const other = await startServer(empty);
  onTestFinished(() => other.end());
  expect(await refusal(empty)).toMatch(
    /^atrium: The data in .* has no demo workspace\. Open \/docs .*`npx atrium credentials`/,
  );

  const { store } = await openData(folder);
  await recordAddress(store, { address: other.url });
  await store.close();
  expectWithContext(await refusal(folder), "a server over other data has taken the port").toMatch(none);
});
