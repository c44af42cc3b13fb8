import { expect, test } from "@jest/globals";
import { documentPath } from "#domain/organizations/store/organizations";
import {
  importSigningKeys,
  type StoredSigningKey,
  USER_TOKEN_SECONDS,
  userTokenHeader,
} from "#domain/tokens/user-token";
import { CLOCK_TOLERANCE, MAX_USER_TOKEN_LENGTH } from "#domain/tokens/user-token-verification";
import { userTokens } from "#http/auth/user-tokens";
import { forge, publicKeySigner, signerOf, strangersKey } from "#testing/fixtures/tokens/forged-tokens";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import type { World } from "#testing/harness/world";
import { nothingIsWritten } from "#testing/suites/conformance/door";

const place = { organizationId: "acme", documentId: "homepage" };
const DAY = 24 * 60 * 60;

async function isRefused(w: World, token: string, message: string | RegExp): Promise<void> {
  const error = await w.fails("/v2/presence/get", place, { token });
  expectWithContext([error.http, error.status], error.message).toStrictEqual([401, "UNAUTHENTICATED"]);
  if (typeof message === "string") expect(error.message).toBe(message);
  else expect(error.message).toMatch(message);
  expect(error.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
}

const wrongHeader = "The user token has a header that this service does not issue.";
const lacks = "The user token lacks claims that this service needs.";
const unknownKey = "The user token is signed with an unknown key.";

test("a genuine token signed by the test is accepted, so the refusals below are due to forgery", async () => {
  const w = await exampleWorld();
  await w.ok("/v2/presence/get", place, { token: await forge(w) });
});

test("a token is accepted for exactly 48 hours, even if it was verified a moment before its expiry", async () => {
  const w = await exampleWorld();
  const token = await w.token("ada");
  w.advance(USER_TOKEN_SECONDS * 1000 - 1);
  await w.ok("/v2/presence/get", place, { token });
  w.advance(CLOCK_TOLERANCE * 1000 + 1);
  await isRefused(w, token, "The user token has expired.");
});

test("a token that is not valid yet is refused, beyond the tolerance for clocks", async () => {
  const w = await exampleWorld();
  const now = w.context.now() / 1000;
  const early = "The user token is not valid yet.";
  await w.ok("/v2/presence/get", place, { token: await forge(w, { claims: { nbf: now + CLOCK_TOLERANCE } }) });
  await isRefused(w, await forge(w, { claims: { nbf: now + CLOCK_TOLERANCE + 1 } }), early);
  await isRefused(w, await forge(w, { claims: { iat: now + CLOCK_TOLERANCE + 1 } }), early);
});

test("a token with a longer lifetime than ours is refused at the age of 48 hours", async () => {
  const w = await exampleWorld();
  const now = w.context.now() / 1000;
  const token = await forge(w, { claims: { iat: now - 2 * DAY - 60, exp: now + DAY } });
  await isRefused(w, token, /expired|lacks/);
});

test("wrong audience, wrong issuer, and missing or mistyped claims are refused", async () => {
  const w = await exampleWorld();
  const other = "The API key of the user token does not exist.";
  for (const aud of ["ak_unknown", "../workspaces", "ak_1/organizations/acme", "__proto__", w.tenant.workspaceId])
    await isRefused(w, await forge(w, { claims: { aud } }), other);
  const cases: [claims: Record<string, unknown>, message: string][] = [
    [{ iss: "somebody" }, "The user token was issued by another service."],
    [{ iss: undefined }, "The user token was issued by another service."],
    [{ aud: [w.tenant.apiKeyId] }, lacks],
    [{ aud: undefined }, lacks],
    [{ sub: undefined }, lacks],
    [{ sub: "" }, lacks],
    [{ jti: undefined }, lacks],
    [{ iat: undefined }, lacks],
    [{ exp: undefined }, lacks],
    [{ exp: "never" }, lacks],
    [{ isAdmin: "true" }, lacks],
    [{ resources: [{ type: "everything", id: "*" }] }, lacks],
  ];
  for (const [claims, message] of cases) await isRefused(w, await forge(w, { claims }), message);
});

test("no other algorithm is accepted: none, HS256 with the public key in any form, or a similar name", async () => {
  const w = await exampleWorld();
  for (const alg of ["none", "None", "NONE", "", "eddsa", "ES256", "RS256", "Ed448", null])
    await isRefused(w, await forge(w, { header: { alg }, signer: () => "" }), /malformed|header/);
  const forms = [
    (jwk: { x?: string }) => Buffer.from(jwk.x ?? "", "base64url"),
    (jwk: { x?: string }) => Buffer.from(jwk.x ?? ""),
    (jwk: object) => Buffer.from(JSON.stringify(jwk)),
  ];
  for (const form of forms)
    for (const header of [{ alg: "HS256" }, {}]) {
      const token = await forge(w, { header, signer: publicKeySigner(w, form) });
      await isRefused(w, token, /header|signature|malformed/);
    }
});

test("an unknown kid, a missing or repeated one, and any further field of the header are refused", async () => {
  const w = await exampleWorld();
  const { kid } = w.context.userTokenKeys();
  for (const other of ["other", "../test-key", "test-key\u0000", "__proto__", "constructor", "TEST-KEY", "' OR 1=1"])
    await isRefused(w, await forge(w, { header: { kid: other } }), unknownKey);
  for (const odd of [undefined, null, 1, [kid]])
    await isRefused(w, await forge(w, { header: { kid: odd } }), "The user token is malformed.");
  const twice = [
    `{"alg":"EdDSA","typ":"JWT","kid":"${kid}","kid":"${kid}"}`,
    `{"alg":"none","alg":"EdDSA","typ":"JWT","kid":"${kid}"}`,
    `{"alg":"EdDSA", "typ":"JWT","kid":"${kid}"}`,
  ];
  for (const headerText of twice) await isRefused(w, await forge(w, { headerText }), wrongHeader);
  const stranger = strangersKey();
  const jwk = stranger.export({ format: "jwk" });
  for (const header of [
    { jwk },
    { jku: "https://evil.example/jwks" },
    { x5c: [] },
    { crit: ["b64"], b64: false },
    { typ: "at+jwt" },
  ])
    await isRefused(w, await forge(w, { header, signer: signerOf(stranger) }), wrongHeader);
});

test("signing keys with the same kid are refused at the start, since either could verify", () => {
  const keys = ["a", "b", "a"].map((kid): StoredSigningKey => ({ ...strangersKey().export({ format: "jwk" }), kid }));
  expect(() => importSigningKeys(keys)).toThrow(/two signing keys have the kid "a"/);
  expect(importSigningKeys(keys.slice(0, 2)).publicKeys.size).toBe(2);
});

test("a token that was truncated, changed anywhere, or re-signed with another key is refused", async () => {
  const w = await exampleWorld();
  const token = await forge(w);
  await w.ok("/v2/presence/get", place, { token });
  for (let end = 1; end < token.length; end += 7) await isRefused(w, token.slice(0, end), /./);
  for (let at = 0; at < token.length; at += 5) {
    if (token[at] === ".") continue;
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    await isRefused(w, changed, /./);
  }
  await isRefused(w, await forge(w, { signer: signerOf(strangersKey()) }), "The signature of the user token is wrong.");
  const other = await w.newTenant();
  const claims = { aud: other.apiKeyId, isAdmin: true };
  await isRefused(w, await forge(w, { claims, signer: signerOf(strangersKey()) }), /signature/);
});

test("parts of two genuine tokens do not make a valid third", async () => {
  const w = await exampleWorld();
  const [ada = "", admin = ""] = await Promise.all([w.token("ada"), w.token("ada", { isAdmin: true })]);
  const [header, , signature] = ada.split(".");
  await isRefused(w, [header, admin.split(".")[1], signature].join("."), /signature/);
});

test("an oversized token is refused before it is parsed", async () => {
  const w = await exampleWorld();
  const token = await forge(w, { claims: { name: "x".repeat(MAX_USER_TOKEN_LENGTH) } });
  await isRefused(w, token, `The user token is longer than ${MAX_USER_TOKEN_LENGTH} characters.`);
  await isRefused(w, "a".repeat(1_000_000), /longer/);
});

test("an Authorization header that is repeated, has extra parts or smuggles a line is refused", async () => {
  const w = await exampleWorld();
  const token = await w.token("ada");
  const bare = { "x-service-api-key": undefined, "x-service-auth-token": undefined };
  const values = [
    [`Bearer ${token}`, `Bearer ${token}`],
    [`Basic abc`, `Bearer ${token}`],
    `Bearer ${token}, Bearer ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token}\r\nx-service-api-key: ${w.tenant.apiKeyId}`,
    `Bearer\t${token}`,
    `Bearer "${token}"`,
    "Bearer",
    "Bearer ",
    `Bearer ${token}\u0000`,
  ];
  for (const authorization of values) {
    const error = await w.fails("/v2/presence/get", place, { headers: { ...bare, authorization } });
    expectWithContext([error.http, error.status], JSON.stringify(authorization)).toStrictEqual([
      401,
      "UNAUTHENTICATED",
    ]);
    expect(error.message.includes(token)).toBeFalsy();
  }
  for (const name of ["bearer", "BEARER", "Bearer "])
    await w.ok("/v2/presence/get", place, { headers: { ...bare, authorization: `${name} ${token}` } });
});

test("ids that look like a path or belong to another tenant name only themselves", async () => {
  const w = await exampleWorld();
  const other = await w.newTenant();
  const token = await w.token("ada", { isAdmin: true });
  const paths = [
    documentPath({ ...w.context, apiKey: { apiKeyId: other.apiKeyId } } as never, "acme", "homepage"),
    `../../${other.apiKeyId}/organizations/acme`,
    `apiKeys/${w.tenant.apiKeyId}/organizations/acme`,
    "acme/documents/homepage",
    "..",
    "__proto__",
  ];
  await nothingIsWritten(w, async () => {
    for (const id of paths)
      for (const target of [
        { ...place, organizationId: id },
        { ...place, documentId: id },
      ])
        for (const path of ["/v2/presence/get", "/v2/crdt/get", "/v2/presence/add", "/v2/commentannotations/get"]) {
          const error = await w.fails(path, { ...target, users: [{}] }, { token });
          expectWithContext([error.http, error.status], `${path} ${id}`).toStrictEqual([404, "NOT_FOUND"]);
        }
  });
  const subject = await w.token(`../${other.apiKeyId}`);
  await w.ok("/v2/notifications/get", { organizationId: "acme" }, { token: subject });
});

test("neither a token nor its contents are ever logged", async () => {
  const w = await exampleWorld();
  const token = await w.token("ada", { name: "confidential name" });
  await w.ok("/v2/presence/get", place, { token });
  await w.fails("/v2/presence/get", place, { token: `${token}x` });
  const log = JSON.stringify(w.logged);
  for (const secret of [token, token.split(".")[1] ?? "", "confidential"]) expect(log).not.toContain(secret);
});

test("a valid token is verified once a minute and a wrong one every time, which evicts no valid one", async () => {
  const w = await exampleWorld();
  let verified = 0;
  const keys = w.context.userTokenKeys();
  const counting = {
    get(kid: string) {
      verified++;
      return keys.publicKeys.get(kid);
    },
  };
  const watched = { ...keys, publicKeys: counting as never };
  const context = { ...w.context, userTokenKeys: () => watched };
  const token = await w.token("ada");
  for (let i = 0; i < 5; i++) await userTokens(w.context).verify(context, token);
  expect(verified).toBe(1);
  for (let i = 0; i < 5; i++)
    await expect(userTokens(w.context).verify(context, `${token.slice(0, -4)}AAA${i}`)).rejects.toThrow();
  expect(verified).toBe(6);
  w.advance(59_999);
  await userTokens(w.context).verify(context, token);
  expect(verified).toBe(6);
  w.advance(1);
  await userTokens(w.context).verify(context, token);
  expect(verified).toBe(7);
});

test("the header and claims of a token are the documented ones", async () => {
  const w = await exampleWorld();
  const [header = "", claims = ""] = (await w.token("ada")).split(".");
  const parse = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  expect(parse(header)).toStrictEqual(userTokenHeader("test-key"));
  const names = ["aud", "email", "exp", "iat", "isAdmin", "iss", "jti", "name", "resources", "sub"];
  expect(Object.keys(parse(claims)).sort()).toStrictEqual(names);
});
