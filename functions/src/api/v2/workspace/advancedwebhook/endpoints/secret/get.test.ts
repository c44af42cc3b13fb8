import { expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { addEndpoint, happen } from "#testing/fixtures/webhooks/webhooks";
import { fail } from "#testing/harness/jest/ensure";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/secret/get";

test("the returned secret is the one that signs", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  const { message, data } = await w.ok(path, { endpointId: "one" });
  expect(message).toBe("Advanced webhook endpoint secret retrieved successfully.");
  expect(data.endpointId).toBe("one");
  expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  await happen(w, { type: "user.add", organizationId: "acme" });
  const { headers, body } = w.receivers.calls[0] ?? fail();
  const signature = new Webhook(data.secret).sign(headers["webhook-id"] ?? "", new Date(START), body);
  expect(headers["webhook-signature"]).toBe(signature);
});

test("a missing endpoint has no secret", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  expect((await w.fails(path, { endpointId: "two" })).status).toBe("NOT_FOUND");
});
