import { expect, test } from "@jest/globals";
import { exampleEvent } from "#domain/events/catalogue";
import { addEndpoint } from "#testing/fixtures/webhooks/webhooks";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/test";

test("the example of an event is sent to this endpoint alone, whatever its filters are", async () => {
  const w = await world();
  await addEndpoint(w, "one", { filterTypes: ["user.add"] });
  await addEndpoint(w, "two");
  const { data } = await w.ok(path, { endpointId: "one", eventType: "folder.move" });
  await w.drain();
  const [call, ...others] = w.receivers.calls;
  expect(others).toStrictEqual([]);
  expect(call?.url).toBe("https://one.example.com/hook");
  expect(call?.json.webhookId).toBe(data.messageId);
  expect(call?.json.data).toStrictEqual(exampleEvent("folder.move", w.tenant.apiKeyId, START).data);
  const listed = await w.ok("/v2/workspace/advancedwebhook/deliveries/get", { endpointId: "one" });
  expect(listed.data.map((one: { deliveryId: string; status: string }) => [one.deliveryId, one.status])).toStrictEqual([
    [data.deliveryId, "succeeded"],
  ]);
});

test("a disabled endpoint, an unknown one and an unknown event are refused", async () => {
  const w = await world();
  await addEndpoint(w, "off", { disabled: true });
  expect((await w.fails(path, { endpointId: "off" })).status).toBe("FAILED_PRECONDITION");
  expect((await w.fails(path, { endpointId: "none" })).status).toBe("NOT_FOUND");
  expect((await w.fails(path, { endpointId: "off", eventType: "ping" })).status).toBe("INVALID_ARGUMENT");
});
