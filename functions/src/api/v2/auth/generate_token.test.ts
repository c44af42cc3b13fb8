import { expect, test } from "@jest/globals";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { expectWithContext } from "#testing/harness/jest/context";
import { dump } from "#testing/harness/store/store-dump";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/auth/generate_token";
const person = { userId: "ada", userProperties: { name: "Ada Lovelace", email: "ada@example.com" } };
const ada = { ...person, permissions: { resources: [] } };
const now = START / 1000;

/** Verifies a token as a service that trusts the published keys would. */
function verify(w: World, token: string, currentDate = new Date(START)) {
  const { issuer } = w.context.settings;
  const jwks = createLocalJWKSet(w.context.userTokenKeys().jwks as Parameters<typeof createLocalJWKSet>[0]);
  return jwtVerify(token, jwks, { issuer, audience: w.tenant.apiKeyId, algorithms: ["EdDSA"], currentDate });
}

test("a token verifies against the published keys and names the user and the resources", async () => {
  const w = await world();
  const resources = [
    { type: "organization", id: "acme" },
    { type: "folder", id: "designs", organizationId: "acme", accessRole: "viewer" },
    { type: "document", id: "homepage", organizationId: "acme", expiresAt: now + 60 },
  ];
  const { message, data } = await w.ok(path, { ...ada, permissions: { resources } });
  expect(message).toBe("Token generated successfully.");
  const { payload, protectedHeader } = await verify(w, data.token);
  expect(protectedHeader).toStrictEqual({ alg: "EdDSA", typ: "JWT", kid: w.context.userTokenKeys().kid });
  const { jti, ...claims } = payload;
  expect(String(jti)).toMatch(/^tok_/);
  expect(claims).toStrictEqual({
    iss: w.context.settings.issuer,
    aud: w.tenant.apiKeyId,
    sub: "ada",
    iat: now,
    exp: now + 48 * 60 * 60,
    name: "Ada Lovelace",
    email: "ada@example.com",
    isAdmin: false,
    resources: [
      { type: "organization", id: "acme", accessRole: "editor" },
      { type: "folder", id: "designs", organizationId: "acme", accessRole: "viewer" },
      { type: "document", id: "homepage", organizationId: "acme", accessRole: "editor", expiresAt: now + 60 },
    ],
  });
});

test("signing writes nothing, and the log names the user and the id of the token, but not the token", async () => {
  const w = await world();
  const before = await dump(w.context.store);
  w.logged.length = 0;
  const { token } = (await w.ok(path, ada, { headers: { "x-request-id": "req-1" } })).data;
  expect(await dump(w.context.store)).toStrictEqual(before);
  const line = w.logged.find(({ message }) => message === "user token signed");
  const { jti: tokenId } = decodeJwt(token);
  expect(line?.fields).toStrictEqual({
    requestId: "req-1",
    apiKeyId: w.tenant.apiKeyId,
    userId: "ada",
    tokenId,
  });
  expect(JSON.stringify(w.logged)).not.toMatch(/eyJ|Lovelace|example\.com/);
});

test("a token is valid for 48 hours and not a second longer", async () => {
  const w = await world();
  const { token } = (await w.ok(path, ada)).data;
  const end = START + 48 * 60 * 60 * 1000;
  await verify(w, token, new Date(end - 1000));
  await expect(verify(w, token, new Date(end))).rejects.toMatchObject({ code: "ERR_JWT_EXPIRED" });
});

test("without resources a token grants nothing, and only isAdmin makes an administrator", async () => {
  const w = await world();
  const claims = async (request: object) => (await verify(w, (await w.ok(path, request)).data.token)).payload;
  expect((await claims(ada)).resources).toStrictEqual([]);
  expect((await claims({ ...ada, userProperties: { ...ada.userProperties, isAdmin: true } })).isAdmin).toBe(true);
  expect((await claims({ ...ada, isAdmin: true })).isAdmin).toBe(false);
});

