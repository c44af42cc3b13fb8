import { expect, test } from "@jest/globals";
import { advancedWebhookDefaults } from "#domain/configs/advanced-webhook-config";
import { configPath, toStoredConfig } from "#domain/configs/store/configs";
import type { NewEvent } from "#domain/events/store/outbox";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { deliveryTask } from "#domain/webhooks/store/deliver-later";
import { waitingFor } from "#domain/webhooks/store/delivery-slots";
import { endpointPath, loadEndpoint } from "#domain/webhooks/store/endpoints";
import { deliveryIdOf, deliveryPath, messagePath, newDelivery, newMessage } from "#domain/webhooks/store/messages";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import type { OutboundReply } from "#outbound/port";
import { ApiError } from "#platform/error";
import type { Store } from "#store/port";
import { addEndpoint, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { withQueries } from "#testing/harness/processes/working-queue";
import { HotspotStore } from "#testing/harness/store/hotspot-store";
import { type World, world } from "#testing/harness/world";

const SECOND = 1000;
const joined: NewEvent = { type: "user.add", organizationId: "acme", data: { user: { userId: "ada" } } };
const many = (count: number) => Array.from({ length: count }, () => joined);

/** A store whose commits fail while `isDown` is true, although they are applied. */
function deaf(store: Store, isDown: () => boolean): Store {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "commit") return member.bind(target);
      return async (...input: unknown[]) => {
        await member.apply(target, input);
        if (isDown()) throw new ApiError("UNAVAILABLE", "The disk does not answer.");
      };
    },
  });
}

test("a run that is interrupted does not reset the rate limit of its endpoint", async () => {
  let isDown = false;
  const w = await world({ wrapStore: (store) => deaf(store, () => isDown) });
  await addEndpoint(w, "slow", { rateLimit: 3 });
  const starts: number[] = [];
  w.receivers.answer = () => {
    starts.push(w.context.now());
    return { status: 200, body: "" };
  };
  isDown = true;
  await happen(w, ...many(20));
  expect(starts.length).toBe(3);
  isDown = false;
  for (let i = 0; i < 60; i++) {
    // Each new event gives the task a reason to start at once.
    await happen(w, joined);
    w.advance(250);
  }
  for (const at of starts)
    expect(starts.filter((other) => other > at - SECOND && other <= at).length).toBeLessThanOrEqual(3);
  expectWithContext(starts.length, `only ${starts.length} deliveries were started`).toBeGreaterThan(30);
});

