import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";
import { toBase62 } from "./base62.ts";
import { derivedKey, hashSecret, matchesHash, newSecret, seal, unseal } from "./secrets.ts";

const key = new Uint8Array(32).fill(1);

test("a sealed text is opened unchanged, and sealing it twice gives different results", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const sealed = seal(key, text);
      expect(unseal(key, sealed)).toBe(text);
      expect(seal(key, text)).not.toBe(sealed);
    }),
  );
});

test("a sealed text opens with its own key only, and not after any byte has changed", () => {
  const sealed = seal(key, "at_secret");
  expect(Buffer.from(sealed, "base64").includes("at_secret")).toBe(false);
  expect(() => unseal(new Uint8Array(32).fill(2), sealed)).toThrow();
  const bytes = Buffer.from(sealed, "base64");
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expectWithContext(() => unseal(key, changed.toString("base64")), `byte ${i}`).toThrow();
  }
  expect(() => unseal(key, "")).toThrow();
});

test("a secret has its prefix, 43 digits for 32 random bytes, and the checksum of both", () => {
  const secrets = new Set<string>();
  for (let i = 0; i < 200; i++) {
    const secret = newSecret("at");
    expect(secret).toMatch(/^at_[0-9A-Za-z]{49}$/);
    expect(toBase62(hash("sha256", secret.slice(0, -6), "buffer"), 43).slice(-6)).toBe(secret.slice(-6));
    secrets.add(secret);
  }
  expect(secrets.size).toBe(200);
  expect(newSecret("wt")).toMatch(/^wt_/);
});

test("a secret matches only its own hash", () => {
  const secret = newSecret("at");
  const secretHash = hashSecret(secret);
  expect(secretHash).toMatch(/^[0-9a-f]{64}$/);
  expect(matchesHash(secret, secretHash)).toBe(true);
  for (const other of ["", secret.slice(0, -1), `${secret} `, secret.toUpperCase(), secretHash, newSecret("at")])
    expect(matchesHash(other, secretHash)).toBe(false);
});

test("secrets are compared in constant time", () => {
  expect(matchesHash.toString()).toMatch(/timingSafeEqual\)?\(/);
  const authenticate = readFileSync(new URL("../../http/auth/authenticate.ts", import.meta.url), "utf8");
  expect(authenticate).toMatch(/matchesHash\(token, /);
  expect(authenticate).not.toMatch(/\b(token|hash|tokenHash)\b\s*[!=]==/);
});

test("a derived key depends on the key and the purpose alone", () => {
  expect(derivedKey(key, "text")).toStrictEqual(derivedKey(key, "text"));
  expect(derivedKey(key, "text")).not.toStrictEqual(derivedKey(key, "texu"));
  expect(derivedKey(key, "text")).not.toStrictEqual(derivedKey(new Uint8Array(32).fill(2), "text"));
  expect(derivedKey(key, "text").length).toBe(32);
});