test("an unknown property of the user is ignored and named, and one that is almost a known one is refused", async () => {
  const w = await world();
  const withProperties = (properties: object) => ({ ...ada, userProperties: { ...ada.userProperties, ...properties } });
  const { status, headers } = await w.request(path, withProperties({ team: "core" }));
  expect([status, headers["x-service-ignored-fields"]]).toStrictEqual([200, "team"]);
  const { message, details } = await w.fails(path, withProperties({ isAdmn: true }));
  expect([message, details.hint]).toStrictEqual([
    "data.userProperties.isAdmn is not a field of this endpoint.",
    "Did you mean `isAdmin`?",
  ]);
});

test("two tokens issued in the same second differ, and issuing them neither reads nor writes the store", async () => {
  const w = await world();
  // Caches the credentials first: otherwise it is random which of two concurrent calls reads them and which is logged last.
  await w.ok(path, ada);
  const tokens = await Promise.all([w.ok(path, ada), w.ok(path, ada)]);
  expect(tokens[0]?.data.token).not.toBe(tokens[1]?.data.token);
  for (const { fields } of w.logged.filter(({ message }) => message === "request").slice(-2))
    expect([fields.reads, fields.writes, fields.trips]).toStrictEqual([0, 0, 0]);
});

test("a token of one API key is refused for another", async () => {
  const w = await world();
  const { token } = (await w.ok(path, ada, { tenant: await w.newTenant() })).data;
  await expect(verify(w, token)).rejects.toMatchObject({ code: "ERR_JWT_CLAIM_VALIDATION_FAILED", claim: "aud" });
});

const refused: [why: string, request: object, message: string][] = [
  [
    "an organization among the user's properties",
    { ...ada, userProperties: { ...ada.userProperties, organizationId: "acme" } },
    "data.userProperties.organizationId must not be given here. Send it in permissions.resources as a resource of type `organization`.",
  ],
  [
    "a permission that ends now",
    { ...ada, permissions: { resources: [{ type: "organization", id: "acme", expiresAt: now }] } },
    "data.permissions.resources[0].expiresAt must be in the future, in seconds since 1970.",
  ],
  [
    "a permission that ends at a time in milliseconds",
    { ...ada, permissions: { resources: [{ type: "organization", id: "acme", expiresAt: 100_000_000_000 }] } },
    "data.permissions.resources[0].expiresAt must be in seconds since 1970, not in milliseconds.",
  ],
  [
    "a document without its organization",
    { ...ada, permissions: { resources: [{ type: "document", id: "homepage" }] } },
    "data.permissions.resources[0].organizationId is required when type is `document` or `folder`.",
  ],
  [
    "101 resources",
    {
      ...ada,
      permissions: { resources: Array.from({ length: 101 }, (_, i) => ({ type: "organization", id: `o${i}` })) },
    },
    "data.permissions.resources must have at most 100 items.",
  ],
  ["no properties", { userId: "ada", permissions: ada.permissions }, "data.userProperties is required."],
  ["no permissions", person, "data.permissions is required."],
  ["permissions without resources", { ...person, permissions: {} }, "data.permissions.resources is required."],
  [
    "an address of more than 320 characters",
    { ...ada, userProperties: { name: "Ada", email: `${"a".repeat(320)}@example.com` } },
    "data.userProperties.email must have at most 320 characters.",
  ],
];

for (const [why, request, message] of refused)
  test(`${why}: refused`, async () => {
    const w = await world();
    const error = await w.fails(path, request);
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  });

test("100 resources are accepted", async () => {
  const w = await world();
  const resources = Array.from({ length: 100 }, (_, i) => ({ type: "organization", id: `o${i}` }));
  const { data } = await w.ok(path, { ...ada, permissions: { resources } });
  expect(((await verify(w, data.token)).payload.resources as unknown[]).length).toBe(100);
});

test("a token that would be too long for the headers of a request is refused, with its size and what to do", async () => {
  const w = await world();
  const resources = Array.from({ length: 100 }, (_, i) => ({ type: "organization", id: `${i}`.padEnd(200, "x") }));
  const { status, message } = await w.fails(path, { ...ada, permissions: { resources } });
  expect(status).toBe("INVALID_ARGUMENT");
  const [, bytes] =
    /^The user token would have (\d+) bytes, and no server takes more than 12288 with each request\. Name fewer/.exec(
      message,
    ) ?? [];
  expectWithContext(Number(bytes), message).toBeGreaterThan(12_288);
});
