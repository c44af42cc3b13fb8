import { expect, test } from "@jest/globals";
import { MAX_ATTEMPTS, parseRetryAfter, retryDelay } from "./delivery-schedule.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("ten attempts spread over 75 hours and 35 minutes", () => {
  const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) => retryDelay(i + 1, 0.5) ?? Number.NaN);
  expect(waits).toStrictEqual([
    5000,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ]);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(75 * HOUR + 35 * MINUTE + 5000);
  expect(retryDelay(MAX_ATTEMPTS, 0.5)).toBeUndefined();
});

test("each delay varies by at most a fifth in either direction", () => {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    const middle = retryDelay(attempt, 0.5) as number;
    expect(retryDelay(attempt, 0)).toBe(Math.round(middle * 0.8));
    expect(retryDelay(attempt, 1)).toBe(Math.round(middle * 1.2));
  }
});

test("a receiver's Retry-After is honoured between one and two times the step", () => {
  expect(retryDelay(2, 0.9, 7 * MINUTE)).toBe(7 * MINUTE);
  expect(retryDelay(2, 0.9, 1000)).toBe(5 * MINUTE);
  expect(retryDelay(2, 0.9, 100 * HOUR)).toBe(10 * MINUTE);
  expect(retryDelay(MAX_ATTEMPTS, 0.9, 1000)).toBeUndefined();
});

const now = Date.UTC(2026, 0, 5, 9);
const headers: [header: string | undefined, expected: number | undefined][] = [
  [undefined, undefined],
  ["120", 120_000],
  ["0", 0],
  [" 7 ", 7000],
  ["Mon, 05 Jan 2026 09:01:00 GMT", MINUTE],
  ["Mon, 05 Jan 2026 08:00:00 GMT", 0],
  ["soon", undefined],
  ["-5", undefined],
  ["1e9", undefined],
  ["99999999999", undefined],
  ["", undefined],
];
for (const [header, expected] of headers)
  test(`Retry-After ${JSON.stringify(header)} is ${expected} ms`, () => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
