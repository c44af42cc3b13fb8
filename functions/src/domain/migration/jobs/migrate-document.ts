import { folderBelow } from "#domain/documents/store/folders";
import { writeEvents } from "#domain/events/store/outbox";
import { readSubscriptions } from "#domain/events/store/subscriptions";
import { migrateDocument } from "#domain/migration/jobs";
import { copyPage, countAll, firstPageSize, type PageSize, renamePage } from "#domain/migration/store/copies";
import { migrationTask, SETTLE, type StoredMigration } from "#domain/migration/store/migrations";
import { advance, nextStep, pathsOf, type Scene, writeStage } from "#domain/migration/store/steps";
import { present } from "#domain/organizations/store/organizations";
import { purge } from "#domain/retention/store/purge";
import { apiKeyPathOf } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/retry-on-conflict";
import type { Context } from "#src/context";
import { job } from "#src/job";
import { decodeId, splitPath } from "#store/paths";
import { type Doc, REMOVE, type Transaction } from "#store/port";

/**
 * Moves a document to another id, with all that stands below and beside it, step by step and page by page.
 * Every transaction records where it is, so the job may be cut off and run again, also twice at once.
 *
 * Nobody sees both documents or neither (docs/behaviour.md#migration):
 * - The target is there from the start, but marked as `deleting`: readers take it for absent, nobody else can make it, and
 *   whatever deletes its organization finds what has been copied below it.
 * - The copies are made while the source is read as before and refuses changes. Then what stands beside it is renamed.
 *   Lists that are not bound to one document read the organization too, which says what moves: they leave the copies out
 *   and show the old id (`domain/documents/store/moving.ts`).
 * - One transaction gives the target the source's own fields and marks the source as `deleting`.
 * - Between announcing, copying, that transaction, purging the source and forgetting the move passes more time than a read
 *   takes, so that one that has begun before a stage does not see what the next one does.
 */
export default job(migrateDocument, async (context, { migration }) => {
  const pageSize = firstPageSize();
  for (;;) {
    const record = await context.store.get<StoredMigration>(migration);
    if (!record || record.data.step === "done") return;
    if (record.data.dueAt > context.now()) return putOff(context, record);
    if (!(await retryOnConflict(() => take(context, record, pageSize)))) {
      // Another run went on with it, or there is nothing to go on with.
      const organization = present(await context.store.get(pathsOf(record).organization));
      if (!organization) return;
    }
  }
});

/** Does what comes next. @returns false when this run has not come further by it. */
function take(context: Context, record: Doc<StoredMigration>, pageSize: PageSize): Promise<boolean> {
  const { step } = record.data;
  const name = splitPath(step).id;
  if (step.startsWith("below/")) return copyPage(context, record, name, pageSize);
  if (step.startsWith("beside/")) return renamePage(context, record, name);
  if (step === "begin") return begin(context, record);
  if (step === "flip") return advance(context, record, (tx, scene) => flip(context, tx, record, scene));
  return step === "purge" ? purgeOld(context, record) : forget(context, record);
}

async function putOff(context: Context, record: Doc<StoredMigration>): Promise<void> {
  const task = migrationTask(record.id, record.path, record.data.dueAt);
  await context.store.transact(async (tx) => context.queue.add(tx, task));
  await context.queue.start(task);
}

/** Closes the document for changes, unless people's data is being deleted: that must not miss what is copied meanwhile. */
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

async function flip(context: Context, tx: Transaction, record: Doc<StoredMigration>, { organization, source }: Scene) {
  const { documentId, newDocumentId, copied } = record.data;
  const { migrating: _migrating, ...fields } = source.data;
  const { target } = pathsOf(record);
  const apiKeyId = decodeId(splitPath(apiKeyPathOf(organization.path)).id);
  const [folder, subscriptions] = await Promise.all([
    fields.folderId === undefined ? undefined : tx.get(folderBelow(organization.path, fields.folderId)),
    readSubscriptions(tx, apiKeyId),
  ]);
  if (fields.folderId !== undefined && !present(folder)) return { failure: "The folder of the document was deleted." };
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
    const found = await tx.get(source);
    if (found?.data.migrating === record.id) tx.update(source, { migrating: REMOVE });
  });
  await purge(store, source);
  if (record.data.status === "failed") await purge(store, target);
  return store.transact(async (tx) => {
    const now = await tx.get(record.path);
    if (now?.version !== record.version) return false;
    tx.update(record.path, { ...nextStep(context, record), lastUpdated: context.now() });
    return true;
  });
}

/** Nobody can be reading the old copies any more. */
function forget(context: Context, record: Doc<StoredMigration>): Promise<boolean> {
  return context.store.transact(async (tx) => {
    const [now, organization] = await tx.getMany([record.path, pathsOf(record).organization]);
    if (now?.version !== record.version || !organization) return false;
    writeStage(tx, organization as Scene["organization"], record.data, undefined);
    tx.update(record.path, nextStep(context, record));
    return true;
  });
}
