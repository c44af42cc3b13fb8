import assert from "node:assert/strict";
import { before, test } from "node:test";
import { SigningKeys } from "./signing-keys.ts";
import { generateSigningKey, importSigningKeys, type StoredSigningKey } from "./user-token.ts";

let [a, b]: StoredSigningKey[] = [];
before(async () => {
  [a, b] = await Promise.all(["a", "b"].map(generateSigningKey));
});

function source() {
  const state = { now: 0, reads: 0, stored: () => [a] as StoredSigningKey[] };
  const keys = new SigningKeys(
    () => {
      state.reads++;
      return state.stored();
    },
    () => state.now,
    () => state.now,
  );
  return { state, keys };
}

test("the keys are read again after 5 seconds, and are the same object while nothing has changed", () => {
  const { state, keys } = source();
  const first = keys.current();
  state.stored = () => [b, a] as StoredSigningKey[];
  state.now = 4_999;
  assert.equal(keys.current(), first);
  assert.equal(state.reads, 1);
  state.now = 5_000;
  assert.equal(keys.current().kid, "b");
  const second = keys.current();
  state.now = 90_000;
  assert.equal(keys.current(), second);
  assert.equal(state.reads, 3);
});

test("while the keys can't be read, those that were read last hold; without any there is no service", () => {
  const { state, keys } = source();
  state.stored = () => {
    throw new Error("gone");
  };
  state.now = 30_000;
  assert.equal(keys.current().kid, "a");
  state.stored = () => [b] as StoredSigningKey[];
  state.now = 60_000;
  assert.equal(keys.current().kid, "b");
  assert.throws(
    () =>
      new SigningKeys(
        () => [],
        () => 0,
        () => 0,
      ),
    /there is no signing key/,
  );
});

test("what is public tells nothing of the private keys, nor of when they sign", () => {
  const { jwks } = importSigningKeys([{ ...(a as StoredSigningKey), signsFrom: 5 }]);
  const { kty, crv, x } = a as StoredSigningKey;
  assert.deepEqual(jwks, { keys: [{ kty, crv, x, kid: "a", alg: "EdDSA", use: "sig" }] });
});
