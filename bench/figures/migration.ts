import { setTimeout as sleep } from "node:timers/promises";
import type { MigrationStatus } from "@atrium/functions/domain/migration/migration";
import type { DocData, Write } from "@atrium/functions/store/port";
import { createLog } from "../../server/src/log/log.ts";
import { openService } from "../../server/src/service.ts";
import { readSettings } from "../../server/src/settings/settings.ts";
import type { Figure, Outcome } from "../figure.ts";
import { type Server, startProduct } from "../server-process.ts";
import { makeTenant, type Tenant } from "../tenant.ts";

/** Number of the document's records by kind. All are stored below it except activities, which are renamed in place. */
const COUNTS = { users: 40_000, grants: 20_000, commentAnnotations: 15_000, crdt: 5000, activities: 20_000 };
const ALL = Object.values(COUNTS).reduce((sum, count) => sum + count, 0);
const ENOUGH = 10_000;
const MOST_MEMORY = 200;
/** Ms between two polls of the status. */
const LOOK = 50;
const GIVE_UP = 120_000;

/**
 * From the first poll that finds the migration running to the first that finds it completed, including the deliberate
 * wait before the new document becomes visible. The purge of the old one comes later and is not included.
 */
export const migration: Figure = {
  id: "migration",
  title: `documents/migrate, ${ALL} sub-documents, in_progress to completed with its pause of 2 s`,
  target: `≥ ${ENOUGH} sub-documents/s`,
  async run(): Promise<Outcome> {
    const { seconds } = await migrate();
    const requestsPerSecond = ALL / seconds;
    return { product: { requestsPerSecond }, met: requestsPerSecond >= ENOUGH };
  },
};

/** The highest resident memory between the start of the server and the end of the migration. */
export const migrationMemory: Figure = {
  id: "migration-memory",
  title: `resident memory during documents/migrate, ${ALL} sub-documents, peak`,
  target: `< ${MOST_MEMORY} MB`,
  async run(): Promise<Outcome> {
    const { peak } = await migrate();
    return { product: { value: peak, unit: "MB" }, met: peak < MOST_MEMORY };
  },
};

/** Migrates a large document once, on a fresh server. @returns its duration in s and the peak memory in MB. */
async function migrate(): Promise<{ seconds: number; peak: number }> {
  const tenant = await makeTenant({ organizationId });
  await fill(tenant);
  const server = await startProduct(tenant.folder);
  try {
    const ids = { organizationId, documentId, newDocumentId: "new" };
    const { migrationId } = await ask<{ migrationId: string }>(server, tenant, "migrate", ids);
    const startedAt = performance.now();
    let begun = Number.NaN;
    let peak = server.memory();
    for (; performance.now() - startedAt < GIVE_UP; await sleep(LOOK)) {
      const selection = { organizationId, migrationId };
      const { status, copied, error } = await ask<Status>(server, tenant, "migrate/status", selection);
      const now = performance.now();
      peak = Math.max(peak, server.memory());
      if (status === "failed") throw new Error(`The migration failed: ${error}`);
      if (status !== "pending" && Number.isNaN(begun)) begun = now;
      if (status !== "completed") continue;
      if (copied !== ALL) throw new Error(`${copied} sub-documents were moved instead of ${ALL}.`);
      return { seconds: (now - begun) / 1000, peak };
    }
    throw new Error(`The migration was not completed within ${GIVE_UP} ms.`);
  } finally {
    await server.stop();
  }
}

const organizationId = "everyday";
const documentId = "old";

interface Status {
  status: MigrationStatus;
  copied: number;
  error?: string;
}

async function ask<T>(server: Server, { headers }: Tenant, name: string, data: object): Promise<T> {
  const url = `${server.url}/v2/organizations/documents/${name}`;
  const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify({ data }) });
  const { result } = (await reply.json()) as { result?: { data: T } };
  if (!result) throw new Error(`documents/${name} was answered with ${reply.status}.`);
  return result.data;
}

/** Creates the document with all its records, through the store. */
async function fill({ folder, headers }: Tenant): Promise<void> {
  const { context } = await openService(readSettings({ ATRIUM_DATA: folder }), createLog("silent"));
  const apiKeyId = Object.entries(headers).find(([name]) => name.endsWith("-api-key"))?.[1] as string;
  await context.store.bulk(writes(`apiKeys/${apiKeyId}/organizations/${organizationId}`, context.now()));
  await context.store.close();
}

function* writes(organization: string, now: number): Iterable<Write> {
  const document = `${organization}/documents/${documentId}`;
  const times = { createdAt: now, lastUpdated: now };
  yield { op: "set", path: document, data: { disabled: false, ...times } };
  for (const [name, count] of Object.entries(COUNTS) as [keyof typeof COUNTS, number][])
    for (let i = 0; i < count; i++) {
      const above = name === "activities" ? organization : document;
      yield { op: "set", path: `${above}/${name}/${name}-${i}`, data: samples[name](i, now) };
    }
}

/** One document of each kind, of a typical size. */
const samples: Record<keyof typeof COUNTS, (i: number, now: number) => DocData> = {
  users: (i, now) => ({
    name: "Ada Lovelace",
    email: `user-${i}@example.com`,
    initial: "A",
    lastUpdated: now,
    open: JSON.stringify({ team: "core" }),
  }),
  grants: (_, now) => ({ accessRole: "viewer", createdAt: now }),
  commentAnnotations: (i, now) => ({
    annotationId: `commentAnnotations-${i}`,
    documentId,
    createdAt: now,
    lastUpdated: now,
    people: ["ada", "lin"],
    thread: JSON.stringify({ status: { id: "open" } }),
    comments: JSON.stringify([{ commentText: "x".repeat(400), from: { userId: "ada" } }]),
    glance: JSON.stringify({ statusId: "open", visibility: { type: "public" }, views: [], newest: [["ada", now]] }),
  }),
  crdt: (i, now) => ({
    type: "text",
    contentKey: "text",
    client: i,
    lastUpdate: now,
    contentBytes: 300,
    updateBytes: 400,
    content: JSON.stringify("y".repeat(298)),
    update: "z".repeat(400),
  }),
  activities: (i, now) => ({
    documentId,
    actionType: "document.open",
    userId: "ada",
    timestamp: now + i,
    open: JSON.stringify({ actionUser: { userId: "ada" } }),
  }),
};
