import { expect, test } from "@jest/globals";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { world } from "#testing/harness/world";

/** A configuration: the stored one, the change that removes fields, and the expected result. */
interface Case {
  name: string;
  stored: object;
  change: object;
  read: object;
}

const cases: Case[] = [
  {
    name: "emailconfig",
    stored: {
      useEmailService: true,
      emailServiceConfig: {
        fromCompany: "Acme",
        apiKey: "secret",
        triggers: { "comment.add": true, "huddle.join": true },
      },
    },
    change: { emailServiceConfig: { fromCompany: null, apiKey: null, triggers: { "comment.add": null } } },
    read: { useEmailService: true, emailServiceConfig: { fromCompany: "", apiKey: "" } },
  },
  {
    name: "emailconfig",
    stored: { useEmailService: true, emailServiceConfig: { fromCompany: "Acme" } },
    change: { useEmailService: null, emailServiceConfig: null },
    read: { useEmailService: false, emailServiceConfig: { type: "default", fromCompany: "" } },
  },
  {
    name: "notificationconfig",
    stored: {
      useNotificationService: true,
      notificationServiceConfig: {
        delayConfig: { isEnabled: true, delaySeconds: 300 },
        batchConfig: { user: { isEnabled: true, maxActivities: 7 } },
      },
    },
    change: { notificationServiceConfig: { delayConfig: null, batchConfig: { user: { maxActivities: null } } } },
    read: {
      notificationServiceConfig: {
        delayConfig: { isEnabled: false, delaySeconds: 10 },
        batchConfig: { user: { isEnabled: true, maxActivities: 2 } },
      },
    },
  },
  {
    name: "webhookconfig",
    stored: {
      useWebhookService: true,
      webhookServiceConfig: { rawNotificationUrl: "https://example.com/hook", authToken: "secret" },
    },
    change: { webhookServiceConfig: { rawNotificationUrl: null, authToken: null } },
    read: { useWebhookService: true, webhookServiceConfig: { rawNotificationUrl: "", authToken: "" } },
  },
  {
    name: "advancedwebhookconfig",
    stored: { isEnabled: true, encodeData: true },
    change: { encodeData: null },
    read: { isEnabled: true, encodeData: false },
  },
  {
    name: "activityconfig",
    stored: { activityServiceConfig: { isEnabled: true, immutable: true } },
    change: { activityServiceConfig: { isEnabled: null, immutable: null } },
    read: { activityServiceConfig: { isEnabled: false } },
  },
  {
    name: "permissionproviderconfig",
    stored: {
      usePermissionProvider: false,
      permissionProviderConfig: { permissionProviderUrl: "https://example.com/may", authToken: "secret" },
    },
    change: { permissionProviderConfig: { permissionProviderUrl: null } },
    read: { permissionProviderConfig: { permissionProviderUrl: "", authToken: "******" } },
  },
  {
    name: "apikeyconfig",
    stored: { defaultDocumentAccessType: "restricted", requireJwtToken: true, quota: { documents: 9 } },
    change: { defaultDocumentAccessType: null, requireJwtToken: null, quota: null },
    read: { defaultDocumentAccessType: "public", requireJwtToken: false },
  },
];

for (const { name, stored, change, read } of cases)
  test(`${name}/update: null removes stored fields: ${Object.keys(change).join(", ")}`, async () => {
    const w = await world();
    await setFeatures(w, w.tenant, allFeatures);
    await w.ok(`/v2/workspace/${name}/update`, stored);
    const before = (await w.ok(`/v2/workspace/${name}/get`, {})).data;
    await w.ok(`/v2/workspace/${name}/update`, change);
    const { data } = await w.ok(`/v2/workspace/${name}/get`, {});
    expect(before).not.toMatchObject(read);
    expect(data).toMatchObject(read);
    expect(JSON.stringify(data)).not.toContain("null");
  });

test("a removed trigger is neither on nor off", async () => {
  const w = await world();
  const on = {
    useEmailService: true,
    emailServiceConfig: { triggers: { "comment.add": true, "comment.delete": true } },
  };
  await w.ok("/v2/workspace/emailconfig/update", on);
  const change = { emailServiceConfig: { triggers: { "comment.add": null } } };
  const { data } = await w.ok("/v2/workspace/emailconfig/update", change);
  expect(Object.keys(data.emailServiceConfig.triggers)).not.toContain("comment.add");
  expect(data.emailServiceConfig.triggers["comment.delete"]).toBe(true);
});

test("an empty iterator returns the first page of webhook endpoints", async () => {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  await w.ok("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://example.com/hook" });
  for (const iterator of ["", null]) {
    const { data } = await w.ok("/v2/workspace/advancedwebhook/endpoints/get", { iterator });
    expect(data.endpoints).toHaveLength(1);
  }
});
