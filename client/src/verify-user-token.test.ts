import { generateSigningKey, importSigningKeys, signUserToken } from "@atrium/functions/domain/tokens/user-token";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { servedWorld } from "../testing/served-world.ts";
import { createClient } from "./create-client.ts";
import { verifyUserToken } from "./verify-user-token.ts";

const NOW = Date.UTC(2026, 0, 5, 9);
const now = () => NOW;
const resources = [
  { type: "document" as const, id: "homepage", organizationId: "acme", accessRole: "viewer" as const },
];
const who = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com", isAdmin: false, resources };

async function keyring(...kids: string[]) {
  const storedKeys = await Promise.all(kids.map(generateSigningKey));
  const sign = (kid = kids[0], at = NOW) => {
    const keys = importSigningKeys(storedKeys.toSorted((a) => (a.kid === kid ? -1 : 1)));
    return signUserToken(keys, { issuer: "atrium", apiKeyId: "ak_1", tokenId: "tok_1", now: at }, who);
  };
  return { sign, jwks: importSigningKeys(storedKeys).jwks };
}

/** A server of public keys that records its requests. */
function keyServer(answers: { jwks: unknown; status?: number; headers?: Record<string, string> }) {
  const requests: string[] = [];
  const fetch = async (url: unknown) => {
    requests.push(String(url));
    return new Response(JSON.stringify(answers.jwks), {
      status: answers.status ?? 200,
      headers: answers.headers ?? {},
    });
  };
  return { requests, fetch: fetch as typeof globalThis.fetch };
}

test("a token of the server is verified with the published keys, and identifies the user", async () => {
  const { w, key, baseUrl } = await servedWorld();
  const { data } = await createClient(key).auth.generate_token({
    userId: "ada",
    userProperties: { name: "Ada Lovelace", email: "ada@example.com" },
    permissions: { resources: [{ type: "organization", id: "acme" }] },
  });
  const options = { audience: key.apiKey, issuer: w.context.settings.issuer, now: () => w.context.now() };
  const user = await verifyUserToken(data.token, { jwks: `${baseUrl}/.well-known/jwks.json`, ...options });
  expect(user.userId).toBe("ada");
  expect(user.name).toBe("Ada Lovelace");
  expect(user.apiKeyId).toBe(key.apiKey);
  expect(user.expiresAt - user.issuedAt).toBe(48 * 60 * 60);
  expect(user.resources.map(({ type, id }) => [type, id])).toStrictEqual([["organization", "acme"]]);
});

test("every claim of a token is returned", async () => {
  const { sign, jwks } = await keyring("one");
  const issuedAt = NOW / 1000;
  expect(await verifyUserToken(await sign(), { jwks, now })).toStrictEqual({
    ...who,
    apiKeyId: "ak_1",
    issuer: "atrium",
    tokenId: "tok_1",
    issuedAt,
    expiresAt: issuedAt + 48 * 60 * 60,
  });
});

test("a token that was changed in any way, or signed with another key, is refused", async () => {
  const { sign, jwks } = await keyring("one");
  const token = await sign();
  const [head = "", body = "", signature = ""] = token.split(".");
  const encode = (json: unknown) => Buffer.from(JSON.stringify(json)).toString("base64url");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const forged = [
    `${head}.${encode({ ...claims, isAdmin: true })}.${signature}`,
    `${head}.${body}.${"A".repeat(86)}`,
    `${head}.${body}.`,
    `${head}.${body}`,
    `${token}.x`,
    `${encode({ alg: "none", typ: "JWT", kid: "one" })}.${body}.`,
    `${encode({ alg: "HS256", typ: "JWT", kid: "one" })}.${body}.${signature}`,
    `${encode({ alg: "EdDSA", typ: "JWT", kid: "one", crit: ["x"] })}.${body}.${signature}`,
    await (await keyring("one")).sign(),
    await (await keyring("other")).sign(),
    "",
    "nonsense",
  ];
  for (const wrong of forged)
    await expectWithContext(verifyUserToken(wrong, { jwks, now }), wrong).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  expect((await verifyUserToken(token, { jwks, now })).isAdmin).toBe(false);
});

test("time, audience and issuer are enforced", async () => {
  const { sign, jwks } = await keyring("one");
  const token = await sign();
  const end = NOW + 48 * 60 * 60 * 1000;
  const at = (ms: number) => verifyUserToken(token, { jwks, now: () => ms });
  await at(end + 4_999);
  await at(NOW - 5_000);
  await expect(at(end + 5_000)).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringMatching(/expired/),
  });
  await expect(at(NOW - 5_001)).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringMatching(/from the future/),
  });
  await verifyUserToken(token, { jwks, now, audience: "ak_1", issuer: "atrium" });
  await expect(verifyUserToken(token, { jwks, now, audience: "ak_2" })).rejects.toMatchObject({
    message: expect.stringMatching(/another API key/),
  });
  await expect(verifyUserToken(token, { jwks, now, issuer: "other" })).rejects.toMatchObject({
    message: expect.stringMatching(/another service/),
  });
});

test("keys from an address are cached as long as the server allows, and fetched again for an unknown key id", async () => {
  const old = await keyring("one");
  const rotated = await keyring("one", "two");
  const answers = { jwks: old.jwks as unknown, headers: { "cache-control": "public, max-age=60" } };
  const { requests, fetch } = keyServer(answers);
  const jwks = new URL("https://keys-1.example.com/jwks.json");
  const verify = (token: string, after: number) => verifyUserToken(token, { jwks, fetch, now: () => NOW + after });
  const token = await old.sign();
  await Promise.all([verify(token, 0), verify(token, 0), verify(token, 59_000)]);
  expect(requests.length).toBe(1);
  answers.jwks = { keys: [...old.jwks.keys, ...rotated.jwks.keys.filter(({ kid }) => kid === "two")] };
  const fresh = await rotated.sign("two");
  // Forged tokens must not each cause a request.
  await expect(verify(fresh, 9_000)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(requests.length).toBe(1);
  await verify(fresh, 10_000);
  expect(requests.length).toBe(2);
  await verify(token, 70_000);
  expect(requests.length).toBe(3);
});

test("cached keys stay valid while the server is unreachable; without any, verification fails with an error", async () => {
  const { sign, jwks: keys } = await keyring("one");
  const answers: { jwks: unknown; status?: number } = { jwks: keys };
  const { fetch } = keyServer(answers);
  const token = await sign();
  const verify = (host: string, after: number) =>
    verifyUserToken(token, { jwks: `https://${host}.example.com/jwks.json`, fetch, now: () => NOW + after });
  await verify("keys-2", 0);
  Object.assign(answers, { jwks: {}, status: 503 });
  expect((await verify("keys-2", 120_000)).userId).toBe("ada");
  await expect(verify("keys-3", 0)).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringMatching(/keys-3.*status 503.*\/\.well-known\/jwks\.json/),
  });
});

test("a key for another algorithm is reported as unsupported, not as an invalid token", async () => {
  const { sign } = await keyring("one");
  const jwks = { keys: [{ kid: "one", kty: "RSA", n: "AQAB", e: "AQAB" }] };
  await expect(verifyUserToken(await sign(), { jwks, now })).rejects.toMatchObject({
    code: "UNIMPLEMENTED",
    message: expect.stringMatching(/lacks Ed25519/),
  });
});
