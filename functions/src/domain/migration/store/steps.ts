import { documentBelow, type StoredDocument } from "#domain/documents/store/documents";
import { startAll } from "#domain/events/store/change";
import { type Moving, type StoredOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import { KEPT } from "#domain/retention/store/retention";
import type { DeclaredTask } from "#queue/declare-job";
import type { Context } from "#src/context";
import { splitPath } from "#store/paths";
import type { DocRef } from "#store/port";
import { type Doc, type Patch, REMOVE, type Transaction } from "#store/port";
import { tree } from "#store/tree";
import { SETTLE, type StoredMigration } from "./migrations.ts";

/** How long the old copies are kept after the document has moved, in ms: longer than a read of them takes. */
const GRACE = 10_000;

const { children = [], dependents = [] } = tree.collections.documents ?? {};

/** The steps of a migration, in order. The collection tree defines the contents and dependents of a document. */
const steps = [
  "begin",
  ...children.map((name) => `below/${name}`),
  ...dependents.map(({ collection }) => `beside/${collection}`),
  ...["flip", "purge", "forget", "done"],
];
const pauses: Record<string, number> = { flip: SETTLE, purge: GRACE, forget: SETTLE };

/** The patch that moves the record to the next step. */
export function nextStep(context: Context, { data }: Doc<StoredMigration>): Patch {
  const step = steps[steps.indexOf(data.step) + 1] ?? "done";
  const deleteAt = step === "done" ? new Date(context.now() + KEPT) : undefined;
  return { step, after: REMOVE, dueAt: context.now() + (pauses[step] ?? 0), deleteAt };
}

/** Paths of the organization, source and target of a migration. */
export function pathsOf({ path, data }: Doc<StoredMigration>) {
  const organization: DocRef<StoredOrganization> = splitPath(splitPath(path).collection).collection;
  const source = documentBelow(organization, data.documentId);
  return { organization, source, target: documentBelow(organization, data.newDocumentId) };
}

/** The stored state on which a step works. */
export interface MigrationState {
  organization: Doc<StoredOrganization>;
  source: Doc<StoredDocument>;
}

/** The result of a step: changes of the record and tasks to start, or the reason why the migration fails. */
export type Outcome = { record: Patch; tasks?: DeclaredTask[] } | { failure: string };

/**
 * Runs one transaction of a migration, which also records the progress. It skips `body` if another run has continued
 * the migration or the organization is being deleted; if the document was deleted, the migration fails.
 * @returns false if this run has nothing left to do.
 */
export async function advance(
  context: Context,
  record: Doc<StoredMigration>,
  body: (tx: Transaction, scene: MigrationState) => Outcome | Promise<Outcome>,
): Promise<boolean> {
  const { isOver, tasks } = await context.store.transact(async (tx) => {
    const scene = await readMigrationState(tx, record);
    if (!scene) return { isOver: true };
    const { organization, source } = scene;
    const migrationId = record.data.step === "begin" ? undefined : record.id;
    const current = unlessDeleting(source)?.data.migrating === migrationId ? unlessDeleting(source) : undefined;
    const outcome = current
      ? await body(tx, { organization, source: current })
      : { failure: "The document was deleted." };
    const change = "failure" in outcome ? fail(context, tx, record, source, outcome.failure) : outcome.record;
    tx.update(record.path, { ...change, lastUpdated: context.now() });
    return { isOver: false, tasks: "tasks" in outcome ? outcome.tasks : [] };
  });
  await startAll(context, tasks ?? []);
  return !isOver;
}

/**
 * Reads the state of a migration.
 * @returns undefined if another run has continued the migration, or the organization is being deleted.
 */
export async function readMigrationState(tx: Transaction, record: Doc<StoredMigration>) {
  const paths = pathsOf(record);
  const [now, storedOrganization, source] = await tx.getMany([record.path, paths.organization, paths.source]);
  const organization = unlessDeleting(storedOrganization);
  if (!organization || now?.version !== record.version) return undefined;
  return { organization, source };
}

/** Writes the stage of the migration into its organization; undefined removes the migration. */
export function writeStage(
  tx: Transaction,
  { path, data }: Doc<StoredOrganization>,
  { documentId, newDocumentId }: StoredMigration,
  stage: Moving["stage"] | undefined,
): void {
  const isThis = ({ from, to }: Moving) => from === documentId && to === newDocumentId;
  const moving = (data.moving ?? []).flatMap((one) => (!isThis(one) ? [one] : stage ? [{ ...one, stage }] : []));
  tx.update(path, { moving: moving.length > 0 ? moving : REMOVE });
}

/** Fails the migration, because a deletion of the document takes precedence. The copies are purged. */
function fail(
  context: Context,
  tx: Transaction,
  record: Doc<StoredMigration>,
  source: Doc<StoredDocument> | undefined,
  error: string,
): Patch {
  if (source?.data.migrating === record.id) tx.update(source.path, { deleting: true, migrating: REMOVE });
  tx.update(pathsOf(record).target, { migrating: REMOVE });
  return { status: "failed", error, step: "purge", after: REMOVE, dueAt: context.now() };
}
