import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/emailconfig/get";

test("a key that was never configured has the defaults", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("Email configuration retrieved successfully.");
  const empty = { apiKey: "", fromEmail: "", fromCompany: "", commentTemplateId: "", tagTemplateId: "" };
  expect(data).toStrictEqual({ useEmailService: false, emailServiceConfig: { type: "default", ...empty } });
});

test("stored values override the defaults, and the provider's key is masked", async () => {
  const w = await world();
  const triggers = { "comment.add": false };
  const emailServiceConfig = { type: "sendgrid", apiKey: "SG.0123456789", fromEmail: "a@example.com", triggers };
  await w.ok("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  const { data } = await w.ok(path, {});
  expect(data.useEmailService).toBe(true);
  expect(data.emailServiceConfig.apiKey).toBe("*********6789");
  expect(data.emailServiceConfig.fromCompany).toBe("");
  expect(data.emailServiceConfig.triggers["comment.add"]).toBe(false);
  expectWithContext(JSON.stringify(w.logged), "the key is in the log").not.toContain("SG.0123456789");
});
