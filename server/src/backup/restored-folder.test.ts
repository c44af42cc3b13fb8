import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "@atrium/functions/context";
import type { StoredAuditRecord } from "@atrium/functions/domain/audit/store/audit-log";
import { createWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import { readDataFormat } from "@atrium/functions/store/sqlite/database";
import { FORMAT } from "@atrium/functions/store/sqlite/format";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { dump } from "@atrium/functions/testing/harness/store/store-dump";
import { credentialHeaders, type Tenant } from "@atrium/functions/testing/harness/world";
import { expect, jest, test } from "@jest/globals";
import * as Y from "yjs";
import { smallDataFolder } from "../../testing/data-folders.ts";
import { layOut, readAllKeptData } from "../../testing/kept-data.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "../data/data-folder.ts";
import { createHttpServer } from "../http-server.ts";
import { createLog } from "../log/log.ts";
import { prepareData } from "../prepare-data.ts";
import { openService } from "../service.ts";
import { readSettings } from "../settings/settings.ts";
import { createBackup } from "./create.ts";
import { restoreBackup } from "./restore.ts";
import type { SealingSecret } from "./sealing-key.ts";

const restoredAt = 1_790_000_000_000;
const secret: SealingSecret = { kind: "key file", bytes: randomBytes(32) };

/** A folder that was restored from a backup of the data. */
async function restoredFrom(data: string): Promise<string> {
  const folder = temporaryFolder();
  await createBackup(data, join(folder, "backup"), { secret });
  await restoreBackup(join(folder, "backup"), join(folder, "restored"), { secret, now: restoredAt });
  return join(folder, "restored");
}

/** Prepares the folder as a server does when it starts. */
const prepare = (dataFolder: string) => prepareData({ ...readSettings({}), dataFolder }, createLog("silent"));

/** The records of restores in the audit logs of a folder. */
async function restores(folder: string): Promise<StoredAuditRecord[]> {
  const { store } = await openData(folder);
  onTestFinished(() => store.close());
  const paths = Object.keys(await dump(store)).filter((path) => path.includes("/auditLog/"));
  const records = await store.getMany<StoredAuditRecord>(paths);
  return records.flatMap((doc) => (doc?.data.action === "data.restore" ? [doc.data] : []));
}

test("a restore is recorded when a server first opens the folder, with its own time, and once", async () => {
  const data = await smallDataFolder();
  const restored = await restoredFrom(data);
  for (let start = 0; start < 2; start++) {
    await prepare(restored);
    const [record, ...others] = await restores(restored);
    expect(others).toStrictEqual([]);
    expect([record?.actor, record?.time, record?.ip]).toStrictEqual(["operator", restoredAt, undefined]);
  }
  await prepare(data);
  expect(await restores(data)).toStrictEqual([]);
});

test("data of an earlier format is backed up unchanged; after a restore, a server upgrades it", async () => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => jest.restoreAllMocks());
  for (const keptData of readAllKeptData()) {
    const data = join(temporaryFolder(), "data");
    layOut(keptData, data);
    const restored = await restoredFrom(data);
    const formats = () => [data, restored].map((folder) => readDataFormat(join(folder, "atrium.db")).format);
    expect(formats()).toStrictEqual([keptData.format, keptData.format]);
    await prepare(restored);
    expect(formats()).toStrictEqual([keptData.format, FORMAT]);
    expect((await restores(restored)).length).toBeGreaterThan(0);
    expect(existsSync(join(restored, "atrium.restored.json"))).toBe(false);
  }
});

const plan = { organizationId: "acme", documentId: "plan" };
const title = { ...plan, editorId: "title" };

/** Answers calls with the data of a folder until `close`. @param tenant who calls. Default: a new workspace. */
async function serve(dataFolder: string, tenant?: Tenant) {
  const { context } = await openService({ ...readSettings({}), dataFolder }, createLog("silent"));
  const app = createHttpServer(context);
  const caller = tenant ?? (await newTenant(context));
  const ok = async (url: string, data: object) => {
    const payload = { data };
    const reply = await app.inject({ method: "POST", url, headers: credentialHeaders(caller), payload });
    expect([url, reply.statusCode]).toStrictEqual([url, 200]);
    return reply.json().result.data;
  };
  /** Exchanges changes between a Yjs document and the editor `title`. */
  const sync = async (doc: Y.Doc) => {
    const [update, stateVector] = [Y.encodeStateAsUpdate(doc), Y.encodeStateVector(doc)].map((bytes) =>
      Buffer.from(bytes).toString("base64"),
    );
    const reply = await ok("/v2/crdt/sync", { ...title, update, stateVector });
    Y.applyUpdate(doc, Buffer.from(reply.update, "base64"));
  };
  const close = async () => {
    await app.close();
    await context.store.close();
  };
  return { tenant: caller, ok, sync, close };
}

async function newTenant(context: Context): Promise<Tenant> {
  const { workspace, apiKeyId, apiKeyAuthToken } = await createWorkspace(context, { ownerEmail: "ada@example.com" });
  const tokens = { workspaceToken: workspace.authToken, authToken: apiKeyAuthToken };
  return { workspaceId: workspace.id, apiKeyId, ...tokens };
}

test("a client with a change from after the backup and the restored service, which has made another one, agree again", async () => {
  const data = temporaryFolder();
  const client = new Y.Doc();
  onTestFinished(() => client.destroy());
  const before = await serve(data);
  await before.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await before.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [plan] });
  await before.ok("/v2/crdt/add", { ...title, type: "text", data: "The plan." });
  await before.close();
  const restored = await restoredFrom(data);
  const lost = await serve(data, before.tenant);
  await lost.ok("/v2/crdt/update", { ...title, type: "text", data: "The plan, which is lost with the restore." });
  await lost.sync(client);
  await lost.close();

  await prepare(restored);
  const after = await serve(restored, before.tenant);
  onTestFinished(() => after.close());
  await after.ok("/v2/crdt/update", { ...title, type: "text", data: "The plan of today." });
  await after.sync(client);
  const [{ data: text }] = await after.ok("/v2/crdt/get", title);
  expect(client.getText("content").toString()).toBe(text);
  expect(text).toContain(" of today");
  expect(text).toContain(", which is lost with the restore");
});
