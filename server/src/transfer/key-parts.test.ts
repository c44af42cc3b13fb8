import { randomBytes } from "node:crypto";
import type { StoredAuditRecord } from "@atrium/functions/domain/audit/store/audit-log";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { dump } from "@atrium/functions/testing/harness/store/store-dump";
import { tries } from "@atrium/functions/testing/harness/store/test-store";
import { type Tenant, type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { exportLines, importAll } from "../../testing/transfer.ts";
import type { SealingSecret } from "../backup/sealing-key.ts";
import { sealerFor } from "./secret-sealer.ts";

const secret: SealingSecret = { kind: "key file", bytes: randomBytes(32) };

/** The export of a workspace of a world, by default its own. @param using seals its secrets. */
async function exported(w: World, using?: SealingSecret, { workspaceId }: Tenant = w.tenant): Promise<string[]> {
  const sealing = using && {
    sealer: await sealerFor(using, workspaceId),
    encryptionKey: w.context.encryptionKey,
  };
  return exportLines(w.context.store, workspaceId, w.context.now(), sealing);
}

/** The same workspace in another service, after an import. */
async function moved(lines: readonly string[], using?: SealingSecret): Promise<World> {
  const w = await world();
  w.advance(1e9);
  const { skipped, problems } = await importAll(w.context, lines, { secret: using });
  expectWithContext(skipped, JSON.stringify(problems)).toBe(0);
  return w;
}

/** A workspace whose key is configured in every possible way. */
async function configured(): Promise<World> {
  const w = await world();
  const ok = (path: string, data: object) => w.ok(`/v2/workspace/${path}`, data);
  await ok("advancedwebhookconfig/update", { isEnabled: true, encodeData: true });
  await ok("webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { authToken: "basic-secret", rawNotificationUrl: "https://user:raw-secret@example.com/raw" },
  });
  await ok("emailconfig/update", { useEmailService: true, emailServiceConfig: { apiKey: "SG.email-secret" } });
  await ok("permissionproviderconfig/update", {
    usePermissionProvider: true,
    permissionProviderConfig: {
      permissionProviderUrl: "https://user-secret@example.com/may",
      authToken: "provider-secret",
    },
  });
  await ok("notificationconfig/update", { useNotificationService: true });
  await ok("activityconfig/update", { activityServiceConfig: { isEnabled: true } });
  for (const uid of ["one", "two"])
    await ok("advancedwebhook/endpoints/create", {
      url: uid === "one" ? "https://user:url-secret@example.com/one?a=1" : "https://example.com/two",
      uid,
      filterTypes: ["comment.add"],
      metadata: { team: "a" },
    });
  return w;
}

/** Paths of the configurations and endpoints of an API key, and of its subscriptions. */
async function storedParts({ context }: World, { apiKeyId }: Tenant) {
  const all = await Promise.all(
    ["configs", "webhookEndpoints"].map((name) => context.store.query({ collection: `apiKeys/${apiKeyId}/${name}` })),
  );
  const subscriptions = (await context.store.get(`apiKeys/${apiKeyId}/configs/subscriptions`))?.data.list ?? "[]";
  const subscribed = (JSON.parse(String(subscriptions)) as { endpointId: string }[]).sort((a, b) =>
    a.endpointId < b.endpointId ? -1 : 1,
  );
  return { paths: all.flatMap(({ docs }) => docs.map(({ path }) => path)), subscribed };
}

