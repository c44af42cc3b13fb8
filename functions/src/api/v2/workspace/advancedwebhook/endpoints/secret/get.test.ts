import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { addEndpoint, happen } from "#testing/fixtures/webhooks/webhooks";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/secret/get";

test("the secret is the one that signs", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  const { message, data } = await w.ok(path, { endpointId: "one" });
  assert.equal(message, "Advanced webhook endpoint secret retrieved successfully.");
  assert.equal(data.endpointId, "one");
  assert.match(data.secret, /^whsec_[A-Za-z0-9+/]{32}$/);
  await happen(w, { type: "user.add", organizationId: "acme" });
  const { headers, body } = w.receivers.calls[0] ?? assert.fail();
  const signature = new Webhook(data.secret).sign(headers["webhook-id"] ?? "", new Date(START), body);
  assert.equal(headers["webhook-signature"], signature);
});

test("an endpoint that is not there has no secret", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  assert.equal((await w.fails(path, { endpointId: "two" })).status, "NOT_FOUND");
});
