import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { newCredentials, startServer } from "../server/testing/running-server.ts";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";
import { type Credentials, loadOverRest } from "./load-over-rest.ts";
import { cutFile, wholeFile } from "./world-file.ts";

/** Credentials of a new workspace on a server of its own. */
async function service(t: TestContext): Promise<Credentials> {
  const server = await startServer(temporaryFolder(t));
  t.after(() => server.end());
  const headers = await newCredentials(server);
  return {
    url: server.url,
    apiKey: headers["x-service-api-key"] ?? "",
    authToken: headers["x-service-auth-token"] ?? "",
  };
}

test("a customer's server loads real history over REST, reads all of it back and moves a subtree, twice", async (t) => {
  const credentials = await service(t);
  const { organizations, documents } = await loadOverRest(credentials, cutFile);
  assert.equal(organizations, 2);
  assert.ok(documents > 100);
  assert.equal((await loadOverRest(credentials, cutFile)).documents, documents);
});

test("the same with the whole history: 516 folders, 3,668 documents", async (t) => {
  if (!existsSync(wholeFile)) {
    t.skip("../shared/data/real-world.jsonl.gz is absent; the cut has been loaded above");
    return;
  }
  const { users, folders, documents, moved } = await loadOverRest(await service(t), wholeFile);
  assert.deepEqual([users, folders, documents], [816, 516, 3668]);
  assert.ok(moved.folders > 200, `${moved.folders}`);
});
