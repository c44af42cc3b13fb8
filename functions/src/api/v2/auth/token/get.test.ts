import { expect, test } from "@jest/globals";
import { createLocalJWKSet, jwtVerify } from "jose";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/auth/token/get";
const ada = { userId: "ada", userProperties: { organizationId: "acme", isAdmin: true, email: "ada@example.com" } };

async function claimsOf(w: World, token: string) {
  const jwks = createLocalJWKSet(w.context.userTokenKeys().jwks as Parameters<typeof createLocalJWKSet>[0]);
  const currentDate = new Date(START);
  const { payload } = await jwtVerify(token, jwks, { audience: w.tenant.apiKeyId, currentDate });
  const { sub, name, email, isAdmin, resources } = payload;
  return { sub, name, email, isAdmin, resources };
}

/** The credentials of the tenant for the body, and headers without credentials. */
function inBody({ tenant }: World) {
  const headers = { "x-service-api-key": undefined, "x-service-auth-token": undefined };
  return { credentials: { apiKey: tenant.apiKeyId, authToken: tenant.authToken }, options: { headers } };
}

test("with credentials in the body it signs a token for an editor of the organization, in v1 and v2", async () => {
  const w = await world();
  const { credentials, options } = inBody(w);
  for (const version of ["v1", "v2"]) {
    const { message, data } = await w.ok(`/${version}/auth/token/get`, { ...credentials, ...ada }, options);
    expect(message).toBe("Token generated successfully.");
    expect(await claimsOf(w, data.token)).toStrictEqual({
      sub: "ada",
      name: "",
      email: "ada@example.com",
      isAdmin: true,
      resources: [{ type: "organization", id: "acme", accessRole: "editor" }],
    });
  }
});

test("the token grants what the request asks for", async () => {
  const w = await world();
  await w.ok("/v2/organizations/documents/add", {
    organizationId: "acme",
    createOrganization: true,
    documents: [{ documentId: "plan", accessType: "organizationPrivate" }],
  });
  const { credentials, options } = inBody(w);
  const place = { organizationId: "acme", documentId: "plan" };
  const tokenOf = async (request: object) =>
    (await w.ok(path, { ...credentials, userId: "ada", ...request }, options)).data.token;
  const member = await tokenOf({ userProperties: { organizationId: "acme" } });
  expect((await w.request("/v2/presence/get", place, { token: member })).status).toBe(200);
  const stranger = await tokenOf({});
  expect((await w.request("/v2/presence/get", place, { token: stranger })).status).toBe(403);
});

test("credentials in headers apply, and only their API key signs", async () => {
  const w = await world();
  const other = await w.newTenant();
  const foreign = { apiKey: other.apiKeyId, authToken: other.authToken };
  const { data } = await w.ok(path, { ...foreign, ...ada });
  expect((await claimsOf(w, data.token)).sub).toBe("ada");
});

test("a wrong or missing credential in the body is refused, and never shown or logged", async () => {
  const w = await world();
  const { credentials, options } = inBody(w);
  for (const [change, message] of [
    [{ authToken: "at_wrong" }, "Invalid API key or auth token."],
    [{ apiKey: "ak_wrong" }, "Invalid API key or auth token."],
    [{ authToken: undefined }, "Auth token not found."],
    [{ apiKey: undefined }, "API key not found."],
    [{ apiKey: undefined, authToken: undefined }, "API key not found in headers."],
  ] as const)
    expect((await w.fails(path, { ...credentials, ...ada, ...change }, options)).message).toBe(message);
  await w.ok(path, { ...credentials, ...ada }, options);
  expect(JSON.stringify(w.logged)).not.toContain(credentials.authToken);
});

test("properties without an organization, and a body above 16 KiB, are refused", async () => {
  const w = await world();
  const { credentials, options } = inBody(w);
  const without = { ...credentials, userId: "ada", userProperties: { email: "a@example.com" } };
  expect((await w.fails(path, without, options)).message).toBe("data.userProperties.organizationId is required.");
  const large = await w.fails(path, { ...credentials, ...ada, more: "x".repeat(20_000) }, options);
  expect([large.http, large.message]).toStrictEqual([413, "The request body must not be larger than 16384 bytes."]);
});
