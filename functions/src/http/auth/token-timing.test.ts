import { expect, test } from "@jest/globals";
import { hashSecret, matchesHash, newSecret } from "#platform/crypto/secrets";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { seededRandom } from "#testing/harness/properties/seeded-random";
import { separation } from "#testing/harness/time/timing";
import { userTokens } from "./user-tokens.ts";

/** Attempts of each test. */
const TRIES = 10_000;
/**
 * 0.5 is chance. With 5,000 attempts of each kind, in random order, chance stays within 0.02, because disturbances affect
 * both kinds alike. A comparison that ends at the first difference reaches more than 0.9.
 */
const CHANCE = { least: 0.4, most: 0.6 };

function replaceAt(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}

test("the time to refuse a wrong user token reveals nothing about how much of it is right", async () => {
  const w = await exampleWorld();
  const token = await w.token("ada");
  const tokens = userTokens(w.context);
  await tokens.verify(w.context, token);
  const signature = token.lastIndexOf(".") + 1;
  const almost = Array.from({ length: 40 }, (_, i) => replaceAt(token, token.length - 3 - i));
  const hardly = Array.from({ length: 40 }, (_, i) => replaceAt(token, signature + i));
  const probability = await separation(TRIES, [almost, hardly], seededRandom(1), async (wrong) => {
    await expect(tokens.verify(w.context, wrong)).rejects.toThrow();
  });
  expectWithContext(
    probability > CHANCE.least && probability < CHANCE.most,
    `they can be told apart: ${probability}`,
  ).toBe(true);
});

test("the time to refuse a wrong auth token reveals nothing about how much of it is right", async () => {
  const token = newSecret("at");
  const tokenHash = hashSecret(token);
  const probability = await separation(
    TRIES,
    [[replaceAt(token, token.length - 1)], [replaceAt(token, 0)]],
    seededRandom(2),
    async (wrong) => expect(matchesHash(wrong, tokenHash)).toBe(false),
  );
  expectWithContext(
    probability > CHANCE.least && probability < CHANCE.most,
    `they can be told apart: ${probability}`,
  ).toBe(true);
});

test("the measurement detects a comparison that ends at the first difference", async () => {
  const secret = "x".repeat(20_000);
  const naive = (candidate: string) => {
    for (let i = 0; i < secret.length; i++) if (candidate[i] !== secret[i]) return false;
    return true;
  };
  const wrong = [[`${secret.slice(1)}y`], [`y${secret.slice(1)}`]] as const;
  const probability = await separation(1000, wrong, seededRandom(3), async (candidate) =>
    expect(naive(candidate)).toBe(false),
  );
  expectWithContext(probability, `it is ${probability}`).toBeGreaterThan(0.9);
});
