import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { secondProcess } from "#testing/harness/processes/second-process";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/authtoken/reset";
const probe = "/v2/workspace/apikeyconfig/get";

/** The status that a call gets with this token. */
async function statusWith(w: World, token: string): Promise<number> {
  return (await w.request(probe, {}, { headers: { "x-service-auth-token": token } })).status;
}

async function reset(w: World, name?: string) {
  const { data } = await w.ok(path, { apiKey: w.tenant.apiKeyId, name });
  return data.newAuthToken as { token: string; name: string; domains: string[] };
}

test("a reset issues a new token and ends the old one at once", async () => {
  const w = await world();
  expect(await statusWith(w, w.tenant.authToken)).toBe(200);
  const { message, data } = await w.ok(path, { apiKey: w.tenant.apiKeyId });
  expect(message).toBe("Auth token reset successfully.");
  const { token, ...rest } = data.newAuthToken;
  expect([data.apiKey, rest]).toStrictEqual([w.tenant.apiKeyId, { name: "Default Auth Token", domains: [] }]);
  expect(token).toMatch(/^at_[0-9A-Za-z]{49}$/);
  expect([await statusWith(w, w.tenant.authToken), await statusWith(w, token)]).toStrictEqual([401, 200]);
});

test("another process accepts the new token and refuses the old one within 60 seconds", async () => {
  const w = await world();
  const other = secondProcess(w);
  expect(await statusWith(other, w.tenant.authToken)).toBe(200);
  w.advance(1);
  const { token } = await reset(w);
  w.advance(59_998);
  expectWithContext(
    await statusWith(other, w.tenant.authToken),
    "the test needs a process that has cached the token",
  ).toBe(200);
  w.advance(1);
  expect([await statusWith(other, w.tenant.authToken), await statusWith(other, token)]).toStrictEqual([401, 200]);
});

test("another name adds a token beside the others, and its reset leaves those unchanged", async () => {
  const w = await world();
  const first = await reset(w, "Build server");
  const second = await reset(w, "Build server");
  expect(second.name).toBe("Build server");
  const statuses = [w.tenant.authToken, first.token, second.token].map((token) => statusWith(w, token));
  expect(await Promise.all(statuses)).toStrictEqual([200, 401, 200]);
  const { authTokens } = (await w.ok("/v2/workspace/authtokens/get", { apiKey: w.tenant.apiKeyId })).data;
  expect(authTokens.map(({ name, token }: { name: string; token: string }) => [name, token])).toStrictEqual([
    ["Default Auth Token", w.tenant.authToken],
    ["Build server", second.token],
  ]);
});

test("ten tokens are valid together, and an eleventh name is refused", async () => {
  const w = await world();
  for (let i = 1; i < 10; i++) await reset(w, `server ${i}`);
  const error = await w.fails(path, { apiKey: w.tenant.apiKeyId, name: "server 10" });
  expect([error.status, error.message]).toStrictEqual([
    "RESOURCE_EXHAUSTED",
    "You have reached the maximum number of auth tokens allowed for this API key (10).",
  ]);
  const { token } = await reset(w, "server 9");
  expect(await statusWith(w, token)).toBe(200);
});

test("concurrent resets lose none: each name has one valid token", async () => {
  const w = await world();
  const names = ["a", "b", "c", "d", "e"];
  const authTokens = await Promise.all(names.map((name) => reset(w, name)));
  expect(await Promise.all(authTokens.map(({ token }) => statusWith(w, token)))).toStrictEqual([
    200, 200, 200, 200, 200,
  ]);
});

test("an unknown key and one of another workspace get the same answer, and nothing changes", async () => {
  const w = await world();
  const other = await w.newTenant();
  for (const apiKey of ["ak_unknown", other.apiKeyId]) {
    const error = await w.fails(path, { apiKey });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "API key not found."]);
  }
  expect((await w.request(probe, {}, { tenant: other })).status).toBe(200);
});

test("the text of a token is not stored", async () => {
  const w = await world();
  const { token } = await reset(w);
  const storedApiKey = await w.context.store.get(`apiKeys/${w.tenant.apiKeyId}`);
  expect(JSON.stringify(storedApiKey)).not.toContain(token);
});

test("the audit log has the name of a token if it was sent, but not the default name", async () => {
  const w = await world();
  const resetRecords = async () => (await w.ok("/v2/workspace/auditlog/get", { action: "authToken.reset" })).data;
  await reset(w);
  expect((await resetRecords()).map(({ fields }: { fields?: string[] }) => fields ?? [])).toStrictEqual([[]]);
  w.advance(1);
  await reset(w, "Build server");
  expect((await resetRecords())[0].fields).toStrictEqual(["name"]);
});
