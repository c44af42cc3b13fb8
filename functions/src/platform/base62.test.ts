import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { numberToBase62, randomBase62, timeOrderedId, toBase62 } from "./base62.ts";

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

test("ids of a later millisecond sort behind those of an earlier one, byte by byte", () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [first, second] = [timeOrderedId(a), timeOrderedId(b)];
      assert.match(first, /^[0-9A-Za-z]{20}$/);
      if (a !== b) assert.equal(byBytes(first, second) < 0, a < b);
      else assert.equal(first.slice(0, 9), second.slice(0, 9));
    }),
  );
});

test("ids of one millisecond differ", () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => timeOrderedId(1_767_600_000_000)));
  assert.equal(ids.size, 10_000);
});

test("numbers become digits of base 62, filled up with zeros", () => {
  assert.equal(toBase62(Uint8Array.of(61), 3), "00z");
  assert.equal(toBase62(Uint8Array.of(62), 2), "10");
  assert.equal(toBase62(Uint8Array.of(1, 0), 4), "0048");
  assert.equal(toBase62(new Uint8Array(), 2), "00");
});

test("random text has its length, and every digit is about as likely as the others", () => {
  assert.equal(randomBase62().length, 22);
  assert.equal(randomBase62(1).length, 1);
  const counts = new Map<string, number>();
  for (const digit of randomBase62(62_000)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // 1,000 are expected of each; ten standard deviations are no accident.
  for (const [digit, count] of counts) assert.ok(Math.abs(count - 1000) < 320, `${digit} came ${count} times`);
});

test("numbers become the digits that their bytes would", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (number) => {
      const bytes = Buffer.from(number.toString(16).padStart(14, "0"), "hex");
      assert.equal(numberToBase62(number, 9), toBase62(bytes, 9));
    }),
  );
});
