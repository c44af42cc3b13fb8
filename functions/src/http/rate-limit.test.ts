import { expect, jest, test } from "@jest/globals";
import type { ApiError } from "#platform/error";
import { expectWithContext } from "#testing/harness/jest/context";
import { fakeTimers, mockMethod } from "#testing/harness/jest/mocks";
import { rejectionOf } from "#testing/harness/jest/thrown";
import { probeEndpoint } from "#testing/harness/probe";
import { world } from "#testing/harness/world";
import { doorOf } from "#testing/suites/conformance/door";
import { defaultRateLimits, RateLimits } from "./rate-limit.ts";

const again = "Rate limit exceeded. Try again after 1 minute.";

test("a key above its limit gets 429 with the time to wait and the policy, the body unread; other keys are not affected", async () => {
  const w = await world({ rateLimits: { apiKey: 3 } });
  const { send, refuses } = doorOf(w, probeEndpoint());
  for (let i = 0; i < 3; i++) expect((await send()).status).toBe(200);
  const { headers, bodyRead } = await refuses({}, "RESOURCE_EXHAUSTED", again, 429);
  expect(bodyRead).toBe(false);
  const seconds = Number(headers["retry-after"]);
  expectWithContext(seconds >= 1 && seconds <= 60, `retry after ${seconds} s`).toBe(true);
  expect(headers.ratelimit).toBe(`"apiKey";r=0;t=${seconds}`);
  expect(headers["ratelimit-policy"]).toBe('"apiKey";q=3;w=60');
  expect((await send({ tenant: await w.newTenant() })).status).toBe(200);
});

test("all endpoints of one key share its limit", async () => {
  const w = await world({ rateLimits: { apiKey: 1 } });
  expect((await doorOf(w, probeEndpoint()).send()).status).toBe(200);
  expect((await doorOf(w, probeEndpoint({ path: "/v2/probe/other" })).send()).status).toBe(429);
});

test("callers without the key's token use up none of its limit", async () => {
  const w = await world({ rateLimits: { apiKey: 1 } });
  const { send } = doorOf(w, probeEndpoint());
  for (let i = 0; i < 5; i++)
    expect((await send({ headers: { "x-service-auth-token": "at_wrong" } })).status).toBe(401);
  expect((await send()).status).toBe(200);
});

test("a workspace has a limit of its own, separate from that of its keys", async () => {
  const w = await world({ rateLimits: { workspace: 1, apiKey: 1 } });
  const { send, refuses } = doorOf(w, probeEndpoint({ auth: "workspace" }));
  expect((await send()).status).toBe(200);
  await refuses({}, "RESOURCE_EXHAUSTED", again, 429);
  expect((await doorOf(w, probeEndpoint()).send()).status).toBe(200);
});

test("a public endpoint is limited per client address, and its error says so", async () => {
  const w = await world({ rateLimits: { public: 1 } });
  const { send, refuses } = doorOf(w, probeEndpoint({ auth: "public" }));
  expect((await send()).status).toBe(200);
  await refuses({}, "RESOURCE_EXHAUSTED", "Rate limit exceeded for this endpoint. Try again later.", 429);
});

test("0 turns a limit off", async () => {
  const w = await world({ rateLimits: { apiKey: 0 } });
  const { send } = doorOf(w, probeEndpoint());
  for (let i = 0; i < 100; i++) expect((await send()).status).toBe(200);
});

test("a minute later the key may call again", async () => {
  fakeTimers(["Date", "setTimeout"], 0);
  try {
    // Without the store, because a reply from the network would wait for timers that do not advance.
    const limits = new RateLimits({ ...defaultRateLimits, apiKey: 1 });
    await limits.consume("apiKey", "one");
    jest.advanceTimersByTime(59_000);
    const { code, extras } = (await rejectionOf(limits.consume("apiKey", "one"))) as ApiError;
    expect(code).toBe("RESOURCE_EXHAUSTED");
    expect(extras.retryAfter).toBe(1);
    jest.advanceTimersByTime(1_001);
    await limits.consume("apiKey", "one");
  } finally {
    jest.useRealTimers();
  }
});

test("a caller above a limit is never told to wait for more than a minute, even if the clock has been set back", async () => {
  fakeTimers(["Date", "setTimeout"], 7_200_000);
  try {
    const limits = new RateLimits({ ...defaultRateLimits, apiKey: 1 });
    await limits.consume("apiKey", "one");
    mockMethod(Date, "now", () => 3_600_000);
    const { extras } = (await rejectionOf(limits.consume("apiKey", "one"))) as ApiError;
    expect(extras.retryAfter).toBe(60);
    expect(extras.headers?.ratelimit).toBe('"apiKey";r=0;t=60');
    jest.advanceTimersByTime(60_000);
    await limits.consume("apiKey", "one");
  } finally {
    jest.useRealTimers();
  }
});

test("the defaults of the settings are the documented ones", () => {
  expect(defaultRateLimits).toStrictEqual({ apiKey: 6000, user: 600, allUsers: 60_000, workspace: 60, public: 10 });
});
