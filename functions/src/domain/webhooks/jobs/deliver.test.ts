import { expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import type { NewEvent } from "#domain/events/store/outbox";
import { endpointPath, loadEndpoint, revealSecrets, rotatedSecrets } from "#domain/webhooks/store/endpoints";
import { addEndpoint, callOf, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { fail } from "#testing/harness/jest/ensure";
import { START, type World, world } from "#testing/harness/world";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const joined: NewEvent = { type: "user.add", organizationId: "acme", data: { user: { userId: "ada" } } };
const commented: NewEvent = { type: "comment.add", organizationId: "acme", documentId: "homepage" };

/** Advances the clock in steps and runs what is due after each. */
async function pass(w: World, ms: number, step: number): Promise<void> {
  for (let elapsedMs = 0; elapsedMs < ms; elapsedMs += step) {
    w.advance(step);
    await w.drain();
  }
}

test("an event is sent to every endpoint once, signed, with its id and subject", async () => {
  const w = await world();
  const call = await addEndpoint(w, "one");
  await addEndpoint(w, "two");
  await happen(w, joined);
  expect(w.receivers.calls.map(({ url }) => url).sort()).toStrictEqual([
    "https://one.example.com/hook",
    "https://two.example.com/hook",
  ]);
  for (const { url, headers, body, json } of w.receivers.calls) {
    const endpointId = new URL(url).hostname.split(".")[0] as string;
    const { data } = await loadEndpoint(w.context.store, call.apiKey.apiKeyId, endpointId);
    const [secret = ""] = revealSecrets(call, data);
    expect(headers["webhook-timestamp"]).toBe(`${START / 1000}`);
    // The verifier uses the real clock, so the test compares the signature instead of verifying it.
    expect(new Webhook(secret).sign(headers["webhook-id"] ?? "", new Date(START), body)).toBe(
      headers["webhook-signature"],
    );
    const { webhookId, ...rest } = json;
    expect(webhookId).toBe(headers["webhook-id"]);
    expect(rest).toStrictEqual({
      event: "user.add",
      actionType: "add",
      source: "user",
      platform: "rest",
      timestamp: START,
      data: {
        user: { userId: "ada" },
        metadata: { apiKey: w.tenant.apiKeyId, organizationId: "acme", organization: { organizationId: "acme" } },
      },
    });
  }
  await w.drain();
  expect(w.receivers.calls.length).toBe(2);
});

test("an endpoint receives the types and channels that it selects and no others", async () => {
  const w = await world();
  await addEndpoint(w, "types", { filterTypes: ["comment.add"] });
  await addEndpoint(w, "document", { channels: ["document:homepage"] });
  await addEndpoint(w, "both", { filterTypes: ["user.add"], channels: ["document:homepage"] });
  await addEndpoint(w, "other", { channels: ["organization:globex"] });
  await happen(w, joined, commented);
  expect(w.receivers.calls.map(({ url, json }) => `${new URL(url).hostname} ${json.event}`).sort()).toStrictEqual([
    "document.example.com comment.add",
    "types.example.com comment.add",
  ]);
});

test("nothing is written for an event without a subscriber", async () => {
  const w = await world();
  await addEndpoint(w, "types", { filterTypes: ["comment.add"] });
  await happen(w, joined);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
  expect((await deliveriesOf(w)).length).toBe(0);
});

test("a delivery that always fails is attempted ten times over 75 hours, then an event reports it", async () => {
  const w = await world();
  await addEndpoint(w, "dead");
  await addEndpoint(w, "watch", { filterTypes: ["message.attempt.exhausted"] });
  w.receivers.answer = ({ url }) => (url.includes("dead") ? { status: 500, body: "no" } : { status: 200, body: "" });
  await happen(w, joined);
  await pass(w, 76 * HOUR, 5 * MINUTE);
  const [delivery] = await deliveriesOf(w, "dead");
  const log = JSON.parse(delivery?.log ?? "[]") as { at: number; status: number; response: string }[];
  expect(delivery?.status).toBe("failed");
  expect(log.map(({ status, response }) => [status, response])).toStrictEqual(Array(10).fill([500, "no"]));
  const waits = log.slice(1).map(({ at }, i) => at - (log[i]?.at ?? 0));
  const steps = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
  waits.forEach((wait, i) => {
    const step = steps[i] as number;
    expectWithContext(wait >= step && wait <= step + 5 * MINUTE, `wait ${i + 1} is ${wait} ms, not ${step}`).toBe(true);
  });
  const calls = w.receivers.calls.filter(({ url }) => url.includes("watch"));
  expect(calls.map(({ json }) => [json.event, json.data.deliveryId, json.data.attempts])).toStrictEqual([
    ["message.attempt.exhausted", delivery?.id, 10],
  ]);
  const ids = w.receivers.calls.filter(({ json }) => json.event === "user.add").map(({ json }) => json.webhookId);
  expectWithContext(new Set(ids).size, "the message keeps its id").toBe(1);
});

test("a failed attempt is logged in one line, with endpoint, status and next attempt, but without the path of the URL", async () => {
  const w = await world();
  await addEndpoint(w, "dead", { url: "https://dead.example.com/hook?key=hidden" });
  w.receivers.answer = () => ({ status: 503, body: "hidden" });
  await happen(w, joined);
  const lines = w.logged.filter(({ message }) => message.startsWith("delivery failed"));
  expect(lines).toStrictEqual([
    {
      level: "warn",
      message: "delivery failed; it is tried again",
      fields: {
        apiKeyId: w.tenant.apiKeyId,
        endpointId: "dead",
        deliveryId: expect.stringMatching(/^\w+/),
        eventType: "user.add",
        attempts: 1,
        host: "dead.example.com",
        status: 503,
        error: undefined,
        nextAttemptAt: expect.stringMatching(/Z$/),
      },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain("hidden");
  w.receivers.answer = () => ({ status: 410, body: "" });
  await happen(w, joined);
  expect(w.logged.at(-1)?.message).toBe("delivery failed; the endpoint answered 410 and is disabled");
});

test("Retry-After is honoured up to twice the step", async () => {
  const w = await world();
  await addEndpoint(w, "busy");
  w.receivers.answer = () => ({ status: 429, body: "", retryAfter: "8" });
  await happen(w, joined);
  await pass(w, 7 * SECOND, SECOND);
  expect(w.receivers.calls.length).toBe(1);
  await pass(w, SECOND, SECOND);
  expect(w.receivers.calls.length).toBe(2);
});

test("an endpoint that answers 410 is disabled at once, and the others receive an event about it", async () => {
  const w = await world();
  const call = await addEndpoint(w, "gone");
  await addEndpoint(w, "other", { filterTypes: ["webhook.endpoint_disabled"] });
  w.receivers.answer = ({ url }) => ({ status: url.includes("gone") ? 410 : 200, body: "" });
  await happen(w, joined, commented);
  const { data } = await loadEndpoint(w.context.store, call.apiKey.apiKeyId, "gone");
  expect([data.disabled, data.disabledReason]).toStrictEqual([true, "The endpoint answered 410 Gone."]);
  expect(
    w.receivers.calls.filter(({ url }) => url.includes("other")).map(({ json }) => json.data.endpointId),
  ).toStrictEqual(["gone"]);
  expect(
    (await deliveriesOf(w, "gone")).every(({ status, nextAt }) => status === "canceled" && nextAt === undefined),
  ).toBe(true);
  const before = w.receivers.calls.length;
  await happen(w, joined);
  expect(w.receivers.calls.length).toBe(before);
});

test("an endpoint that fails for five days is disabled, and one that succeeds in between is not", async () => {
  const w = await world();
  const call = await addEndpoint(w, "dead");
  await addEndpoint(w, "shaky");
  let isShakyWell = false;
  w.receivers.answer = ({ url }) => ({ status: url.includes("shaky") && isShakyWell ? 200 : 503, body: "" });
  for (let day = 0; day < 6; day++) {
    await happen(w, joined);
    isShakyWell = day === 3;
    await pass(w, 24 * HOUR, HOUR);
  }
  const state = async (id: string) => (await loadEndpoint(w.context.store, call.apiKey.apiKeyId, id)).data;
  expect([(await state("dead")).disabled, (await state("shaky")).disabled]).toStrictEqual([true, false]);
  expect((await state("dead")).disabledReason).toBe("Every attempt failed for 5 days.");
});

test("pending deliveries are canceled when their endpoint is disabled, and not sent when it is enabled again", async () => {
  const w = await world();
  const call = await addEndpoint(w, "one");
  w.receivers.answer = () => ({ status: 500, body: "" });
  await happen(w, joined);
  await call.store.commit([
    { op: "update", path: endpointPath(call.apiKey.apiKeyId, "one"), data: { disabled: true } },
  ]);
  await pass(w, MINUTE, 10 * SECOND);
  expect((await deliveriesOf(w)).map(({ status }) => status)).toStrictEqual(["canceled"]);
  expect(w.receivers.calls.length).toBe(1);
});

test("the starts in any one second never exceed the rate limit, and no delivery is dropped", async () => {
  const w = await world();
  await addEndpoint(w, "slow", { rateLimit: 3 });
  const starts: number[] = [];
  w.receivers.answer = () => {
    starts.push(w.context.now());
    return { status: 200, body: "" };
  };
  await happen(w, ...Array.from({ length: 20 }, () => joined));
  await pass(w, 10 * SECOND, 250);
  expect(starts.length).toBe(20);
  for (const at of starts)
    expect(starts.filter((other) => other > at - SECOND && other <= at).length).toBeLessThanOrEqual(3);
  expectWithContext((starts.at(-1) ?? 0) - START, "deliveries start as fast as the limit allows").toBeLessThanOrEqual(
    7 * SECOND,
  );
  expect((await deliveriesOf(w)).every(({ attempts }) => attempts === 1)).toBe(true);
});

test("events of separate calls share the rate limit", async () => {
  const w = await world();
  await addEndpoint(w, "slow", { rateLimit: 2 });
  const starts: number[] = [];
  w.receivers.answer = () => {
    starts.push(w.context.now());
    return { status: 200, body: "" };
  };
  for (let i = 0; i < 8; i++) {
    await happen(w, joined);
    w.advance(100);
  }
  await pass(w, 5 * SECOND, 100);
  expect(starts.length).toBe(8);
  for (const at of starts)
    expect(starts.filter((other) => other > at - SECOND && other <= at).length).toBeLessThanOrEqual(2);
});

test("after a rotation both secrets sign for 24 hours, then the new one alone", async () => {
  const w = await world();
  const call = await addEndpoint(w, "one");
  const { path, data } = await loadEndpoint(call.store, call.apiKey.apiKeyId, "one");
  await call.store.commit([{ op: "update", path, data: { secrets: rotatedSecrets(call, data) } }]);
  const signatures = async () => {
    await happen(w, joined);
    return (w.receivers.calls.at(-1)?.headers["webhook-signature"] ?? "").split(" ").length;
  };
  expect(await signatures()).toBe(2);
  w.advance(24 * HOUR - 1);
  expect(await signatures()).toBe(2);
  w.advance(1);
  expect(await signatures()).toBe(1);
  const { data: rotated } = await loadEndpoint(call.store, call.apiKey.apiKeyId, "one");
  const [current = ""] = revealSecrets(await callOf(w), rotated);
  const { headers, body } = w.receivers.calls.at(-1) ?? fail();
  const signed = new Webhook(current).sign(headers["webhook-id"] ?? "", new Date(w.context.now()), body);
  expect(headers["webhook-signature"]).toBe(signed);
});

test("500 events of one call become 500 messages for each endpoint", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  await addEndpoint(w, "two");
  await happen(w, ...Array.from({ length: 500 }, (_, n) => ({ ...joined, data: { user: { userId: `u${n}` } } })));
  for (const endpoint of ["one", "two"]) {
    const users = w.receivers.calls
      .filter(({ url }) => url.includes(endpoint))
      .map(({ json }) => json.data.user.userId);
    expect(users.length).toBe(500);
    expect(new Set(users).size).toBe(500);
  }
});
