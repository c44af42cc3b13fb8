import { expect, test } from "@jest/globals";
import { standardComments } from "#testing/fixtures/configs/standard-triggers";
import { changeEmailConfig, EmailConfig } from "./email-config.ts";

const on = {
  ...standardComments,
  "huddle.create": true,
  "huddle.join": true,
};
const seeded = { useEmailService: true, emailServiceConfig: { type: "custom", triggers: on } };

const cases: [what: string, stored: EmailConfig, input: EmailConfig, after: object][] = [
  ["the first enable seeds the defaults", {}, { useEmailService: true }, seeded],
  ["the provider type custom seeds the defaults too", {}, { emailServiceConfig: { type: "custom" } }, seeded],
  [
    "the request overrides the defaults",
    {},
    { useEmailService: true, emailServiceConfig: { type: "sendgrid", triggers: { "comment.add": false } } },
    { useEmailService: true, emailServiceConfig: { type: "sendgrid", triggers: { ...on, "comment.add": false } } },
  ],
  [
    "the type custom seeds the defaults even if the request turns the service off",
    {},
    { useEmailService: false, emailServiceConfig: { type: "custom" } },
    { ...seeded, useEmailService: false },
  ],
  [
    "the first enable keeps stored fields",
    { useEmailService: false, emailServiceConfig: { type: "sendgrid", fromEmail: "a@example.com" } },
    { useEmailService: true },
    {
      useEmailService: true,
      emailServiceConfig: { type: "sendgrid", fromEmail: "a@example.com", triggers: on },
    },
  ],
  [
    "an empty map of triggers counts as none",
    { emailServiceConfig: { triggers: {} } },
    { useEmailService: true },
    seeded,
  ],
  [
    "stored triggers prevent the default triggers",
    { emailServiceConfig: { triggers: { "comment.add": false } } },
    { useEmailService: true },
    { useEmailService: true, emailServiceConfig: { triggers: { "comment.add": false } } },
  ],
  ["turning off seeds nothing", {}, { useEmailService: false }, { useEmailService: false }],
  [
    "another type seeds nothing",
    {},
    { emailServiceConfig: { type: "sendgrid" } },
    { emailServiceConfig: { type: "sendgrid" } },
  ],
  [
    "a change is merged into the stored configuration, trigger by trigger",
    { useEmailService: true, emailServiceConfig: { fromCompany: "Acme", triggers: { "comment.add": true } } },
    { emailServiceConfig: { fromEmail: "a@example.com", triggers: { "huddle.join": false } } },
    {
      useEmailService: true,
      emailServiceConfig: {
        fromCompany: "Acme",
        fromEmail: "a@example.com",
        triggers: { "comment.add": true, "huddle.join": false },
      },
    },
  ],
  [
    "the masked key, sent back, keeps the stored one",
    { emailServiceConfig: { apiKey: "SG.12345678" } },
    { emailServiceConfig: { apiKey: "*******5678" } },
    { emailServiceConfig: { apiKey: "SG.12345678" } },
  ],
];
for (const [what, currentConfig, input, after] of cases)
  test(what, () => expect(changeEmailConfig(currentConfig, input)).toStrictEqual(after));

test("events that send no e-mails are refused as triggers, and an address may be any text of up to 320 characters", () => {
  const message = (emailServiceConfig: object) =>
    EmailConfig.safeParse({ emailServiceConfig }).error?.issues.map(
      ({ path, message }) => `${path.join("/")} ${message}`,
    );
  expect(message({ triggers: { "x.y": true, "crdt.add": true } })).toStrictEqual([
    "emailServiceConfig/triggers/x.y is not an event type.",
    "emailServiceConfig/triggers/crdt.add is an event type that can't be switched here.",
  ]);
  for (const fromEmail of ["", "ada", "ada@intranet", "δοκιμή@παράδειγμα.δοκιμή"])
    expect(message({ fromEmail })).toBeUndefined();
  expect(message({ fromEmail: "a".repeat(321) })).toHaveLength(1);
});
