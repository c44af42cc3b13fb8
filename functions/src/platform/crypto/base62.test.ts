import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";
import { numberToBase62, randomBase62, timeOrderedId, toBase62 } from "./base62.ts";

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

test("ids of a later millisecond sort after those of an earlier one, byte by byte", () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [first, second] = [timeOrderedId(a), timeOrderedId(b)];
      expect(first).toMatch(/^[0-9A-Za-z]{20}$/);
      if (a !== b) expect(byBytes(first, second) < 0).toBe(a < b);
      else expect(first.slice(0, 9)).toBe(second.slice(0, 9));
    }),
  );
});

test("ids of one millisecond differ", () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => timeOrderedId(1_767_600_000_000)));
  expect(ids.size).toBe(10_000);
});

test("numbers are written in base 62, padded with zeros", () => {
  expect(toBase62(Uint8Array.of(61), 3)).toBe("00z");
  expect(toBase62(Uint8Array.of(62), 2)).toBe("10");
  expect(toBase62(Uint8Array.of(1, 0), 4)).toBe("0048");
  expect(toBase62(new Uint8Array(), 2)).toBe("00");
});

test("random text has its length, with evenly distributed digits", () => {
  expect(randomBase62().length).toBe(22);
  expect(randomBase62(1).length).toBe(1);
  const counts = new Map<string, number>();
  for (const digit of randomBase62(62_000)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 1,000 of each are expected, and ten standard deviations are no accident.
  for (const [digit, count] of counts)
    expectWithContext(Math.abs(count - 1000), `${digit} came ${count} times`).toBeLessThan(320);
});

test("numbers are encoded like their bytes", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (number) => {
      const bytes = Buffer.from(number.toString(16).padStart(14, "0"), "hex");
      expect(numberToBase62(number, 9)).toBe(toBase62(bytes, 9));
    }),
  );
});
