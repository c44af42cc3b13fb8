import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { commentGroups } from "#domain/events/types";
import { masking, orElse, triggers } from "#testing/fixtures/configs/written";
import { expectWithContext } from "#testing/harness/jest/context";
import { readingOne, testRoundTrip } from "#testing/harness/properties/round-trip";
import { dump } from "#testing/harness/store/store-dump";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/emailconfig/update";
const full = {
  useEmailService: true,
  emailServiceConfig: {
    type: "sendgrid",
    apiKey: "SG.0123456789",
    fromEmail: "hello@example.com",
    fromCompany: "Acme",
    commentTemplateId: "d-1",
    tagTemplateId: "d-2",
    triggers: { "comment.add": true, "comment_annotation.suggestion_accept": true, "huddle.join": false },
  },
};
const maskedConfig = { ...full, emailServiceConfig: { ...full.emailServiceConfig, apiKey: "*********6789" } };

test("enabling it for the first time sets the type custom and the default triggers", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { useEmailService: true });
  expect(message).toBe("Email configuration updated successfully.");
  const { triggers, ...rest } = data.emailServiceConfig;
  const unset = { apiKey: "", fromEmail: "", fromCompany: "", commentTemplateId: "", tagTemplateId: "" };
  expect([data.useEmailService, rest]).toStrictEqual([true, { type: "custom", ...unset }]);
  const names = Object.keys(triggers);
  expect(names.length).toBe(11);
  expect(names.includes("comment_annotation.priority_change") && names.includes("huddle.create")).toBe(true);
  expect(Object.values(triggers).every((isOn) => isOn === true)).toBe(true);
});

test("every field is returned as it was sent, except that the provider's key is masked", async () => {
  const w = await world();
  await w.ok(path, { emailServiceConfig: { triggers: { "comment.add": false } } });
  expect((await w.ok(path, full)).data).toStrictEqual(maskedConfig);
  expect((await w.ok("/v2/workspace/emailconfig/get", {})).data).toStrictEqual(maskedConfig);
});

test("fields that are left out stay, trigger by trigger", async () => {
  const w = await world();
  await w.ok(path, { emailServiceConfig: { ...full.emailServiceConfig, triggers: { "comment.add": true } } });
  const { data } = await w.ok(path, { emailServiceConfig: { fromCompany: "", triggers: { "huddle.join": false } } });
  expect(data).toStrictEqual({
    useEmailService: false,
    emailServiceConfig: {
      ...maskedConfig.emailServiceConfig,
      fromCompany: "",
      triggers: { "comment.add": true, "huddle.join": false },
    },
  });
});

test("the provider's key is encrypted at rest, and sending its mask back keeps it", async () => {
  const w = await world();
  await w.ok(path, full);
  const { data } = await w.ok(path, maskedConfig);
  expect(data.emailServiceConfig.apiKey).toBe("*********6789");
  const anew = await w.ok(path, { emailServiceConfig: { apiKey: "SG.another-key" } });
  expect(anew.data.emailServiceConfig.apiKey).toBe("**********-key");
  const storeJson = JSON.stringify(await dump(w.context.store));
  expectWithContext(
    !storeJson.includes("SG.") && !storeJson.includes("*"),
    "a key or a mask is stored in plain text",
  ).toBe(true);
});

test("concurrent changes of different fields are both kept", async () => {
  const w = await world();
  await Promise.all([
    w.ok(path, { emailServiceConfig: { fromCompany: "Acme" } }),
    w.ok(path, { emailServiceConfig: { fromEmail: "hello@example.com" } }),
  ]);
  const { fromCompany, fromEmail } = (await w.ok("/v2/workspace/emailconfig/get", {})).data.emailServiceConfig;
  expect([fromCompany, fromEmail]).toStrictEqual(["Acme", "hello@example.com"]);
});

test("an empty change, an unknown trigger and a wrong value are refused, and nothing is stored", async () => {
  const w = await world();
  const before = await dump(w.context.store);
  const at = "data.emailServiceConfig";
  for (const [request, message] of [
    [
      {},
      "Invalid email service configuration. At least one of useEmailService or emailServiceConfig must be provided.",
    ],
    [{ emailServiceConfig: { triggers: { "x.y": true } } }, `${at}.triggers["x.y"] is not an event type.`],
    [{ emailServiceConfig: { triggers: { constructor: true } } }, `${at}.triggers.constructor is not an event type.`],
    [
      { emailServiceConfig: { triggers: { "user.add": true } } },
      `${at}.triggers["user.add"] is an event type that can't be switched here.`,
    ],
    [
      { emailServiceConfig: { triggers: { "comment.add": "on" } } },
      `${at}.triggers["comment.add"] must be a boolean, not a string.`,
    ],
    [{ emailServiceConfig: { type: "smtp" } }, `${at}.type must be one of \`default\`, \`sendgrid\`, \`custom\`.`],
    [{ emailServiceConfig: { fromEmail: "a".repeat(321) } }, `${at}.fromEmail must have at most 320 characters.`],
    [{ emailServiceConfig: [] }, `${at} must be an object, not an array.`],
  ] as const) {
    const error = await w.fails(path, request);
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
  const raw = '{"data":{"emailServiceConfig":{"triggers":{"__proto__":true}}}}';
  const error = await w.fails(path, undefined, { raw });
  expect(error.message).toBe('data.emailServiceConfig.triggers must not have the key "__proto__".');
  expect(await dump(w.context.store)).toStrictEqual(before);
});

testRoundTrip(path, "an e-mail configuration", {
  fields: { triggers: triggers(...commentGroups, "huddle"), fromEmail: fc.constantFrom("", "hello@example.com") },
  nullRemoves: true,
  fit: orElse({ useEmailService: false }),
  toRead: masking("emailServiceConfig", "apiKey"),
  read: readingOne("/v2/workspace/emailconfig/get"),
});
