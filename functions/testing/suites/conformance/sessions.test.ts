import { describe, expect, test } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import { type BrowserSession, beginSession } from "#testing/harness/browser-session";
import { exampleOf, exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import type { World } from "#testing/harness/world";

const all: readonly CallEndpoint[] = callEndpoints;
const behindCredentials = all.filter(({ auth, aliasOf }) => auth !== "public" && aliasOf === undefined);
const reads = behindCredentials.filter(({ kind }) => kind === "read");

/** Matches every secret of the world's tenant that a reply could contain, and user tokens. */
async function secretsOf(w: World): Promise<RegExp> {
  const secret = async (endpointId: string) =>
    (await w.ok("/v2/workspace/advancedwebhook/endpoints/secret/get", { endpointId })).data.secret;
  const secrets = [w.tenant.authToken, w.tenant.workspaceToken, await secret("ep_1"), await secret("ep_2")];
  return new RegExp(`${secrets.map((text) => text.replaceAll(/[^\w]/g, "\\$&")).join("|")}|eyJ\\w+\\.|SG\\.`);
}

function call(w: World, endpoint: CallEndpoint, { headers }: BrowserSession) {
  return w.request(endpoint.path, exampleOf(endpoint, w.tenant), { headers });
}

test("a read-only session can call endpoints that read, and no reply contains a secret", async () => {
  const w = await exampleWorld();
  const session = await beginSession(w, { readOnly: true });
  const secrets = await secretsOf(w);
  let answered = 0;
  for (const endpoint of reads) {
    const { status, body } = await call(w, endpoint, session);
    const text = JSON.stringify(body);
    expectWithContext(text, endpoint.path).not.toMatch(secrets);
    expectWithContext(status, `${endpoint.path} ${text}`).toBe(endpoint.readOnlySessions === false ? 403 : 200);
    if (status === 200) answered++;
  }
  expect(answered).toBeGreaterThan(30);
});

test("no endpoint that writes accepts a read-only session, except to end that session", async () => {
  const w = await exampleWorld();
  const session = await beginSession(w, { readOnly: true });
  for (const endpoint of behindCredentials.filter(
    ({ kind, readOnlySessions }) => kind === "write" && !readOnlySessions,
  )) {
    const { status, body } = await call(w, endpoint, session);
    expectWithContext([status, body.error?.message], endpoint.path).toStrictEqual([
      403,
      "This session may only read. Log in with a session that may write.",
    ]);
  }
  expect(all.filter((one) => one.kind === "write" && one.readOnlySessions).map(({ path }) => path)).toStrictEqual([
    "/v2/workspace/sessions/revoke",
  ]);
});

test("a session of another workspace sees and changes nothing", async () => {
  const w = await exampleWorld();
  const stranger = await w.newTenant("eve@example.com");
  const session = await beginSession(w, {}, { tenant: stranger });
  const headers = { ...session.headers, "x-service-api-key": w.tenant.apiKeyId };
  for (const endpoint of behindCredentials.filter(({ auth }) => auth === "apiKey")) {
    const { status, body } = await call(w, endpoint, { ...session, headers });
    expectWithContext([status, body.error?.status], endpoint.path).toStrictEqual([401, "UNAUTHENTICATED"]);
  }
});

describe("without its CSRF token", () => {
  test("a session can call only the endpoint that returns the token", async () => {
    const w = await exampleWorld();
    const session = await beginSession(w);
    const headers = { ...session.headers, "x-service-csrf": undefined };
    const open: string[] = [];
    for (const endpoint of behindCredentials)
      if ((await call(w, endpoint, { ...session, headers })).status !== 403) open.push(endpoint.path);
    expect(open).toStrictEqual(["/v2/workspace/sessions/get"]);
  });
});
