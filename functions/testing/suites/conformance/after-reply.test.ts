import { expect, test } from "@jest/globals";
import { MAX_ATTEMPTS, retryDelay } from "#domain/webhooks/delivery-schedule";
import { deliveryTask } from "#domain/webhooks/store/deliver-later";
import { callEndpoints } from "#src/endpoints";
import { addEndpoint } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";
import { FrozenProcess } from "#testing/harness/frozen-process";
import { expectWithContext } from "#testing/harness/jest/context";
import { world } from "#testing/harness/world";
import { doorOf } from "./door.ts";

for (const endpoint of callEndpoints)
  test(`${endpoint.path} and the jobs that it causes have finished all their work when they end`, async () => {
    const w = await exampleWorld();
    await addEndpoint(w, "all");
    const frozen = new FrozenProcess(w);
    const { status, body } = await frozen.answer(doorOf(w, endpoint).send);
    expectWithContext(status, JSON.stringify(body)).toBe(200);
    const jobs = await frozen.runTasks();
    expect(frozen.late).toStrictEqual([]);
    // An event causes a message, and a message its delivery.
    if (endpoint.emits) expect(jobs).toEqual(expect.arrayContaining(["fan-out", "deliver"]));
  });

/**
 * A world with an event for an endpoint that answers with the status, and another endpoint that is notified of
 * failures.
 */
async function failingEndpoint(status: number) {
  const w = await world();
  await addEndpoint(w, "failing", { filterTypes: ["user.add"] });
  await addEndpoint(w, "watching", { filterTypes: ["webhook.endpoint_disabled", "message.attempt.exhausted"] });
  w.receivers.answer = ({ url }) => ({ status: url.includes("failing") ? status : 200, body: "" });
  const frozen = new FrozenProcess(w);
  await frozen.answer(() => w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] }));
  const watcherEvents = () =>
    w.receivers.calls.filter(({ url }) => url.includes("watching")).map(({ json }) => json.event);
  return { w, frozen, heard: watcherEvents };
}

test("an endpoint that is gone is disabled, and others are notified, by jobs that have finished all their work when they end", async () => {
  const { frozen, heard } = await failingEndpoint(410);
  expect(await frozen.runTasks()).toStrictEqual(["fan-out", "deliver", "fan-out", "deliver"]);
  expect(frozen.late).toStrictEqual([]);
  expect(heard()).toStrictEqual(["webhook.endpoint_disabled"]);
});

test("the last attempt of a delivery has stored the event about its failure before its job ends", async () => {
  const { w, frozen, heard } = await failingEndpoint(500);
  expect(await frozen.runTasks()).toStrictEqual(["fan-out", "deliver"]);
  for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts++) {
    w.advance(retryDelay(attempts, w.context.random()) ?? 0);
    await frozen.run(deliveryTask(w.tenant.apiKeyId, "failing"));
  }
  expect(await frozen.runTasks()).toStrictEqual(["fan-out", "deliver"]);
  expect(frozen.late).toStrictEqual([]);
  expect(heard()).toStrictEqual(["message.attempt.exhausted"]);
});
