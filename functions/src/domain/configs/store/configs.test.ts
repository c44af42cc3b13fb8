import { expect, test } from "@jest/globals";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { WriteCall } from "#src/call";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { world } from "#testing/harness/world";
import { configPath, loadConfig, updateConfig } from "./configs.ts";

async function openConfigs() {
  const w = await world();
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  ensure(apiKey);
  const call: WriteCall = { ...w.context, requestId: "test", apiKey };
  return { w, call, store: w.context.store };
}

test("a configuration that was never stored is undefined, and a stored one is returned", async () => {
  const { call, store } = await openConfigs();
  expect(await loadConfig(store, call, "email")).toBeUndefined();
  const config = { useEmailService: true, emailServiceConfig: { triggers: { "comment.add": false } } };
  expect(await updateConfig(call, "email", () => config)).toStrictEqual(config);
  expect(await loadConfig(store, call, "email")).toStrictEqual(config);
});

test("a secret is encrypted at rest and decrypted for readers", async () => {
  const { call, store } = await openConfigs();
  await updateConfig(call, "email", () => ({ emailServiceConfig: { apiKey: "SG.plain-text", fromCompany: "Acme" } }));
  await updateConfig(call, "webhook", () => ({ webhookServiceConfig: { authToken: "SG.plain-text" } }));
  await updateConfig(call, "permissionProvider", () => ({ permissionProviderConfig: { authToken: "SG.plain-text" } }));
  for (const name of ["email", "webhook", "permissionProvider"] as const) {
    const configJson = JSON.stringify(await store.get(configPath(call.apiKey.apiKeyId, name)));
    expectWithContext(configJson, configJson).not.toContain("SG.plain");
    expect(JSON.stringify(await loadConfig(store, call, name))).toContain("SG.plain-text");
  }
});

test("concurrent changes are serialised", async () => {
  const { call, store } = await openConfigs();
  const triggers = ["comment.add", "comment.update", "comment.delete", "huddle.join"];
  await Promise.all(
    triggers.map((name) =>
      updateConfig(call, "email", (currentConfig) => ({
        emailServiceConfig: { triggers: { ...currentConfig?.emailServiceConfig?.triggers, [name]: true } },
      })),
    ),
  );
  const { emailServiceConfig } = (await loadConfig(store, call, "email")) ?? {};
  expect(Object.keys(emailServiceConfig?.triggers ?? {}).sort()).toStrictEqual(triggers.sort());
});