test("configurations, the permission provider and webhook endpoints are the same after a move, and so are the tokens", async () => {
  const w = await configured();
  const lines = await exported(w, secret);
  const text = lines.join("\n");
  for (const plain of [
    "basic-secret",
    "SG.email-secret",
    "provider-secret",
    "raw-secret",
    "user-secret",
    "url-secret",
    w.tenant.authToken,
    "whsec_",
  ])
    expectWithContext(text.includes(plain), plain).toBe(false);
  const elsewhere = await moved(lines, secret);
  expect(await exported(elsewhere, secret, w.tenant)).toStrictEqual(lines);
  const parts = await storedParts(w, w.tenant);
  expect(parts.subscribed).toHaveLength(3);
  expect(await storedParts(elsewhere, w.tenant)).toStrictEqual(parts);
  // The old token is accepted, and replies show the configuration.
  const paths = [
    "advancedwebhookconfig/get",
    "webhookconfig/get",
    "emailconfig/get",
    "permissionproviderconfig/get",
    "notificationconfig/get",
    "activityconfig/get",
    "advancedwebhook/endpoints/get",
  ];
  elsewhere.advance(120_000);
  for (const path of paths) {
    const there = await elsewhere.ok(`/v2/workspace/${path}`, {}, { tenant: w.tenant });
    expect([path, there.data]).toStrictEqual([path, (await w.ok(`/v2/workspace/${path}`, {})).data]);
  }
});

test("an import of the same file changes nothing", async () => {
  const lines = await exported(await configured(), secret);
  const elsewhere = await moved(lines, secret);
  const { store } = elsewhere.context;
  const paths = lines.flatMap((line) => {
    const { kind, workspaceId, apiKeyId } = JSON.parse(line);
    return kind === "workspace" ? [`workspaces/${workspaceId}`] : kind === "apiKey" ? [`apiKeys/${apiKeyId}`] : [];
  });
  const state = async () => [
    ...(await store.getMany(paths)).map((doc) => doc?.data),
    ...(await store.query({ collection: `${paths[1]}/configs` })).docs,
    ...(await store.query({ collection: `${paths[1]}/webhookEndpoints` })).docs,
  ];
  const before = await state();
  await importAll(elsewhere.context, lines, { secret });
  expect(await state()).toStrictEqual(before);
});

