import assert from "node:assert/strict";
import { test } from "node:test";
import { holdsSecret, mapSecret, masked, maskSecret, unmasked } from "./secrets.ts";

const masks: [secret: string, mask: string][] = [
  ["", ""],
  ["a", "*"],
  ["1234567", "*******"],
  ["12345678", "****5678"],
  ["SG.secret-key", "*********-key"],
];
for (const [secret, mask] of masks)
  test(`the secret "${secret}" is shown as "${mask}"`, () => assert.equal(maskSecret(secret), mask));

const stored = { useEmailService: true, emailServiceConfig: { apiKey: "SG.secret-key", fromEmail: "a@example.com" } };

test("the secret is masked and everything else is as it was", () => {
  assert.deepEqual(masked("email", stored), {
    useEmailService: true,
    emailServiceConfig: { apiKey: "*********-key", fromEmail: "a@example.com" },
  });
  assert.equal(stored.emailServiceConfig.apiKey, "SG.secret-key");
});

const sent: [given: object, means: object][] = [
  [{ emailServiceConfig: { apiKey: "*********-key" } }, { emailServiceConfig: { apiKey: "SG.secret-key" } }],
  [{ emailServiceConfig: { apiKey: "********-key" } }, { emailServiceConfig: { apiKey: "********-key" } }],
  [{ emailServiceConfig: { apiKey: "another" } }, { emailServiceConfig: { apiKey: "another" } }],
  [{ emailServiceConfig: { apiKey: "" } }, { emailServiceConfig: { apiKey: "" } }],
  [{ emailServiceConfig: {} }, { emailServiceConfig: {} }],
  [{ useEmailService: false }, { useEmailService: false }],
];
for (const [given, means] of sent)
  test(`${JSON.stringify(given)} over a stored secret means ${JSON.stringify(means)}`, () =>
    assert.deepEqual(unmasked("email", stored, given), means));

test("nothing is taken for a mask where no secret is stored", () => {
  const given = { webhookServiceConfig: { authToken: "****" } };
  assert.deepEqual(unmasked("webhook", {}, given), given);
  assert.deepEqual(unmasked("webhook", { webhookServiceConfig: { authToken: "" } }, given), given);
});

test("a configuration without a secret is left as it is", () => {
  const never = () => assert.fail("there is no secret");
  for (const config of [{}, { permissionProviderConfig: {} }, { permissionProviderConfig: { authToken: "" } }])
    assert.deepEqual(mapSecret("permissionProvider", config, never), config);
  assert.deepEqual(["email", "notification", "constructor"].map(holdsSecret), [true, false, false]);
});
