import { newDocument, readDocuments } from "#domain/documents/store/documents";
import { migrateDocument } from "#domain/migration/jobs";
import type { MigrationStatus } from "#domain/migration/migration";
import {
  type Moving,
  organizationPath,
  refuseWhileDeleting,
  requireOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import { ApiError, invalidField } from "#platform/error";
import type { DeclaredTask } from "#queue/declare-job";
import type { KeyCall, WriteCall } from "#src/call";
import { alreadyExists, notFound } from "#src/errors";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, StoreReader } from "#store/port";

/** Time between two stages of a migration, in ms: longer than a read takes. */
export const SETTLE = 2000;
/** Maximum number of concurrent migrations of an organization. */
const MAX_CONCURRENT = 50;

/** Stored form of a migration: collection `migrations` below an organization. */
export interface StoredMigration extends DocData {
  documentId: string;
  newDocumentId: string;
  status: MigrationStatus;
  /** Contents and dependents of the document that have been moved, out of `total`. Chunks count with their editor. */
  copied: number;
  total: number;
  /** The reason of a failure. */
  error?: string;
  /** The current step; see `nextStep`. */
  step: string;
  /** Path of the last document that the step has processed. */
  after?: string;
  /** When the next step may begin, in ms since 1970. */
  dueAt: number;
  createdAt: number;
  lastUpdated: number;
  /**
   * When the record expires; omitted until the last step is done. A date, so that the cloud's expiry policy can use it.
   */
  deleteAt?: Date;
}

/** Path of a migration's record. */
export function migrationPath(call: KeyCall, organizationId: string, migrationId: string): DocRef<StoredMigration> {
  return `${organizationPath(call, organizationId)}/${toPath("migrations", migrationId)}`;
}

/** The task that runs a migration. Its id is the id of the migration. */
export function migrationTask(migrationId: string, migration: string, dueAt: number): DeclaredTask {
  return migrateDocument.task({ id: migrationId, dueAt }, { migration });
}

/**
 * Starts the migration of a document to another id and reserves this id.
 * @returns the id of the migration.
 * @throws ApiError NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED
 */
export async function startMigration(
  call: WriteCall,
  input: { organizationId: string; documentId: string; newDocumentId: string },
): Promise<string> {
  const { organizationId, documentId, newDocumentId } = input;
  if (documentId === newDocumentId) throw invalidField("data.newDocumentId", "must not be the documentId.");
  const now = call.now();
  const migrationId = call.newId("mig");
  const path = migrationPath(call, organizationId, migrationId);
  const task = migrationTask(migrationId, path, now + SETTLE);
  await call.store.transact(async (tx) => {
    const ids = [documentId, newDocumentId];
    const { documents, organization: storedOrganization } = await readDocuments(tx, call, organizationId, ids);
    const organization = requireOrganization(storedOrganization);
    const { moving = [] } = organization.data;
    const [source, target] = ids.map((id) => documents.get(id));
    if (!unlessDeleting(source)) throw notFound("document");
    refuseMoving(moving, ids);
    if (unlessDeleting(target)) throw alreadyExists("newDocument");
    refuseWhileDeleting(target, "document");
    const step = { step: "begin", dueAt: now + SETTLE, createdAt: now, lastUpdated: now };
    const record: StoredMigration = { documentId, newDocumentId, status: "pending", copied: 0, total: 0, ...step };
    tx.create(path, record);
    tx.create(`${organization.path}/${toPath("documents", newDocumentId)}`, {
      ...newDocument(call, { deleting: true, migrating: migrationId }),
    });
    tx.update(organization.path, { moving: [...moving, { from: documentId, to: newDocumentId, stage: "announced" }] });
    call.queue.add(tx, task);
  });
  await call.queue.start(task);
  return migrationId;
}

/** @throws ApiError FAILED_PRECONDITION, RESOURCE_EXHAUSTED */
function refuseMoving(moving: readonly Moving[], ids: readonly string[]): void {
  const underWay = moving.filter(({ stage }) => stage !== "moved");
  if (underWay.some(({ from, to }) => ids.includes(from) || ids.includes(to)))
    throw new ApiError("FAILED_PRECONDITION", "Document is already being migrated.");
  if (moving.length >= MAX_CONCURRENT)
    throw new ApiError(
      "RESOURCE_EXHAUSTED",
      `At most ${MAX_CONCURRENT} documents of an organization can be migrated at a time. Try again in a moment.`,
      { retryAfter: 5 },
    );
}

/** Reads the record of a migration. @throws ApiError NOT_FOUND */
export async function loadMigration(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  migrationId: string,
): Promise<Doc<StoredMigration>> {
  const [organization, record] = await reader.getMany([
    organizationPath(call, organizationId),
    migrationPath(call, organizationId, migrationId),
  ]);
  requireOrganization(organization);
  if (!record) throw notFound("migration");
  return record;
}
