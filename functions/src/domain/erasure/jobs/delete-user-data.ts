import { deleteUserData } from "#domain/erasure/jobs";
import type { DataSubjects } from "#domain/erasure/redact-user";
import {
  completion,
  noteProgress,
  organizationsLeft,
  type StoredDataDeletion,
} from "#domain/erasure/store/data-deletions";
import { redactEditor } from "#domain/erasure/store/editors";
import { findTraits, redact } from "#domain/erasure/store/large-redaction";
import { type Redaction, redactDoc } from "#domain/erasure/store/redaction";
import { present, type StoredOrganization } from "#domain/organizations/store/organizations";
import { userUsagePath } from "#domain/quotas/store/usage-paths";
import { purge } from "#domain/retention/store/purge";
import { apiKeyPathOf, findApiKey } from "#domain/workspaces/store/api-keys";
import { inParallel } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { TimeSlice } from "#platform/async/time-slice";
import { ApiError } from "#platform/error";
import type { WriteCall } from "#src/call";
import { organizationBeingMigrated } from "#src/errors";
import { job } from "#src/job";
import { collectionName, decodeId, splitPath } from "#store/paths";
import type { Doc, Store, Transaction } from "#store/port";
import { hasNoDependents, pagesBelow, type SubtreePage } from "#store/walk";

/** Collections outside the organizations that can name people: events, their deliveries, and mails that are kept. */
const BESIDE = ["messages", "deliveries", "mails"];

/** State of a run. `known` grows as names and addresses are found. */
interface Run {
  call: WriteCall;
  /** Path of the record. */
  record: string;
  known: { [field in keyof DataSubjects]: Set<string> };
  /** Bounds how long documents are looked through in one turn of the event loop: a large one takes some ms. */
  slice: TimeSlice;
}

/**
 * Deletes the data of people and removes them from the data of others, one organization and one page at a time. The
 * record holds the position, so the job can be interrupted and run again, even twice at once.
 */
export default job(deleteUserData, async (context, { deletion: record }) => {
  const { store } = context;
  const tenant = apiKeyPathOf(record);
  const apiKey = await findApiKey(store, decodeId(splitPath(tenant).id));
  const { data } = (await store.get<StoredDataDeletion>(record)) ?? {};
  if (!apiKey || !data?.userIds) return;
  const { userIds, emails, names, organizationIds, position } = data;
  const known = { userIds: new Set(userIds), emails: new Set(emails), names: new Set(names) };
  const run: Run = {
    call: { ...context, requestId: splitPath(record).id, apiKey },
    record,
    known,
    slice: new TimeSlice(),
  };

  let { tasksLeft } = data;
  for await (const { organization, after } of organizationsLeft(store, record, data)) {
    const found = present(await store.get<StoredOrganization>(organization));
    // The walk could miss documents that are copied meanwhile.
    if (found?.data.moving?.some(({ stage }) => stage === "moving")) throw organizationBeingMigrated();
    // An organization that is being deleted needs no redaction.
    if (found) await redactOrDelete(run, found);
    if (found && !(await redactPages(run, pagesBelow(store, organization, after)))) return;
    tasksLeft = Math.max(0, tasksLeft - 1);
    const done = { position: organization, tasksLeft, lastTaskCompletedTime: context.now() };
    if (!(await retryOnConflict(() => noteProgress(store, record, done)))) return;
  }
  const concerned = (doc: Doc) => !organizationIds || concerns(doc, organizationIds);
  await store.commit(userIds.map((userId) => ({ op: "delete", path: userUsagePath(apiKey.apiKeyId, userId) })));
  if (await redactPages(run, pagesBelow(store, tenant, position, BESIDE), concerned))
    await retryOnConflict(() => noteProgress(store, record, completion(context.now())));
});

/** Whether an event or a mail belongs to one of the organizations. Deliveries name none and always count: replies can hold anything. */
function concerns({ data: { channels, organizationId } }: Doc, organizationIds: readonly string[]): boolean {
  if (typeof organizationId === "string") return organizationIds.includes(organizationId);
  return !Array.isArray(channels) || organizationIds.some((id) => channels.includes(`organization:${id}`));
}

/** @returns false when another run has completed the job. */
async function redactPages(
  run: Run,
  pages: AsyncIterable<SubtreePage>,
  concerned: (doc: Doc) => boolean = () => true,
): Promise<boolean> {
  const { call, record } = run;
  const note = (progress: Parameters<typeof noteProgress>[2]) =>
    retryOnConflict(() => noteProgress(call.store, record, progress));
  for await (const { docs, position } of pages) {
    const theirs = docs.filter(concerned);
    // Saved before the documents that hold them are redacted.
    if ((await learn(run, theirs)) && !(await note({ emails: [...run.known.emails], names: [...run.known.names] })))
      return false;
    await inParallel(theirs, (doc) => redactOrDelete(run, doc));
    if (!(await note({ position }))) return false;
  }
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

async function redactOrDelete(run: Run, doc: Doc): Promise<void> {
  const { store, log } = run.call;
  const isDropped = await redactIn(run, doc).catch(async (error: unknown) => {
    // A document that is too large for the redacted form is deleted, because it names a data subject.
    if (!(error instanceof ApiError && error.code === "INVALID_ARGUMENT" && isContent(doc.path))) throw error;
    log.warn({ err: error, path: doc.path }, "a document that cannot be redacted is deleted");
    await retryOnConflict(() => store.transact(async (tx) => dropDoc(tx, doc.path)));
    return true;
  });
  if (isDropped && !hasNoDependents(doc.path)) await retryOnConflict(() => purge(store, doc.path));
}

/**
 * Redacts in a transaction only the few documents that name a data subject.
 * @returns whether the document was deleted, or marked for deletion with everything below it.
 */
async function redactIn({ call, known, slice }: Run, doc: Doc): Promise<boolean> {
  if (collectionName(splitPath(doc.path).collection) === "crdt") {
    await retryOnConflict(() => redactEditor(call, doc.path, known));
    return false;
  }
  while (slice.isOver) await slice.next();
  const redacted = await redact(call.heavyWork, doc, known);
  return redacted !== undefined && retryOnConflict(() => rewrite(call.store, { doc, redacted }, known));
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

/** @param read the document as it was read, whose redaction holds as long as nobody has changed it. */
function rewrite(store: Store, read: { doc: Doc; redacted: Redaction }, known: DataSubjects): Promise<boolean> {
  const { path } = read.doc;
  return store.transact(async (tx) => {
    const doc = await tx.get(path);
    const redacted = doc?.version === read.doc.version ? read.redacted : doc && redactDoc(doc, known);
    if (redacted === "delete") dropDoc(tx, path);
    else if (redacted) tx.set(path, redacted);
    return redacted === "delete";
  });
}
