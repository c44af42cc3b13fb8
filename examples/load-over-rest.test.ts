import { existsSync } from "node:fs";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { newCredentials, startServer } from "../server/testing/running-server.ts";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";
import { type Credentials, loadOverRest } from "./load-over-rest.ts";
import { startExample, startsLikeAnyProgram } from "./testing/running-example.ts";
import { cutFile, wholeFile } from "./world-file.ts";

/** Credentials of a new workspace on a server for this test. */
async function service(): Promise<Credentials> {
  const server = await startServer(temporaryFolder());
  onTestFinished(() => server.end());
  const headers = await newCredentials(server);
  return {
    url: server.url,
    apiKey: headers["x-service-api-key"] ?? "",
    authToken: headers["x-service-auth-token"] ?? "",
  };
}

test("a customer's server loads a real history over REST, reads all of it back and moves a subtree, and can do so again", async () => {
  const credentials = await service();
  const { organizations, documents } = await loadOverRest(credentials, cutFile);
  expect(organizations).toBe(2);
  expect(documents).toBeGreaterThan(100);
  expect((await loadOverRest(credentials, cutFile)).documents).toBe(documents);
});

test("the program explains what it does and what it needs, and which file is missing", async () => {
  await startsLikeAnyProgram("load-over-rest.ts");
  const environment = { ATRIUM_API_KEY: "ak_x", ATRIUM_AUTH_TOKEN: "at_x" };
  const run = startExample("load-over-rest.ts", ["gone.jsonl"], environment);
  expect(await run.ends()).toBe(1);
  expect(run.complaints).toMatch(/^There is no file gone\.jsonl\.\n\nnode examples\/load-over-rest\.ts \[FILE\]/);
});

testUnless(!existsSync(wholeFile) && "../shared/data/real-world.jsonl.gz is absent; the cut has been loaded above")(
  "the same with the whole history: 516 folders, 3,668 documents",
  async () => {
    const { users, folders, documents, moved } = await loadOverRest(await service(), wholeFile);
    expect([users, folders, documents]).toStrictEqual([816, 516, 3668]);
    expectWithContext(moved.folders, `${moved.folders}`).toBeGreaterThan(200);
  },
);
