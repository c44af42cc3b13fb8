import { expect, test } from "@jest/globals";
import { Pace } from "./pace.ts";

test("the first 40 calls need no pause, later ones are limited to 300 a minute, and a rest resets the limit", () => {
  let now = 1_000_000;
  const pace = new Pace({ now: () => now });
  for (let calls = 0; calls < 40; calls++) expect(pace.next()).toBe(0);
  let callCount = 0;
  for (const end = now + 60_000; now < end; callCount++) now += pace.next();
  expect(callCount).toBe(300);
  now += 60_000;
  for (let calls = 0; calls < 40; calls++) expect(pace.next()).toBe(0);
});

test("setting the clock back does not stop a client", () => {
  let now = 1_000_000_000;
  const pace = new Pace({ now: () => now });
  for (let calls = 0; calls < 50; calls++) pace.next();
  now = 0;
  expect(pace.next()).toBeLessThan(1000);
});
