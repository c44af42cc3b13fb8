import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { atrium } from "../../testing/atrium.ts";
import { openSession, requestSession } from "../../testing/docs-session.ts";
import { startServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "../data/data-folder.ts";
import { noteAddress } from "../data/server-address.ts";

/** Runs `open`, which must succeed. @returns the link. */
async function open(folder: string, ...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await atrium(["open", ...options, "--json", "--data", folder]);
  assert.deepEqual([code, stderr], [0, ""]);
  const { link, expiresAt } = JSON.parse(stdout);
  assert.ok(Date.parse(expiresAt) > Date.now());
  return link;
}

const codeOf = (link: string) => link.split("#code=")[1] ?? "";

for (const workers of ["1", "2"])
  test(`a link opens the demo of a running server with ${workers} worker(s), once; a restart does not end it`, async (t) => {
    const folder = join(temporaryFolder(t), "data");
    const server = await startServer(folder, { ATRIUM_SEED: "", ATRIUM_WORKERS: workers });
    t.after(() => server.end());
    const [link, other] = [await open(folder), await open(folder)];
    assert.match(link, new RegExp(`^${server.url}/docs#code=[0-9A-Za-z]{22}$`));
    const { credentials } = await openSession(server.url, codeOf(link));
    assert.match(credentials.authToken ?? "", /^at_/);
    for (let i = 0; i < 4; i++) assert.equal((await requestSession(server.url, codeOf(link))).status, 401);
    await server.end();

    const again = await startServer(folder, { ATRIUM_WORKERS: workers });
    t.after(() => again.end());
    assert.equal((await requestSession(again.url, codeOf(link))).status, 401);
    assert.deepEqual((await openSession(again.url, codeOf(other))).credentials, credentials);
  });

test("a link for a person says how long it works, and --url names the server as the browser reaches it", async (t) => {
  const folder = join(temporaryFolder(t), "data");
  const server = await startServer(folder, { ATRIUM_SEED: "" });
  t.after(() => server.end());
  const { stdout } = await atrium(["open", "--data", folder]);
  assert.match(stdout, /^http:\S+\/docs#code=\w{22}\n\nOpen it within 5 minutes in a browser; it works once\.\n$/);
  assert.match(
    await open(folder, "--url", "https://atrium.example.com/x"),
    /^https:\/\/atrium\.example\.com\/docs#code=/,
  );
  const { code, stderr } = await atrium(["open", "--url", "atrium", "--data", folder]);
  assert.equal(code, 1);
  assert.match(stderr, /It is not an http or https address/);
});

test("without a server, a demo or data it says so", async (t) => {
  const refusal = async (folder: string) => {
    const { code, stdout, stderr } = await atrium(["open", "--data", folder]);
    assert.deepEqual([code, stdout], [1, ""]);
    return stderr;
  };
  const folder = join(temporaryFolder(t), "data");
  assert.match(await refusal(folder), /^atrium: There is no data in .* yet\. Start the server with `npm start`/);

  const server = await startServer(folder, { ATRIUM_SEED: "" });
  await server.end("SIGKILL");
  const none = /^atrium: No server runs on the data in .*\. Start it with `npm start`\.\n$/;
  assert.match(await refusal(folder), none);

  const empty = join(temporaryFolder(t), "data");
  const other = await startServer(empty);
  t.after(() => other.end());
  assert.match(
    await refusal(empty),
    /^atrium: The data in .* has no demo workspace\. Open \/docs .*`atrium credentials`/,
  );

  const { store } = await openData(folder);
  await noteAddress(store, other.url);
  await store.close();
  assert.match(await refusal(folder), none, "a server over other data has taken the port");
});
