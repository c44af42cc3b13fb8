import { expect, test } from "@jest/globals";
import { addEndpoint, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/deliveries/body/get";

test("the body of a delivery is the body that its endpoint received", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  await happen(w, { type: "user.add", organizationId: "acme", data: { user: { userId: "ada" } } });
  const [delivery] = await deliveriesOf(w);
  const deliveryId = delivery?.id;
  expect(await w.ok(path, { deliveryId })).toStrictEqual({
    status: "success",
    message: "Delivery body retrieved successfully.",
    data: { body: w.receivers.calls[0]?.body, isWhole: true, isEncrypted: false },
  });
});

test("an encoded body is shown as it is sent, an encrypted one in plain text, and none if the message is gone", async () => {
  const w = await world();
  const call = await addEndpoint(w, "one");
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true, encodeData: true });
  await happen(w, { type: "user.add", organizationId: "acme" });
  const [delivery] = await deliveriesOf(w);
  const read = async () => (await w.ok(path, { deliveryId: delivery?.id })).data;
  expect((await read()).body).toBe(w.receivers.calls[0]?.body);
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { encodeData: false, encryptData: true });
  const { body, isEncrypted } = await read();
  expect([JSON.parse(body).event, isEncrypted]).toStrictEqual(["user.add", true]);
  const { docs } = await call.store.query({ collection: `apiKeys/${w.tenant.apiKeyId}/messages` });
  await call.store.commit(docs.map((message) => ({ op: "delete", path: message.path })));
  expect(await read()).toStrictEqual({ body: null, isWhole: true, isEncrypted: true });
});

test("a body of more than 100,000 characters is cut, and an unknown delivery is refused", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  await happen(w, { type: "user.add", organizationId: "acme", data: { note: "x".repeat(120_000) } });
  const [delivery] = await deliveriesOf(w);
  const { data } = await w.ok(path, { deliveryId: delivery?.id });
  expect([data.body.length, data.isWhole]).toStrictEqual([100_000, false]);
  expect((await w.fails(path, { deliveryId: "dlv_nowhere" })).status).toBe("NOT_FOUND");
});