for (const rateLimit of [undefined, 160])
  test(`a busy endpoint gets helpers and each event arrives once, with the rate limit ${rateLimit ?? "unset"}`, async () => {
    const w = await world({ wrapStore: (store) => new HotspotStore(store) });
    // Waiting advances the virtual clock.
    w.context.timer = (ms, run) => {
      const turn = setImmediate(() => {
        w.advance(ms);
        run();
      });
      return () => clearImmediate(turn);
    };
    await addEndpoint(w, "busy", { rateLimit });
    const starts: number[] = [];
    const working = new Set<string>();
    w.receivers.answer = async () => {
      starts.push(w.context.now());
      const { docs } = await w.context.store.query({ collection: "tasks" });
      for (const { id } of docs) if (id.includes("~")) working.add(id);
      w.advance(10);
      return { status: 200, body: "" };
    };
    await happen(w, ...many(600));
    for (let i = 0; i < 30; i++) {
      w.advance(250);
      await w.drain();
    }
    expect((await deliveriesOf(w)).every(({ status }) => status === "succeeded")).toBe(true);
    expect(new Set(w.receivers.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(600);
    expect(starts.length).toBe(600);
    expect(working.size).toBeGreaterThan(0);
    for (const at of starts) {
      const inOneSecond = starts.filter((other) => other > at - SECOND && other <= at).length;
      expect(inOneSecond).toBeLessThanOrEqual(rateLimit ?? 600);
    }
    expect((await w.context.store.query({ collection: "tasks" })).docs).toStrictEqual([]);
  });

test("the one-machine host delivers what an earlier version has stored in other slots, or without a slot", async () => {
  const w = await world();
  const { store, apiKey } = await addEndpoint(w, "one");
  const now = w.context.now();
  const event = { type: "user.add", source: "user", timestamp: now, data: { metadata: { apiKey: apiKey.apiKeyId } } };
  await store.transact(async (tx) => {
    for (const [i, schedule] of [{ slot: 7, nextAt: now }, { dueAt: now }, { slot: 0, nextAt: now }].entries()) {
      const of = { messageId: `evt_${i}`, endpointId: "one", eventType: event.type };
      const { slot: _slot, nextAt: _nextAt, ...rest } = newDelivery(of, now, store);
      tx.create(messagePath(apiKeyPath(apiKey.apiKeyId), of.messageId), newMessage(event as WebhookEvent, [], now));
      const id = deliveryIdOf(of.messageId, of.endpointId, now);
      tx.create(deliveryPath(apiKeyPath(apiKey.apiKeyId), id), { ...rest, ...schedule });
    }
    w.context.queue.add(tx, deliveryTask(apiKey.apiKeyId, "one"));
  });
  await w.drain();
  expect((await deliveriesOf(w)).map(({ status }) => status)).toStrictEqual(Array(3).fill("succeeded"));
});

test("new events do not start the task of an endpoint that waits for its rate limit", async () => {
  const w = await world();
  await addEndpoint(w, "slow", { rateLimit: 1 });
  await happen(w, joined, joined);
  const [task] = (await w.context.store.query({ collection: "tasks" })).docs;
  for (let i = 0; i < 5; i++) await happen(w, joined);
  const [later] = (await w.context.store.query({ collection: "tasks" })).docs;
  expectWithContext(later?.version, "the task is unchanged").toBe(task?.version);
  expect(w.receivers.calls.length).toBe(1);
});

test("a delivery that ends while due deliveries are being read is not repeated", async () => {
  const reply = Promise.withResolvers<OutboundReply>();
  const w: World = await world({
    wrapStore: (store) =>
      withQueries(store, async ({ docs }) => {
        if (!docs.some(({ path }) => path.includes("/deliveries/")) || w.receivers.calls.length === 0) return;
        reply.resolve({ status: 200, body: "" });
        const waiting = waitingFor(apiKeyPath(w.tenant.apiKeyId), "one");
        while ((await store.query(waiting)).docs.length > 0) await new Promise(setImmediate);
        for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
      }),
  });
  await addEndpoint(w, "one");
  w.receivers.answer = () => reply.promise;
  await happen(w, joined);
  expect(w.receivers.calls.length).toBe(1);
});

test("a failing endpoint gets one call at a time, at most twenty a second; after it recovers it gets all deliveries", async () => {
  const w = await world();
  await addEndpoint(w, "dead");
  let underWay = 0;
  let most = 0;
  let isWell = false;
  w.receivers.answer = async () => {
    most = Math.max(most, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    return { status: isWell ? 200 : 500, body: "" };
  };
  await happen(w, joined);
  most = 0;
  await happen(w, ...many(100));
  expect(most).toBe(1);
  expectWithContext(w.receivers.calls.length, `${w.receivers.calls.length} calls in one second`).toBeLessThanOrEqual(
    21,
  );
  isWell = true;
  w.advance(10 * SECOND);
  await w.drain();
  expect((await deliveriesOf(w)).every(({ status }) => status === "succeeded")).toBe(true);
  expect(most).toBeGreaterThan(1);
});

test("a rate limit that changes during deliveries applies from the next second", async () => {
  const w = await world();
  const call = await addEndpoint(w, "one");
  const path = endpointPath(call.apiKey.apiKeyId, "one");
  const starts: number[] = [];
  w.receivers.answer = async () => {
    starts.push(w.context.now());
    if (starts.length === 1) await call.store.commit([{ op: "update", path, data: { rateLimit: 2 } }]);
    w.advance(10);
    return { status: 200, body: "" };
  };
  await happen(w, ...many(400));
  const before = starts.length;
  expectWithContext(before, "the limit applies before everything is sent").toBeLessThan(400);
  w.advance(SECOND);
  await w.drain();
  expect(starts.length).toBe(before + 2);
});

test("a body that can't be built is a failed attempt, and blocks no other", async () => {
  const w = await world();
  const call = await addEndpoint(w, "one");
  const config = { ...advancedWebhookDefaults, isEnabled: true, encryptData: true, publicKey: "bm8ga2V5" };
  const path = configPath(call.apiKey.apiKeyId, "advancedWebhook");
  await call.store.commit([{ op: "set", path, data: toStoredConfig(call, "advancedWebhook", config) }]);
  await happen(w, joined, joined);
  const attempted = (await deliveriesOf(w)).map(({ attempts, log }) => [attempts, JSON.parse(log)[0].error]);
  const error = "Nothing was sent: the body could not be encrypted with the publicKey.";
  expect(attempted).toStrictEqual([
    [1, error],
    [1, error],
  ]);
});

test("a delivery that is resent during its attempt is sent once more, and keeps both attempts", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  let isFirst = true;
  w.receivers.answer = async () => {
    if (isFirst) {
      isFirst = false;
      const [delivery] = await deliveriesOf(w);
      w.advance(1);
      await w.ok("/v2/workspace/advancedwebhook/deliveries/resend", { deliveryId: delivery?.id });
    }
    return { status: 200, body: "" };
  };
  await happen(w, joined);
  expect(w.receivers.calls.length).toBe(2);
  const [delivery] = await deliveriesOf(w);
  expect(delivery?.status).toBe("succeeded");
  expect(JSON.parse(delivery?.log ?? "[]").length).toBe(2);
});

test("an endpoint that is deleted during a call receives nothing more", async () => {
  const w = await world();
  const call = await addEndpoint(w, "one");
  w.receivers.answer = async () => {
    if (w.receivers.calls.length === 1)
      await w.ok("/v2/workspace/advancedwebhook/endpoints/delete", { endpointId: "one" });
    return { status: 500, body: "" };
  };
  await happen(w, ...many(300));
  w.advance(SECOND);
  await w.drain();
  expectWithContext(w.receivers.calls.length, `${w.receivers.calls.length} calls`).toBeLessThan(60);
  expect((await deliveriesOf(w)).every(({ status }) => status === "canceled")).toBe(true);
  await expect(loadEndpoint(call.store, call.apiKey.apiKeyId, "one")).rejects.toThrow();
});
