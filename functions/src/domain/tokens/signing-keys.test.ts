import { beforeAll, expect, test } from "@jest/globals";
import { SigningKeys } from "./signing-keys.ts";
import { generateSigningKey, importSigningKeys, type StoredSigningKey } from "./user-token.ts";

let [a, b]: StoredSigningKey[] = [];
beforeAll(async () => {
  [a, b] = await Promise.all(["a", "b"].map(generateSigningKey));
});

function source() {
  const state = { now: 0, reads: 0, stored: () => [a] as StoredSigningKey[], failures: [] as string[] };
  const keys = new SigningKeys(
    () => {
      state.reads++;
      return state.stored();
    },
    () => state.now,
    () => state.now,
    (error) => state.failures.push((error as Error).message),
  );
  return { state, keys };
}

test("the keys are read again after a second, and are the same object while nothing has changed", () => {
  const { state, keys } = source();
  const first = keys.current();
  state.stored = () => [b, a] as StoredSigningKey[];
  state.now = 999;
  expect(keys.current()).toBe(first);
  expect(state.reads).toBe(1);
  state.now = 1_000;
  expect(keys.current().kid).toBe("b");
  const second = keys.current();
  state.now = 90_000;
  expect(keys.current()).toBe(second);
  expect(state.reads).toBe(3);
});

test("while the keys can't be read, the last ones remain valid; without any the service is unavailable", () => {
  const { state, keys } = source();
  state.stored = () => {
    throw new Error("gone");
  };
  state.now = 30_000;
  expect(keys.current().kid).toBe("a");
  state.stored = () => [b] as StoredSigningKey[];
  state.now = 60_000;
  expect(keys.current().kid).toBe("b");
  expect(
    () =>
      new SigningKeys(
        () => [],
        () => 0,
        () => 0,
      ),
  ).toThrow(/there is no signing key/);
});

test("a failure to read the keys is reported once, and again only after a success", () => {
  const { state, keys } = source();
  const gone = () => {
    throw new Error("gone");
  };
  for (const [now, readKeys, failures] of [
    [1_000, gone, 1],
    [2_000, gone, 1],
    [3_000, () => [a] as StoredSigningKey[], 1],
    [4_000, gone, 2],
  ] as const) {
    state.stored = readKeys;
    state.now = now;
    keys.current();
    expect(state.failures).toStrictEqual(Array.from({ length: failures }, () => "gone"));
  }
});

test("the public keys reveal neither the private ones nor when they sign", () => {
  const { jwks } = importSigningKeys([{ ...(a as StoredSigningKey), signsFrom: 5 }]);
  const { kty, crv, x } = a as StoredSigningKey;
  expect(jwks).toStrictEqual({ keys: [{ kty, crv, x, kid: "a", alg: "EdDSA", use: "sig" }] });
});
