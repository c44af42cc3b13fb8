import { scheduleFoldsOf } from "#domain/crdt/store/folding";
import { folderBelow } from "#domain/documents/store/folders";
import { writeEvents } from "#domain/events/store/outbox";
import { readSubscriptions } from "#domain/events/store/subscriptions";
import { migrateDocument } from "#domain/migration/jobs";
import { copyPage, countAll, firstPageSize, type PageSize, renamePage } from "#domain/migration/store/copies";
import { migrationTask, SETTLE, type StoredMigration } from "#domain/migration/store/migrations";
import { advance, type MigrationState, nextStep, pathsOf, writeStage } from "#domain/migration/store/steps";
import { unlessDeleting } from "#domain/organizations/store/organizations";
import { purge } from "#domain/retention/store/purge";
import { apiKeyPathOf } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { Context } from "#src/context";
import { job } from "#src/job";
import { decodeId, splitPath } from "#store/paths";
import { type Doc, REMOVE, type Transaction } from "#store/port";

/**
 * Moves a document to another id with its contents and dependents, in steps and pages. Every transaction records the position,
 * so the job may be interrupted, repeated and run concurrently.
 *
 * A reader never sees both documents or neither (docs/behaviour.md#migration):
 * - The target exists from the start, but is marked as `deleting`: readers treat it as missing, nobody else can create it, and
 *   a deletion of the organization includes the copies below it.
 * - While the contents are copied, the source can be read but refuses changes. Then the dependents get the new id. Lists across
 *   documents also read the organization, which lists the migrations: they leave out the copies and show the old id
 *   (`domain/documents/store/moving.ts`).
 * - One transaction gives the target the source's fields and marks the source as `deleting`.
 * - More time passes between the stages than a read takes, so that a read never spans two of them.
 */
export default job(migrateDocument, async (context, { migration }) => {
  const pageSize = firstPageSize();
  for (;;) {
    const record = await context.store.get<StoredMigration>(migration);
    if (!record || record.data.step === "done") return;
    if (record.data.dueAt > context.now()) return reschedule(context, record);
    if (!(await retryOnConflict(() => runStep(context, record, pageSize)))) {
      // Another run has continued the migration, or the organization is gone.
      const organization = unlessDeleting(await context.store.get(pathsOf(record).organization));
      if (!organization) return;
    }
  }
});

/** Runs the next part of the current step. @returns false if this run made no progress. */
function runStep(context: Context, record: Doc<StoredMigration>, pageSize: PageSize): Promise<boolean> {
  const { step } = record.data;
  const name = splitPath(step).id;
  if (step.startsWith("below/")) return copyPage(context, record, name, pageSize);
  if (step.startsWith("beside/")) return renamePage(context, record, name);
  if (step === "begin") return begin(context, record);
  if (step === "flip") return advance(context, record, (tx, scene) => flip(context, tx, record, scene));
  return step === "purge" ? purgeOld(context, record) : forget(context, record);
}

async function reschedule(context: Context, record: Doc<StoredMigration>): Promise<void> {
  const task = migrationTask(record.id, record.path, record.data.dueAt);
  await context.store.transact(async (tx) => context.queue.add(tx, task));
  await context.queue.start(task);
}

/** Makes the document refuse changes. It waits for running erasures, which could miss data that is copied meanwhile. */
async function begin(context: Context, record: Doc<StoredMigration>): Promise<boolean> {
  const total = await countAll(context.store, record);
  return advance(context, record, async (tx, { organization, source }) => {
    const deletions = {
      collection: `${apiKeyPathOf(organization.path)}/dataDeletions`,
      limit: 1,
      select: ["tasksLeft"],
    };
    const where = [{ field: "tasksLeft", op: ">" as const, value: 0 }];
    const orderBy = [{ field: "tasksLeft", direction: "asc" as const }];
    if ((await tx.query({ ...deletions, where, orderBy })).docs.length > 0)
      return { record: { dueAt: context.now() + SETTLE } };
    tx.update(source.path, { migrating: record.id });
    writeStage(tx, organization, record.data, "moving");
    return { record: { status: "in_progress", total, ...nextStep(context, record) } };
  });
}

async function flip(
  context: Context,
  tx: Transaction,
  record: Doc<StoredMigration>,
  { organization, source }: MigrationState,
) {
  const { documentId, newDocumentId, copied } = record.data;
  const { migrating: _migrating, ...fields } = source.data;
  const { target } = pathsOf(record);
  const apiKeyId = decodeId(splitPath(apiKeyPathOf(organization.path)).id);
  const [folder, subscriptions] = await Promise.all([
    fields.folderId === undefined ? undefined : tx.get(folderBelow(organization.path, fields.folderId)),
    readSubscriptions(tx, apiKeyId),
  ]);
  if (fields.folderId !== undefined && !unlessDeleting(folder))
    return { failure: "The folder of the document was deleted." };
  tx.set(target, fields);
  tx.update(source.path, { deleting: true });
  writeStage(tx, organization, record.data, "moved");
  const tasks = writeEvents(tx, context, apiKeyId, subscriptions, [
    {
      type: "document.migrate",
      organizationId: organization.id,
      documentId,
      data: { newDocumentId, migrationId: record.id },
    },
  ]);
  return { record: { status: "completed", total: copied, ...nextStep(context, record) }, tasks };
}

async function purgeOld(context: Context, record: Doc<StoredMigration>): Promise<boolean> {
  const { store } = context;
  const { source, target } = pathsOf(record);
  await store.transact(async (tx) => {
    const document = await tx.get(source);
    if (document?.data.migrating === record.id) tx.update(source, { migrating: REMOVE });
  });
  await purge(store, source);
  if (record.data.status === "failed") await purge(store, target);
  else await scheduleFoldsOf(context, target);
  return store.transact(async (tx) => {
    const now = await tx.get(record.path);
    if (now?.version !== record.version) return false;
    tx.update(record.path, { ...nextStep(context, record), lastUpdated: context.now() });
    return true;
  });
}

/** Removes the migration from the organization, once no read of the old copies can be running. */
function forget(context: Context, record: Doc<StoredMigration>): Promise<boolean> {
  return context.store.transact(async (tx) => {
    const [now, organization] = await tx.getMany([record.path, pathsOf(record).organization]);
    if (now?.version !== record.version || !organization) return false;
    writeStage(tx, organization as MigrationState["organization"], record.data, undefined);
    tx.update(record.path, nextStep(context, record));
    return true;
  });
}
