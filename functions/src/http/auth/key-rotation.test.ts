import { expect, test } from "@jest/globals";
import { createLocalJWKSet, jwtVerify } from "jose";
import { KEY_OVERLAP, rotateKeys } from "#domain/tokens/signing-key-rotation";
import { generateSigningKey } from "#domain/tokens/user-token";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { secondProcess } from "#testing/harness/processes/second-process";
import type { World } from "#testing/harness/world";

const MINUTE = 60_000;

async function twoProcesses() {
  const w = await exampleWorld();
  const keyStore = { keys: [await generateSigningKey("old")] };
  const read = () => keyStore.keys;
  return { w, stored: keyStore, here: secondProcess(w, read), there: secondProcess(w, read) };
}

async function newToken(w: World): Promise<string> {
  const userProperties = { name: "Ada", email: "ada@example.com" };
  const permissions = { resources: [] };
  return (await w.ok("/v2/auth/generate_token", { userId: "ada", userProperties, permissions })).data.token;
}

async function statusOf(w: World, token: string): Promise<number> {
  return (await w.request("/v2/presence/get", { organizationId: "acme", documentId: "roadmap" }, { token })).status;
}

test("a key reset invalidates every token within 60 seconds in every process, and new tokens are valid", async () => {
  const { w, stored, here, there } = await twoProcesses();
  const token = await newToken(here);
  // Just before, so that all caches are as fresh as possible.
  w.advance(29_999);
  expect([await statusOf(here, token), await statusOf(there, token)]).toStrictEqual([200, 200]);
  stored.keys = [await generateSigningKey("fresh")];
  expectWithContext(await statusOf(there, token), "the processes still use the keys that they have read").toBe(200);
  w.advance(60_000);
  expect([await statusOf(here, token), await statusOf(there, token)]).toStrictEqual([401, 401]);
  expect(here.context.userTokenKeys().kid).toBe("fresh");
  expect(await statusOf(there, await newToken(here))).toBe(200);
});

test("during a rotation no token is refused before its expiry, whichever process verifies it", async () => {
  const { w, stored, here, there } = await twoProcesses();
  const now = w.context.now();
  stored.keys = rotateKeys(stored.keys, await generateSigningKey("fresh"), { now, signsFrom: now + 10 * MINUTE });
  const issued: { token: string; expires: number }[] = [];
  for (let minute = 0; minute < 30; minute += 0.5) {
    for (const process of [here, there]) {
      const token = await newToken(process);
      issued.push({ token, expires: w.context.now() + 48 * 60 * MINUTE });
      expectWithContext([await statusOf(here, token), await statusOf(there, token)], `minute ${minute}`).toStrictEqual([
        200, 200,
      ]);
    }
    w.advance(MINUTE / 2);
  }
  expect(here.context.userTokenKeys().kid).toBe("fresh");
  w.advance(47 * 60 * MINUTE);
  for (const { token } of issued) expect(await statusOf(there, token)).toBe(200);
  w.advance(KEY_OVERLAP);
  for (const { token, expires } of issued.slice(-1)) {
    expect(expires).toBeLessThan(w.context.now());
    expect(await statusOf(there, token)).toBe(401);
  }
  expect(there.context.userTokenKeys().jwks.keys.map(({ kid }) => kid)).toStrictEqual(["fresh"]);
});

test("a verifier that caches the public keys for a minute knows each key before it signs", async () => {
  const { w, stored, here } = await twoProcesses();
  const now = w.context.now();
  stored.keys = rotateKeys(stored.keys, await generateSigningKey("fresh"), { now, signsFrom: now + 10 * MINUTE });
  let { jwks } = here.context.userTokenKeys();
  for (let minute = 0; minute < 15; minute++) {
    const token = await newToken(here);
    const currentDate = new Date(w.context.now());
    await jwtVerify(token, createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0]), { currentDate });
    ({ jwks } = here.context.userTokenKeys());
    w.advance(MINUTE);
  }
  expect(here.context.userTokenKeys().kid).toBe("fresh");
});
