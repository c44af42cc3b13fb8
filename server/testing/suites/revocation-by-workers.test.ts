import { request } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { atrium } from "../atrium.ts";
import { newWorkspace, type RunningServer, startServer } from "../running-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Much shorter than caches trust their content, in ms, and much longer than a message between processes takes. */
const PROMPT = 20_000;
/** Number of consecutive calls that reach both workers, which get new connections alternately. */
const ROUND = 8;

/** The status of a call on its own connection. */
function statusOf(server: RunningServer, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(`${server.url}/v2/organizations/documents/get`, {
      agent: false,
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
    });
    call.on("response", (reply) => resolve(reply.resume().statusCode));
    call.on("error", reject);
    call.end(JSON.stringify({ data: { organizationId: "acme" } }));
  });
}

/** The statuses of a round of calls. */
async function roundOf(server: RunningServer, headers: Record<string, string>) {
  const statuses = new Set<number | undefined>();
  for (let i = 0; i < ROUND; i++) statuses.add(await statusOf(server, headers));
  return [...statuses];
}

/** Waits until both workers refuse the credentials. @returns whether they did so promptly. */
async function areRefusedPromptly(server: RunningServer, headers: Record<string, string>): Promise<boolean> {
  const began = performance.now();
  while (performance.now() - began < PROMPT) {
    const statuses = await roundOf(server, headers);
    if (statuses.length === 1 && statuses[0] === 401) return true;
  }
  return false;
}

test("two workers refuse a revoked user token, and an auth token that was reset, without waiting for their caches", async () => {
  const server = await startServer(join(temporaryFolder(), "data"), { ATRIUM_WORKERS: "2" });
  onTestFinished(async () => void (await server.end()));
  const { headers, workspaceHeaders } = await newWorkspace(server);
  await server.post("/v2/users/add", { organizationId: "acme", users: [{ userId: "lin", name: "Lin" }] }, headers);
  const { body } = await server.post(
    "/v2/auth/generate_token",
    {
      userId: "lin",
      userProperties: { name: "Lin", email: "lin@example.com" },
      permissions: { resources: [{ type: "organization", id: "acme" }] },
    },
    headers,
  );
  const asLin = { authorization: `Bearer ${body.result.data.token}` };
  expect([await roundOf(server, asLin), await roundOf(server, headers)]).toStrictEqual([[200], [200]]);
  await server.post("/v2/auth/tokens/revoke", { userIds: ["lin"] }, headers);
  expect(await areRefusedPromptly(server, asLin)).toBe(true);
  await server.post("/v2/workspace/authtoken/reset", { apiKey: headers["x-service-api-key"] }, workspaceHeaders);
  expect(await areRefusedPromptly(server, headers)).toBe(true);
});

test("two workers refuse an auth token that was reset on the command line, without waiting for their caches", async () => {
  const folder = join(temporaryFolder(), "data");
  const server = await startServer(folder, { ATRIUM_WORKERS: "2" });
  onTestFinished(async () => void (await server.end()));
  const { headers } = await newWorkspace(server);
  await server.post("/v2/users/add", { organizationId: "acme", users: [{ userId: "lin", name: "Lin" }] }, headers);
  expect(await roundOf(server, headers)).toStrictEqual([200]);
  const apiKey = headers["x-service-api-key"] as string;
  const { code } = await atrium(["token", "reset", "--api-key", apiKey, "--data", folder]);
  expect(code).toBe(0);
  expect(await areRefusedPromptly(server, headers)).toBe(true);
});
