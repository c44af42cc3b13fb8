import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleEvent } from "#domain/events/catalogue";
import { addEndpoint } from "#testing/fixtures/webhooks/webhooks";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/test";

test("the example of an event goes to this endpoint alone, whatever it filters", async () => {
  const w = await world();
  await addEndpoint(w, "one", { filterTypes: ["user.add"] });
  await addEndpoint(w, "two");
  const { data } = await w.ok(path, { endpointId: "one", eventType: "folder.move" });
  await w.drain();
  const [call, ...others] = w.receivers.calls;
  assert.deepEqual(others, []);
  assert.equal(call?.url, "https://one.example.com/hook");
  assert.equal(call?.json.webhookId, data.messageId);
  assert.deepEqual(call?.json.data, exampleEvent("folder.move", w.tenant.apiKeyId, START).data);
  const listed = await w.ok("/v2/workspace/advancedwebhook/deliveries/get", { endpointId: "one" });
  assert.deepEqual(
    listed.data.map((one: { deliveryId: string; status: string }) => [one.deliveryId, one.status]),
    [[data.deliveryId, "succeeded"]],
  );
});

test("a disabled endpoint, an unknown one and an unknown event are refused", async () => {
  const w = await world();
  await addEndpoint(w, "off", { disabled: true });
  assert.equal((await w.fails(path, { endpointId: "off" })).status, "FAILED_PRECONDITION");
  assert.equal((await w.fails(path, { endpointId: "none" })).status, "NOT_FOUND");
  assert.equal((await w.fails(path, { endpointId: "off", eventType: "ping" })).status, "INVALID_ARGUMENT");
});
