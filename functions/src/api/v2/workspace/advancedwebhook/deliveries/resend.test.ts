import { expect, test } from "@jest/globals";
import { addEndpoint, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/deliveries/resend";

test("a delivery is sent again at once with the same message id, and its attempts continue", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  await happen(w, { type: "user.add", organizationId: "acme" });
  const [delivery] = await deliveriesOf(w);
  const { message, data } = await w.ok(path, { deliveryId: delivery?.id });
  await w.drain();
  expect([message, data]).toStrictEqual(["Delivery resent successfully.", { deliveryId: delivery?.id }]);
  const ids = w.receivers.calls.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toStrictEqual([2, 1]);
  const [after] = await deliveriesOf(w);
  expect([after?.status, JSON.parse(after?.log ?? "").length]).toStrictEqual(["succeeded", 2]);
});

test("a delivery that failed permanently starts again with a full number of attempts", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  w.receivers.answer = () => ({ status: 500, body: "" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  for (let hour = 0; hour < 100; hour++) {
    w.advance(3_600_000);
    await w.drain();
  }
  const [failed] = await deliveriesOf(w);
  expect(failed?.status).toBe("failed");
  await w.ok(path, { deliveryId: failed?.id });
  await w.drain();
  const [again] = await deliveriesOf(w);
  expect([again?.status, again?.attempts, JSON.parse(again?.log ?? "").length]).toStrictEqual(["pending", 1, 11]);
});

test("an unknown delivery, and one of a disabled or deleted endpoint, are refused", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  await happen(w, { type: "user.add", organizationId: "acme" });
  const [delivery] = await deliveriesOf(w);
  expect((await w.fails(path, { deliveryId: "dlv_none" })).status).toBe("NOT_FOUND");
  await w.ok("/v2/workspace/advancedwebhook/endpoints/update", { endpointId: "one", disabled: true });
  expect((await w.fails(path, { deliveryId: delivery?.id })).status).toBe("FAILED_PRECONDITION");
  await w.ok("/v2/workspace/advancedwebhook/endpoints/delete", { endpointId: "one" });
  expect((await w.fails(path, { deliveryId: delivery?.id })).status).toBe("NOT_FOUND");
});
