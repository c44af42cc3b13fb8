import { beforeAll, expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { KEY_OVERLAP, keyStates, keysAt, rotateKeys } from "./signing-key-rotation.ts";
import { generateSigningKey, type StoredSigningKey } from "./user-token.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 9);
let [old, fresh, fresher]: StoredSigningKey[] = [];

beforeAll(async () => {
  [old, fresh, fresher] = await Promise.all(["old", "fresh", "fresher"].map(generateSigningKey));
});

const key = (input: StoredSigningKey | undefined) => input as StoredSigningKey;
const kids = (keys: StoredSigningKey[]) => keys.map(({ kid }) => kid);

test("a new key is published at once and signs from its start time; the old key verifies for another 48 h and 10 min", () => {
  const signsFrom = START + 10 * MINUTE;
  const keys = rotateKeys([key(old)], key(fresh), { now: START, signsFrom });
  expect(kids(keys)).toStrictEqual(["fresh", "old"]);
  for (const [now, expected] of [
    [START, ["old", "fresh"]],
    [signsFrom - 1, ["old", "fresh"]],
    [signsFrom, ["fresh", "old"]],
    [signsFrom + (48 * 60 + 10) * MINUTE - 1, ["fresh", "old"]],
    [signsFrom + (48 * 60 + 10) * MINUTE, ["fresh"]],
  ] as const)
    expectWithContext(kids(keysAt(keys, now)), String(now - START)).toStrictEqual(expected);
});

test("another rotation drops expired keys, but no others", () => {
  const once = rotateKeys([key(old)], key(fresh), { now: START, signsFrom: START });
  for (const [now, expected] of [
    [START + KEY_OVERLAP - 1, ["fresher", "fresh", "old"]],
    [START + KEY_OVERLAP, ["fresher", "fresh"]],
  ] as const)
    expect(kids(rotateKeys(once, key(fresher), { now, signsFrom: now }))).toStrictEqual(expected);
  const soon = rotateKeys([key(old)], key(fresh), { now: START, signsFrom: START + MINUTE });
  const twice = rotateKeys(soon, key(fresher), { now: START, signsFrom: START + 2 * MINUTE });
  expect([0, 1, 2].map((minute) => kids(keysAt(twice, START + minute * MINUTE))[0])).toStrictEqual([
    "old",
    "fresh",
    "fresher",
  ]);
});

test("if no key has reached its start time, the oldest signs", () => {
  const keys = [key(fresh), key(old)].map((one, i) => ({ ...one, signsFrom: START + 2 - i }));
  expect(keyStates(keys, START - 1).map(({ state }) => state)).toStrictEqual(["next", "signs"]);
});
