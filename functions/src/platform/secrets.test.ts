import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { toBase62 } from "./base62.ts";
import { derivedKey, hashSecret, matchesHash, newSecret, seal, unseal } from "./secrets.ts";

const key = new Uint8Array(32).fill(1);

test("a sealed text comes back as it was, and never looks the same twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const sealed = seal(key, text);
      assert.equal(unseal(key, sealed), text);
      assert.notEqual(seal(key, text), sealed);
    }),
  );
});

test("a sealed text opens with its own key only, and not after a change of any byte", () => {
  const sealed = seal(key, "at_secret");
  assert.ok(!Buffer.from(sealed, "base64").includes("at_secret"));
  assert.throws(() => unseal(new Uint8Array(32).fill(2), sealed));
  const bytes = Buffer.from(sealed, "base64");
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    assert.throws(() => unseal(key, changed.toString("base64")), `byte ${i}`);
  }
  assert.throws(() => unseal(key, ""));
});

test("a secret has its prefix, 43 digits for 32 random bytes, and the checksum of both", () => {
  const seen = new Set<string>();
  for (let i = 0; i < 200; i++) {
    const secret = newSecret("at");
    assert.match(secret, /^at_[0-9A-Za-z]{49}$/);
    assert.equal(toBase62(hash("sha256", secret.slice(0, -6), "buffer"), 43).slice(-6), secret.slice(-6));
    seen.add(secret);
  }
  assert.equal(seen.size, 200);
  assert.match(newSecret("wt"), /^wt_/);
});

test("a secret matches its own hash and nothing else does", () => {
  const secret = newSecret("at");
  const stored = hashSecret(secret);
  assert.match(stored, /^[0-9a-f]{64}$/);
  assert.equal(matchesHash(secret, stored), true);
  for (const other of ["", secret.slice(0, -1), `${secret} `, secret.toUpperCase(), stored, newSecret("at")])
    assert.equal(matchesHash(other, stored), false);
});

test("secrets are compared in constant time", () => {
  assert.match(matchesHash.toString(), /timingSafeEqual\(/);
  const authenticate = readFileSync(new URL("../http/auth/authenticate.ts", import.meta.url), "utf8");
  assert.match(authenticate, /matchesHash\(token, /);
  assert.doesNotMatch(authenticate, /\b(token|hash|tokenHash)\b\s*[!=]==/);
});

test("a derived key follows from the key and the purpose alone", () => {
  assert.deepEqual(derivedKey(key, "text"), derivedKey(key, "text"));
  assert.notDeepEqual(derivedKey(key, "text"), derivedKey(key, "texu"));
  assert.notDeepEqual(derivedKey(key, "text"), derivedKey(new Uint8Array(32).fill(2), "text"));
  assert.equal(derivedKey(key, "text").length, 32);
});
