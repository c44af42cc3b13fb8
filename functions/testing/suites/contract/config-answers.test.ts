import { expect, test } from "@jest/globals";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { world } from "#testing/harness/world";

/** Changes of each configuration: a small one, its first enabling, and the removal of fields. */
const changesOf: Record<string, object[]> = {
  emailconfig: [
    { emailServiceConfig: { apiKey: "SG.0123456789" } },
    { useEmailService: true },
    { useEmailService: null, emailServiceConfig: { apiKey: null, type: null, triggers: null } },
    { emailServiceConfig: null },
  ],
  webhookconfig: [
    { webhookServiceConfig: { authToken: "secret-token" } },
    { useWebhookService: true },
    { useWebhookService: null, webhookServiceConfig: { authToken: null, triggers: null } },
    { webhookServiceConfig: null },
  ],
  permissionproviderconfig: [
    { permissionProviderConfig: { authToken: "secret-token" } },
    { usePermissionProvider: true },
    { usePermissionProvider: null, permissionProviderConfig: { authToken: null } },
    { permissionProviderConfig: null },
  ],
  advancedwebhookconfig: [{ isEnabled: true }, { encodeData: true }, { encodeData: null }],
  activityconfig: [
    { activityServiceConfig: { enabledTime: 1 } },
    { activityServiceConfig: { isEnabled: true } },
    { activityServiceConfig: { immutable: true } },
    { activityServiceConfig: { isEnabled: null, immutable: null, enabledTime: null } },
  ],
};

for (const [name, changes] of Object.entries(changesOf))
  test(`${name}/update returns what ${name}/get returns afterwards`, async () => {
    const w = await world();
    await setFeatures(w, w.tenant, { ...allFeatures, activityService: false });
    for (const change of changes) {
      const { data } = await w.ok(`/v2/workspace/${name}/update`, change);
      expect((await w.ok(`/v2/workspace/${name}/get`, {})).data).toStrictEqual(data);
    }
  });

test("notificationconfig/update returns what is stored, without a delay or batches that were never set", async () => {
  const w = await world();
  const { data } = await w.ok("/v2/workspace/notificationconfig/update", { useNotificationService: true });
  expect(Object.keys(data.notificationServiceConfig)).toStrictEqual(["triggers"]);
  const read = (await w.ok("/v2/workspace/notificationconfig/get", {})).data;
  expect(read).toMatchObject(data);
  expect(Object.keys(read.notificationServiceConfig)).toStrictEqual(["triggers", "delayConfig", "batchConfig"]);
});
