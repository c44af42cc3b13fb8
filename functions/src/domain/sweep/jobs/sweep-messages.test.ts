import { expect, test } from "@jest/globals";
import { KEPT } from "#domain/retention/store/retention";
import { resend } from "#domain/webhooks/store/deliveries";
import { sendTo } from "#domain/webhooks/store/single-deliveries";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { addEndpoint, callOf, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { HotspotStore } from "#testing/harness/store/hotspot-store";
import { watchQueries } from "#testing/harness/store/watched-queries";
import { type World, world } from "#testing/harness/world";
import { sweep } from "./sweep.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const joined = { type: "user.add", organizationId: "acme" } as const;

const messages = (w: World) => w.context.store.count({ collection: `${apiKeyPath(w.tenant.apiKeyId)}/messages` });
const statuses = async (w: World) => (await deliveriesOf(w)).map(({ endpointId, status }) => `${endpointId} ${status}`);

/** Makes the endpoint with this id answer 500 from now on. */
function breakDown(w: World, endpointId: string): void {
  w.receivers.answer = ({ url }) => ({ status: url.includes(`//${endpointId}.`) ? 500 : 200, body: "" });
}

/** A world whose messages are spread over ranges of their ids. */
const spreadWorld = () => world({ wrapStore: (store) => new HotspotStore(store) });

/** A world where "well" has received an event and "ill" has not. */
async function halfDelivered(): Promise<World> {
  const w = await spreadWorld();
  await addEndpoint(w, "well");
  await addEndpoint(w, "ill");
  breakDown(w, "ill");
  await happen(w, joined);
  expect((await statuses(w)).sort()).toStrictEqual(["ill pending", "well succeeded"]);
  return w;
}

test("a pending delivery stays with its message, and is kept for 30 days after its end", async () => {
  const w = await halfDelivered();
  w.advance(KEPT + DAY);
  await sweep(w.context);
  expect(await statuses(w)).toStrictEqual(["ill pending"]);
  expect(await messages(w)).toBe(1);

  breakDown(w, "nobody");
  await w.drain();
  expect(w.receivers.calls.at(-1)?.json.event).toStrictEqual("user.add");
  w.advance(KEPT - 1);
  await sweep(w.context);
  expect(await statuses(w)).toStrictEqual(["ill succeeded"]);
  expect(await messages(w)).toBe(1);
  w.advance(1);
  await sweep(w.context);
  expect([await statuses(w), await messages(w)]).toStrictEqual([[], 0]);
});

test("Firestore finds no expiry date on pending records, but one on ended records, however they ended", async () => {
  const w = await halfDelivered();
  const call = await callOf(w);
  const dates = async () =>
    Object.fromEntries(
      (await deliveriesOf(w)).map(({ endpointId, status, deleteAt }) => [endpointId, [status, deleteAt?.getTime()]]),
    );
  const end = w.context.now() + KEPT;
  expect(await dates()).toStrictEqual({ ill: ["pending", undefined], well: ["succeeded", end] });
  const well = (await deliveriesOf(w, "well"))[0]?.id ?? "";
  breakDown(w, "well");
  await resend(call, well);
  expect((await dates()).well).toStrictEqual(["pending", undefined]);
  await w.ok("/v2/workspace/advancedwebhook/endpoints/delete", { endpointId: "ill" });
  w.advance(DAY);
  await w.drain();
  expect((await dates()).ill).toStrictEqual(["canceled", end + DAY]);
  for (let hour = 0; hour < 80; hour++) {
    w.advance(HOUR);
    await w.drain();
  }
  const [{ status, deleteAt } = {}] = await deliveriesOf(w, "well");
  expect(status).toBe("failed");
  expect(deleteAt && deleteAt.getTime() > end + 3 * DAY && deleteAt.getTime() <= w.context.now() + KEPT).toBeTruthy();
});

for (const [where, make] of [
  ["in one range", world],
  ["over ranges", spreadWorld],
] as const)
  test(`of many messages ${where} only those without a delivery are deleted`, async () => {
    const w = await make();
    const call = await addEndpoint(w, "one");
    w.receivers.answer = ({ json }) => ({ status: json.data.n % 7 === 0 ? 500 : 200, body: "" });
    for (let n = 0; n < 250; n++) {
      const metadata = { apiKey: w.tenant.apiKeyId, organizationId: "acme" };
      const event = { type: "user.add", source: "user", timestamp: w.context.now(), data: { n, metadata } } as const;
      await sendTo(call, "one", event, async () => {});
      // Some share their time.
      if (n % 3 === 0) w.advance(1);
    }
    expect(await messages(w)).toBe(250);
    // Delivers at the full rate.
    for (let second = 0; second < 60; second++) {
      w.advance(1000);
      await w.drain();
    }
    w.advance(KEPT);
    let most = 0;
    const store = watchQueries(w.context.store, (_query, { docs }) => {
      most = Math.max(most, docs.length);
    });
    await sweep({ ...w.context, store });
    expect(most).toBeLessThanOrEqual(100);
    const deliveries = await deliveriesOf(w);
    const failing = Array.from({ length: 250 }, (_, n) => n).filter((n) => n % 7 === 0);
    expect(deliveries.length).toBe(failing.length);
    expect(deliveries.every(({ status }) => status === "pending")).toBe(true);
    const { docs } = await w.context.store.query({ collection: `${apiKeyPath(w.tenant.apiKeyId)}/messages` });
    const numbers = docs.map(({ data }) => JSON.parse(String(data.event)).data.n);
    expect(numbers.sort((a, b) => a - b)).toStrictEqual(failing);
    expect(docs.map(({ id }) => id).sort()).toStrictEqual(deliveries.map(({ messageId }) => messageId).sort());
  });

test("an old event that was sent recently is kept as long as its deliveries", async () => {
  const w = await world();
  const call = await addEndpoint(w, "one");
  const late = call.newId("evt");
  w.advance(KEPT + DAY);
  const metadata = { apiKey: w.tenant.apiKeyId, organizationId: "acme" };
  const event = { type: "user.add", source: "user", timestamp: w.context.now(), data: { metadata } } as const;
  await sendTo({ ...call, newId: () => late }, "one", event, async () => {});
  await w.drain();
  w.advance(KEPT - 1);
  await sweep(w.context);
  expect(await messages(w)).toBe(1);
  w.advance(1);
  await sweep(w.context);
  expect(await messages(w)).toBe(0);
});