test("without a passphrase no secret is exported, and the last line names what is omitted", async () => {
  const w = await configured();
  const lines = await exported(w);
  const text = lines.join("\n");
  expect(text).not.toMatch(/"sealed|"secrets"|"authTokens"|(basic|email|provider|raw|user|url)-secret|whsec_/);
  const { kind, what } = JSON.parse(lines.at(-1) ?? "");
  expect(kind).toBe("leftOut");
  expect(what[0]).toMatch(/auth tokens, signing keys of webhooks, .* URLs/);
  expect(text).toContain('"https://example.com/one?a=1"');
  expect(JSON.parse((await exported(w, secret)).at(-1) ?? "").what).toStrictEqual(what.slice(1));
  const elsewhere = await moved(lines);
  expect(await exported(elsewhere, undefined, w.tenant)).toStrictEqual(lines);
});

test("a sealed file is imported without its secrets if there is no passphrase, and stored secrets are kept", async () => {
  const w = await configured();
  const lines = await exported(w, secret);
  expect((await importAll(w.context, lines)).isSealed).toBe(true);
  expect(await exported(w, secret)).toStrictEqual(lines);
  expect((await importAll(w.context, await exported(w))).skipped).toBe(0);
  expect(await exported(w, secret)).toStrictEqual(lines);
  const elsewhere = await world();
  expect((await importAll(elsewhere.context, lines)).skipped).toBe(0);
  expect(await exported(elsewhere, undefined, w.tenant)).toStrictEqual(await exported(w));
});

test("another passphrase is refused before anything is written; a secret moved to another place is refused with its line", async () => {
  const w = await configured();
  const lines = await exported(w, secret);
  const elsewhere = await world();
  const wrong: SealingSecret = { kind: "key file", bytes: randomBytes(32) };
  await expect(importAll(elsewhere.context, lines, { secret: wrong })).rejects.toThrow(
    /^The key file is not the one with which the secrets in the file were sealed/,
  );
  expect(await elsewhere.context.store.get(`workspaces/${w.tenant.workspaceId}`)).toBeUndefined();
  const parsed = lines.map((line) => JSON.parse(line));
  const [one, two] = parsed.filter(({ kind }) => kind === "webhookEndpoint");
  [one.secrets, two.secrets] = [two.secrets, one.secrets];
  const { problems } = await importAll(elsewhere.context, parsed, { secret });
  expect(problems.map(({ reason }) => reason)).toStrictEqual(
    Array.from({ length: 2 }, () => "contains a secret that was altered or sealed elsewhere."),
  );
});

test("sealing parameters from which no key can be derived are refused with their line", async () => {
  const passphrase: SealingSecret = { kind: "passphrase", text: "correct horse battery" };
  const [first = "", ...rest] = await exported(await configured(), passphrase);
  const workspace = JSON.parse(first) as { sealing: { derivation: object } };
  const { derivation } = workspace.sealing;
  for (const changed of [{ cost: 3 }, { cost: 2 ** 16, blockSize: 1 }, { cost: 2 ** 40 }]) {
    const sealing = { ...workspace.sealing, derivation: { ...derivation, ...changed } };
    const w = await world();
    const { problems } = await importAll(w.context, [{ ...workspace, sealing }, ...rest], { secret: passphrase });
    expect(problems[0]).toMatchObject({ line: 1, reason: expect.stringMatching(/sealing\.derivation/) });
  }
});

test("everything is imported into a named key except the configuration of keys", async () => {
  const lines = await exported(await configured(), secret);
  const elsewhere = await world();
  const before = await storedParts(elsewhere, elsewhere.tenant);
  const { skipped } = await importAll(elsewhere.context, lines, { apiKeyId: elsewhere.tenant.apiKeyId, secret });
  expect(skipped).toBe(0);
  expect(await storedParts(elsewhere, elsewhere.tenant)).toStrictEqual(before);
});

test("two imports of any configuration and endpoint export the same bytes", async () => {
  const triggers = fc.dictionary(fc.constantFrom("comment.add", "comment.update", "comment.delete"), fc.boolean());
  const name = fc.string({ minLength: 1, maxLength: 40 });
  const endpoint = fc.record(
    {
      url: fc.webUrl(),
      description: fc.string({ maxLength: 50 }),
      channels: fc.array(name, { minLength: 1, maxLength: 3 }),
      disabled: fc.boolean(),
      rateLimit: fc.integer({ min: 1, max: 1000 }),
      metadata: fc.dictionary(name, fc.string(), { maxKeys: 3 }),
    },
    { requiredKeys: ["url"] },
  );
  const token = fc.string({ maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(triggers, endpoint, token, async (chosenTriggers, fields, authToken) => {
      const w = await world();
      await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
      await w.ok("/v2/workspace/webhookconfig/update", {
        webhookServiceConfig: { authToken, triggers: chosenTriggers },
      });
      const created = await w.request("/v2/workspace/advancedwebhook/endpoints/create", fields);
      fc.pre(created.status === 200);
      const lines = await exported(w, secret);
      const once = await moved(lines, secret);
      const twice = await moved(await exported(once, secret, w.tenant), secret);
      expect(await exported(once, secret, w.tenant)).toStrictEqual(lines);
      expect(await exported(twice, secret, w.tenant)).toStrictEqual(lines);
    }),
    { numRuns: tries(25) },
  );
});

test("an import is recorded as an operator's action: what it creates, and once for each key into which it loads data", async () => {
  const from = await configured();
  await from.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }, { organizationId: "globex" }] });
  const w = await moved(await exported(from, secret), secret);
  const { workspaceId, apiKeyId } = from.tenant;
  const paths = Object.keys(await dump(w.context.store)).filter((path) =>
    path.startsWith(`workspaces/${workspaceId}/auditLog/`),
  );
  const records = (await w.context.store.getMany<StoredAuditRecord>(paths)).flatMap((doc) => (doc ? [doc.data] : []));
  const actions = Map.groupBy(records, ({ action }) => action);
  const counts = Object.fromEntries([...actions].map(([action, { length }]) => [action, length]));
  expect(counts).toStrictEqual({
    "workspace.import": 1,
    "apiKey.import": 1,
    "config.import": expect.any(Number),
    "webhookEndpoint.import": 2,
    "data.import": 1,
  });
  expect(counts["config.import"]).toBeGreaterThanOrEqual(5);
  for (const { action, actor, apiKeyId: of } of records)
    expect([actor, of]).toStrictEqual(["operator", action === "workspace.import" ? undefined : apiKeyId]);
  expect(JSON.stringify(records)).not.toMatch(/-secret/);
});
