import { documentBelow, type StoredDocument } from "#domain/documents/store/documents";
import { type Moving, present, type StoredOrganization } from "#domain/organizations/store/organizations";
import { KEPT } from "#domain/retention/store/retention";
import type { DeclaredTask } from "#queue/declare-job";
import type { Context } from "#src/context";
import { splitPath } from "#store/paths";
import type { DocRef } from "#store/port";
import { type Doc, type Patch, REMOVE, type Transaction } from "#store/port";
import { tree } from "#store/tree";
import { SETTLE, type StoredMigration } from "./migrations.ts";

/** Ms for which the old copies stay after the document has moved: so long a read of them may take. */
const GRACE = 10_000;

const { children = [], dependents = [] } = tree.collections.documents ?? {};

/** Everything that a migration does, in order. What belongs to a document is told by the collection tree. */
const steps = [
  "begin",
  ...children.map((name) => `below/${name}`),
  ...dependents.map(({ collection }) => `beside/${collection}`),
  ...["flip", "purge", "forget", "done"],
];
const pauses: Record<string, number> = { flip: SETTLE, purge: GRACE, forget: SETTLE };

/** What moves the record on to the next step. */
export function nextStep(context: Context, { data }: Doc<StoredMigration>): Patch {
  const step = steps[steps.indexOf(data.step) + 1] ?? "done";
  const deleteAt = step === "done" ? new Date(context.now() + KEPT) : undefined;
  return { step, after: REMOVE, dueAt: context.now() + (pauses[step] ?? 0), deleteAt };
}

/** Paths that a migration is about. */
export function pathsOf({ path, data }: Doc<StoredMigration>) {
  const organization: DocRef<StoredOrganization> = splitPath(splitPath(path).collection).collection;
  const source = documentBelow(organization, data.documentId);
  return { organization, source, target: documentBelow(organization, data.newDocumentId) };
}

/** What a step finds. */
export interface Scene {
  organization: Doc<StoredOrganization>;
  source: Doc<StoredDocument>;
}

/** What a step comes to: changes of the record, tasks to be started, or why the migration can't go on. */
export type Outcome = { record: Patch; tasks?: DeclaredTask[] } | { failure: string };

/**
 * One transaction of a migration, which records in it how far it has come. Its `body` is left out when another run has gone
 * on meanwhile or the organization is being deleted; when the document is gone the migration fails, and the copies go too.
 * @returns false when nothing is left to be done by this run.
 */
export async function advance(
  context: Context,
  record: Doc<StoredMigration>,
  body: (tx: Transaction, scene: Scene) => Outcome | Promise<Outcome>,
): Promise<boolean> {
  const { isOver, tasks } = await context.store.transact(async (tx) => {
    const scene = await readScene(tx, record);
    if (!scene) return { isOver: true };
    const { organization, source } = scene;
    const migrationId = record.data.step === "begin" ? undefined : record.id;
    const there = present(source)?.data.migrating === migrationId ? present(source) : undefined;
    const outcome = there ? await body(tx, { organization, source: there }) : { failure: "The document was deleted." };
    const change = "failure" in outcome ? fail(context, tx, record, source, outcome.failure) : outcome.record;
    tx.update(record.path, { ...change, lastUpdated: context.now() });
    return { isOver: false, tasks: "tasks" in outcome ? outcome.tasks : [] };
  });
  for (const task of tasks ?? []) void context.queue.start(task);
  return !isOver;
}

/**
 * What a transaction finds of a migration.
 * @returns undefined when another run has gone on, or the organization is being deleted and takes everything with it.
 */
export async function readScene(tx: Transaction, record: Doc<StoredMigration>) {
  const paths = pathsOf(record);
  const [now, found, source] = await tx.getMany([record.path, paths.organization, paths.source]);
  const organization = present(found);
  if (!organization || now?.version !== record.version) return undefined;
  return { organization, source };
}

/** Notes the stage of the migration in its organization; undefined: it is over. */
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

/** Gives the migration up: whoever deletes the document wins. What was copied is purged like what was deleted. */
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
