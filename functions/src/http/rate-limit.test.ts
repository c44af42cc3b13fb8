import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { ApiError } from "#platform/error";
import { probe } from "#testing/harness/probe";
import { world } from "#testing/harness/world";
import { doorOf } from "#testing/suites/conformance/door";
import { defaultRateLimits, RateLimits } from "./rate-limit.ts";

const again = "Rate limit exceeded. Try again after 1 minute.";

test("a key above its limit gets 429 with the time to wait and the policy, the body unread; other keys go on", async () => {
  const w = await world({ rateLimits: { apiKey: 3 } });
  const { send, refuses } = doorOf(w, probe());
  for (let i = 0; i < 3; i++) assert.equal((await send()).status, 200);
  const { headers, bodyRead } = await refuses({}, "RESOURCE_EXHAUSTED", again, 429);
  assert.equal(bodyRead, false);
  const seconds = Number(headers["retry-after"]);
  assert.ok(seconds >= 1 && seconds <= 60, `retry after ${seconds} s`);
  assert.equal(headers.ratelimit, `"apiKey";r=0;t=${seconds}`);
  assert.equal(headers["ratelimit-policy"], '"apiKey";q=3;w=60');
  assert.equal((await send({ tenant: await w.newTenant() })).status, 200);
});

test("all endpoints of one key share its limit", async () => {
  const w = await world({ rateLimits: { apiKey: 1 } });
  assert.equal((await doorOf(w, probe()).send()).status, 200);
  assert.equal((await doorOf(w, probe({ path: "/v2/probe/other" })).send()).status, 429);
});

test("who can't show the key's token uses up none of its limit", async () => {
  const w = await world({ rateLimits: { apiKey: 1 } });
  const { send } = doorOf(w, probe());
  for (let i = 0; i < 5; i++)
    assert.equal((await send({ headers: { "x-service-auth-token": "at_wrong" } })).status, 401);
  assert.equal((await send()).status, 200);
});

test("a workspace has a limit of its own, beside that of its keys", async () => {
  const w = await world({ rateLimits: { workspace: 1, apiKey: 1 } });
  const { send, refuses } = doorOf(w, probe({ auth: "workspace" }));
  assert.equal((await send()).status, 200);
  await refuses({}, "RESOURCE_EXHAUSTED", again, 429);
  assert.equal((await doorOf(w, probe()).send()).status, 200);
});

test("a public endpoint counts by the caller's address and says so in other words", async () => {
  const w = await world({ rateLimits: { public: 1 } });
  const { send, refuses } = doorOf(w, probe({ auth: "public" }));
  assert.equal((await send()).status, 200);
  await refuses({}, "RESOURCE_EXHAUSTED", "Rate limit exceeded for this endpoint. Try again later.", 429);
});

test("0 turns a limit off", async () => {
  const w = await world({ rateLimits: { apiKey: 0 } });
  const { send } = doorOf(w, probe());
  for (let i = 0; i < 100; i++) assert.equal((await send()).status, 200);
});

test("a minute later the key may go on", async () => {
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: 0 });
  try {
    // No store is asked: an answer from the network waits for timers that stand still.
    const limits = new RateLimits({ ...defaultRateLimits, apiKey: 1 });
    await limits.consume("apiKey", "one");
    mock.timers.tick(59_000);
    await assert.rejects(
      limits.consume("apiKey", "one"),
      ({ code, extras }: ApiError) => code === "RESOURCE_EXHAUSTED" && extras.retryAfter === 1,
    );
    mock.timers.tick(1_001);
    await limits.consume("apiKey", "one");
  } finally {
    mock.timers.reset();
  }
});

test("what applies when nothing is set is what is documented", () => {
  assert.deepEqual(defaultRateLimits, { apiKey: 6000, user: 600, allUsers: 60_000, workspace: 60, public: 10 });
});
