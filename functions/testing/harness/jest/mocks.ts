import { jest } from "@jest/globals";
import { onTestFinished } from "./cleanup.ts";

const timers = [
  "Date",
  "hrtime",
  "nextTick",
  "performance",
  "queueMicrotask",
  "setImmediate",
  "clearImmediate",
  "setInterval",
  "clearInterval",
  "setTimeout",
  "clearTimeout",
] as const;

type Timer = (typeof timers)[number];

/** Fakes only the named timers, until the test ends. @param now time of the clock, in ms. */
export function fakeTimers(names: readonly Timer[], now = 0): void {
  const faked = new Set<string>(names.flatMap((name) => [name, name.replace("set", "clear")]));
  jest.useFakeTimers({ now, doNotFake: timers.filter((name) => !faked.has(name)) });
  onTestFinished(() => jest.useRealTimers());
}

type Method = (...args: unknown[]) => unknown;

/** Replaces a method until the test ends; `mockRestore()` of the result restores it earlier. */
export function mockMethod<T extends object>(
  target: T,
  name: keyof T & string,
  replacement: (this: never, ...args: never[]) => unknown,
) {
  const spy = jest.spyOn(target as Record<string, Method>, name).mockImplementation(replacement as Method);
  onTestFinished(() => spy.mockRestore());
  return spy;
}
