import type { DataSubjects } from "#domain/erasure/redact-user";
import { redactEditor } from "#domain/erasure/store/editors";
import { findTraits, redact } from "#domain/erasure/store/large-redaction";
import { type Redaction, redactDoc } from "#domain/erasure/store/redaction";
import { purge } from "#domain/retention/store/purge";
import { inParallel } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { TimeSlice } from "#platform/async/time-slice";
import { ApiError } from "#platform/error";
import type { WriteCall } from "#src/call";
import { collectionNameOf } from "#store/paths";
import type { Doc, Store, Transaction } from "#store/port";
import { hasNoDependents } from "#store/walk";
import { saveProgress } from "./data-deletions.ts";
import { addNames, addNamesOfEditor } from "./name-index.ts";

/** State of a run. */
export interface Run {
  call: WriteCall;
  /** Path of the deletion's record. */
  record: string;
  /** The data subjects; names and addresses are added as they are found. */
  known: { [field in keyof DataSubjects]: Set<string> };
  /** Limits how long one turn of the event loop searches documents: a large one takes some ms. */
  slice: TimeSlice;
  /** Whether to add documents to the name index, by which the next deletion finds them. */
  addsNames: boolean;
}

/** Saves progress in the record. @returns false when another run has completed the job. */
export function note({ call, record }: Run, progress: Parameters<typeof saveProgress>[2]): Promise<boolean> {
  return retryOnConflict(() => saveProgress(call.store, record, progress));
}

/**
 * Removes the data subjects from documents. Before that, it saves the names and addresses that the documents give them.
 * @returns false when another run has completed the job.
 */
export async function redactAll(run: Run, docs: readonly Doc[]): Promise<boolean> {
  // Names are saved before the documents that contain them are redacted.
  if ((await learn(run, docs)) && !(await note(run, { emails: [...run.known.emails], names: [...run.known.names] })))
    return false;
  await inParallel(docs, (doc) => redactOrDelete(run, doc));
  return true;
}

/** Collects names and addresses. @returns whether any is new. */
async function learn({ call, known, slice }: Run, docs: readonly Doc[]): Promise<boolean> {
  const before = known.emails.size + known.names.size;
  for (const doc of docs) {
    if (slice.isOver) await slice.next();
    for (const { name, email } of await findTraits(call.heavyWork, doc, known)) {
      if (typeof email === "string") known.emails.add(email.toLowerCase());
      if (typeof name === "string") known.names.add(name);
    }
  }
  return known.emails.size + known.names.size > before;
}

/** Removes the data subjects from a document, or deletes it with its dependents. */
export async function redactOrDelete(run: Run, doc: Doc): Promise<void> {
  const { store, log } = run.call;
  const isDropped = await redactIn(run, doc).catch(async (error: unknown) => {
    if (!isContent(doc.path) || !(isTooLarge(error) || isUnreadable(error))) throw error;
    log.warn({ err: error, path: doc.path }, "a document that cannot be redacted is deleted");
    await retryOnConflict(() => store.transact(async (tx) => dropDoc(tx, doc.path)));
    return true;
  });
  if (isDropped && !hasNoDependents(doc.path)) await retryOnConflict(() => purge(store, doc.path));
}

/**
 * Redacts a document. Only the few documents that name a data subject need a transaction.
 * @returns whether the document was deleted, or marked for deletion with everything below it.
 */
async function redactIn({ call, known, slice, addsNames }: Run, doc: Doc): Promise<boolean> {
  if (collectionNameOf(doc.path) === "crdt") {
    await retryOnConflict(() => redactEditor(call, doc.path, known));
    if (addsNames) await retryOnConflict(() => addNamesOfEditor(call, doc.path));
    return false;
  }
  while (slice.isOver) await slice.next();
  const redacted = await redact(call.heavyWork, doc, known);
  if (redacted === undefined && addsNames) await retryOnConflict(() => addNames(call.store, doc.path));
  return redacted !== undefined && retryOnConflict(() => rewrite(call.store, { doc, redacted }, known));
}

/** Whether a document that names a data subject is too large for its redacted form. */
function isTooLarge(error: unknown): boolean {
  return error instanceof ApiError && error.code === "INVALID_ARGUMENT";
}

/** Whether a document is damaged or too deep for the stack, and so never readable. It must not block others. */
function isUnreadable(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof RangeError;
}

/** Whether the document is a contribution rather than a container of others. */
function isContent(path: string): boolean {
  return hasNoDependents(path) || /\/(crdt|notifications)\/[^/]+$/.test(path);
}

/** Deletes a document, or marks it for deletion when documents depend on it. */
function dropDoc(tx: Transaction, path: string): void {
  if (hasNoDependents(path)) tx.delete(path);
  else tx.update(path, { deleting: true });
}

/** @param read the document as it was read, whose redaction is valid unless the document has changed since. */
function rewrite(store: Store, read: { doc: Doc; redacted: Redaction }, subjects: DataSubjects): Promise<boolean> {
  const { path } = read.doc;
  return store.transact(async (tx) => {
    const doc = await tx.get(path);
    const redacted = doc?.version === read.doc.version ? read.redacted : doc && redactDoc(doc, subjects);
    if (redacted === "delete") dropDoc(tx, path);
    else if (redacted) tx.set(path, redacted);
    return redacted === "delete";
  });
}
