import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/emailconfig/get";

test("a key that was never configured has the defaults", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  assert.equal(message, "Email configuration retrieved successfully.");
  const empty = { apiKey: "", fromEmail: "", fromCompany: "", commentTemplateId: "", tagTemplateId: "" };
  assert.deepEqual(data, { useEmailService: false, emailServiceConfig: { type: "default", ...empty } });
});

test("what was stored lies over the defaults, the provider's key is masked", async () => {
  const w = await world();
  const triggers = { "comment.add": false };
  const emailServiceConfig = { type: "sendgrid", apiKey: "SG.0123456789", fromEmail: "a@example.com", triggers };
  await w.ok("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  const { data } = await w.ok(path, {});
  assert.equal(data.useEmailService, true);
  assert.equal(data.emailServiceConfig.apiKey, "*********6789");
  assert.equal(data.emailServiceConfig.fromCompany, "");
  assert.equal(data.emailServiceConfig.triggers["comment.add"], false);
  assert.ok(!JSON.stringify(w.logged).includes("SG.0123456789"), "the key stands in the log");
});
