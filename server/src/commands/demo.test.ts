import { join } from "node:path";
import { createClient } from "@atrium/client";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { startDemoServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "../data/data-folder.ts";
import { seedApiKeys } from "../first-run.ts";

test("a reset beside a running server deletes what was added, restores what was deleted, and keeps ids and tokens", async () => {
  const data = join(temporaryFolder(), "data");
  const server = await startDemoServer(data);
  onTestFinished(() => server.end());
  const credentials = async () => (await atrium(["credentials", "--json", "--data", data])).stdout;
  const before = await credentials();
  const [key] = JSON.parse(before).workspaces[0].apiKeys;
  const client = createClient({ baseUrl: server.url, apiKey: key.apiKeyId, authToken: key.authTokens[0].token });
  const ids = async () => (await client.organizations.get()).data.map(({ id }: { id: string }) => id);
  const at = { organizationId: "meridian-press" };
  const documents = async () => (await client.organizations.documents.count.get(at)).data;
  const [organizations, count] = [await ids(), await documents()];
  await client.organizations.add({ organizations: [{ organizationId: "mine" }] });
  await client.organizations.documents.delete({ ...at, documentIds: ["spring-catalogue-2026"] });

  const warned = await atrium(["demo", "reset", "--data", data]);
  expect([warned.code, warned.stderr]).toStrictEqual([1, expect.stringMatching(/Add --yes to do it\.$/m)]);
  expect(await ids()).toContain("mine");

  const { code, stdout, stderr } = await atrium(["demo", "reset", "--yes", "--data", data]);
  expect([code, stderr]).toStrictEqual([0, ""]);
  expect(stdout).toMatch(
    /^The demo world is in its original state: [\d,]+ records, .*\nIts ids and tokens are the same\.\n$/,
  );
  expect([await ids(), await documents()]).toStrictEqual([organizations, count]);
  expect(await credentials()).toBe(before);
});

test("behind a proxy, the links in the demo's mails still have the address that browsers use after a reset", async () => {
  const data = join(temporaryFolder(), "data");
  const server = await startDemoServer(data, { ATRIUM_PUBLIC_URL: "https://atrium.example.com" });
  onTestFinished(() => server.end());
  expect((await atrium(["demo", "reset", "--yes", "--data", data])).code).toBe(0);
  const { store } = await openData(data);
  onTestFinished(() => store.close());
  const [apiKeyId = ""] = await seedApiKeys();
  expect((await findApiKey(store, apiKeyId))?.config.documentUrl).toMatch(/^https:\/\/atrium\.example\.com\/demo\?/);
});

test("the list of API keys names them and their tokens, and shows no token", async () => {
  const data = join(temporaryFolder(), "data");
  const result = await atrium([
    "workspace",
    "create",
    "--email",
    "ada@example.com",
    "--workspace-name",
    "Engines",
    "--json",
    "--data",
    data,
  ]);
  const { apiKeyId, authToken, workspaceId } = JSON.parse(result.stdout);
  await atrium(["token", "reset", "--api-key", apiKeyId, "--name", "Build server", "--data", data]);
  const { stdout } = await atrium(["apikey", "list", "--data", data]);
  expect(stdout).toMatch(/^API key +name +type +workspace +auth tokens$/m);
  expect(stdout).toMatch(
    new RegExp(`^${apiKeyId} +Ada Test API Key +testing +Engines +Default Auth Token, Build server$`, "m"),
  );
  expect(stdout).not.toMatch(/at_|wt_/);
  const { apiKeys } = JSON.parse((await atrium(["apikey", "list", "--json", "--data", data])).stdout);
  expect(apiKeys).toMatchObject([
    { apiKeyId, workspaceId, authTokens: [{ name: "Default Auth Token" }, { name: "Build server" }] },
  ]);
  expect(JSON.stringify(apiKeys)).not.toContain(authToken);
});
