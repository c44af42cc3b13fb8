import { expect, test } from "@jest/globals";
import { addEndpoint, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/delete";

test("a deleted endpoint no longer exists, and its pending deliveries are not sent", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  w.receivers.answer = () => ({ status: 500, body: "" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  const { message, data } = await w.ok(path, { endpointId: "one" });
  expect([message, data]).toStrictEqual([
    "Advanced webhook endpoint deleted successfully.",
    { endpointId: "one", deleted: true },
  ]);
  await w.drain();
  await happen(w, { type: "user.add", organizationId: "acme" });
  expect(w.receivers.calls.length).toBe(1);
  expect((await deliveriesOf(w, "one")).map(({ status }) => status)).toStrictEqual(["canceled"]);
  const gone = await w.fails(path, { endpointId: "one" });
  expect([gone.status, gone.message]).toStrictEqual(["NOT_FOUND", "Advanced webhook provider request failed."]);
  expect(gone.details.hint).toMatch(/^Webhook endpoint does not exist\./);
});
