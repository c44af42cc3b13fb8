import { expect, test } from "@jest/globals";
import { fail } from "#testing/harness/jest/ensure";
import { holdsSecret, mapSecret, maskConfig, maskSecret, unmaskConfig } from "./secrets.ts";

const masks: [secret: string, mask: string][] = [
  ["", ""],
  ["a", "*"],
  ["1234567", "*******"],
  ["12345678", "****5678"],
  ["SG.secret-key", "*********-key"],
];
for (const [secret, mask] of masks)
  test(`the secret "${secret}" is shown as "${mask}"`, () => expect(maskSecret(secret)).toBe(mask));

const storedConfig = {
  useEmailService: true,
  emailServiceConfig: { apiKey: "SG.secret-key", fromEmail: "a@example.com" },
};

test("the secret is masked and everything else is unchanged", () => {
  expect(maskConfig("email", storedConfig)).toStrictEqual({
    useEmailService: true,
    emailServiceConfig: { apiKey: "*********-key", fromEmail: "a@example.com" },
  });
  expect(storedConfig.emailServiceConfig.apiKey).toBe("SG.secret-key");
});

const unmaskCases: [input: object, means: object][] = [
  [{ emailServiceConfig: { apiKey: "*********-key" } }, { emailServiceConfig: { apiKey: "SG.secret-key" } }],
  [{ emailServiceConfig: { apiKey: "********-key" } }, { emailServiceConfig: { apiKey: "********-key" } }],
  [{ emailServiceConfig: { apiKey: "another" } }, { emailServiceConfig: { apiKey: "another" } }],
  [{ emailServiceConfig: { apiKey: "" } }, { emailServiceConfig: { apiKey: "" } }],
  [{ emailServiceConfig: {} }, { emailServiceConfig: {} }],
  [{ useEmailService: false }, { useEmailService: false }],
];
for (const [input, means] of unmaskCases)
  test(`${JSON.stringify(input)} with a stored secret means ${JSON.stringify(means)}`, () =>
    expect(unmaskConfig("email", storedConfig, input)).toStrictEqual(means));

test("a request is not treated as a mask when no secret is stored", () => {
  const input = { webhookServiceConfig: { authToken: "****" } };
  expect(unmaskConfig("webhook", {}, input)).toStrictEqual(input);
  expect(unmaskConfig("webhook", { webhookServiceConfig: { authToken: "" } }, input)).toStrictEqual(input);
});

test("a configuration without a secret is unchanged", () => {
  const never = () => fail("there is no secret");
  for (const config of [{}, { permissionProviderConfig: {} }, { permissionProviderConfig: { authToken: "" } }])
    expect(mapSecret("permissionProvider", config, never)).toStrictEqual(config);
  expect(["email", "notification", "constructor"].map(holdsSecret)).toStrictEqual([true, false, false]);
});
