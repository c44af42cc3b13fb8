import { expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { addEndpoint, happen } from "#testing/fixtures/webhooks/webhooks";
import { fail } from "#testing/harness/jest/ensure";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/secret/rotate";

test("replies show the new secret after a rotation, and the old one keeps signing too", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  const old = (await w.ok("/v2/workspace/advancedwebhook/endpoints/secret/get", { endpointId: "one" })).data.secret;
  const { data } = await w.ok(path, { endpointId: "one" });
  expect(data.secret).not.toBe(old);
  const now = (await w.ok("/v2/workspace/advancedwebhook/endpoints/secret/get", { endpointId: "one" })).data;
  expect(now).toStrictEqual(data);
  await happen(w, { type: "user.add", organizationId: "acme" });
  const { headers, body } = w.receivers.calls[0] ?? fail();
  const sign = (secret: string) => new Webhook(secret).sign(headers["webhook-id"] ?? "", new Date(START), body);
  expect(headers["webhook-signature"]?.split(" ")).toStrictEqual([sign(data.secret), sign(old)]);
});

test("however often the secret is rotated, at most three secrets sign", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  for (let n = 0; n < 5; n++) await w.ok(path, { endpointId: "one" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  expect(w.receivers.calls[0]?.headers["webhook-signature"]?.split(" ").length).toBe(3);
});
