import { deleteUserData } from "#domain/erasure/jobs";
import type { Forgotten } from "#domain/erasure/redact-user";
import {
  completion,
  noteProgress,
  organizationsLeft,
  type StoredDataDeletion,
} from "#domain/erasure/store/data-deletions";
import { forgetInEditor } from "#domain/erasure/store/editors";
import { redactDoc, traitsIn } from "#domain/erasure/store/redaction";
import { present, type StoredOrganization } from "#domain/organizations/store/organizations";
import { userUsagePath } from "#domain/quotas/store/usage-paths";
import { purge } from "#domain/retention/store/purge";
import { apiKeyPathOf, findApiKey } from "#domain/workspaces/store/api-keys";
import { ApiError } from "#platform/error";
import { inParallel } from "#platform/parallel";
import { retryOnConflict } from "#platform/retry-on-conflict";
import type { WriteCall } from "#src/call";
import { organizationBeingMigrated } from "#src/errors";
import { job } from "#src/job";
import { collectionName, decodeId, splitPath } from "#store/paths";
import type { Doc, Store, Transaction } from "#store/port";
import { hasNoDependents, pagesBelow, type SubtreePage } from "#store/walk";

/** Collections beside the organizations that may name people: events, and what became of them. */
const BESIDE = ["messages", "deliveries"];

/** What a run works with. What it knows of the forgotten grows on the way. */
interface Run {
  call: WriteCall;
  /** Path of the record. */
  record: string;
  known: { [field in keyof Forgotten]: Set<string> };
}

/**
 * Deletes what people have written and takes them out of what others have, organization by organization and page by page.
 * The record of the deletion tells where it is, so it may be cut off and run again, also twice at once.
 */
export default job(deleteUserData, async (context, { deletion: record }) => {
  const { store } = context;
  const tenant = apiKeyPathOf(record);
  const apiKey = await findApiKey(store, decodeId(splitPath(tenant).id));
  const { data } = (await store.get<StoredDataDeletion>(record)) ?? {};
  if (!apiKey || !data?.userIds) return;
  const { userIds, emails, names, organizationIds, position } = data;
  const known = { userIds: new Set(userIds), emails: new Set(emails), names: new Set(names) };
  const run: Run = { call: { ...context, requestId: splitPath(record).id, apiKey }, record, known };

  let { tasksLeft } = data;
  for await (const { organization, after } of organizationsLeft(store, record, data)) {
    const found = present(await store.get<StoredOrganization>(organization));
    // What is copied while it is walked through could be missed.
    if (found?.data.moving?.some(({ stage }) => stage === "moving")) throw organizationBeingMigrated();
    // What is being deleted goes as a whole.
    if (found) await forgetInDoc(run, found);
    if (found && !(await forgetInPages(run, pagesBelow(store, organization, after)))) return;
    tasksLeft = Math.max(0, tasksLeft - 1);
    const done = { position: organization, tasksLeft, lastTaskCompletedTime: context.now() };
    if (!(await retryOnConflict(() => noteProgress(store, record, done)))) return;
  }
  const concerned = (doc: Doc) => !organizationIds || concerns(doc, organizationIds);
  await store.commit(userIds.map((userId) => ({ op: "delete", path: userUsagePath(apiKey.apiKeyId, userId) })));
  if (await forgetInPages(run, pagesBelow(store, tenant, position, BESIDE), concerned))
    await retryOnConflict(() => noteProgress(store, record, completion(context.now())));
});

/** Whether an event is of one of the organizations; what became of it is text of the customer's that may hold anything. */
function concerns({ data: { channels } }: Doc, organizationIds: readonly string[]): boolean {
  return !Array.isArray(channels) || organizationIds.some((id) => channels.includes(`organization:${id}`));
}

/** @returns false when another run has completed the job. */
async function forgetInPages(
  run: Run,
  pages: AsyncIterable<SubtreePage>,
  concerned: (doc: Doc) => boolean = () => true,
): Promise<boolean> {
  const { call, record, known } = run;
  const note = (progress: Parameters<typeof noteProgress>[2]) =>
    retryOnConflict(() => noteProgress(call.store, record, progress));
  for await (const { docs, position } of pages) {
    const theirs = docs.filter(concerned);
    // Before the documents go that hold them.
    if (learn(theirs, known) && !(await note({ emails: [...known.emails], names: [...known.names] }))) return false;
    await inParallel(theirs, (doc) => forgetInDoc(run, doc));
    if (!(await note({ position }))) return false;
  }
  return true;
}

/** Notes names and addresses. @returns whether any is new. */
function learn(docs: readonly Doc[], known: Run["known"]): boolean {
  const before = known.emails.size + known.names.size;
  for (const doc of docs)
    for (const { name, email } of traitsIn(doc, known)) {
      if (typeof email === "string") known.emails.add(email.toLowerCase());
      if (typeof name === "string") known.names.add(name);
    }
  return known.emails.size + known.names.size > before;
}

async function forgetInDoc(run: Run, doc: Doc): Promise<void> {
  const { store, log } = run.call;
  const isDropped = await redactIn(run, doc).catch(async (error: unknown) => {
    // What has no room for the change cannot stay, for it names them.
    if (!(error instanceof ApiError && error.code === "INVALID_ARGUMENT" && isContent(doc.path))) throw error;
    log.warn({ err: error, path: doc.path }, "a document that cannot be redacted is deleted");
    await retryOnConflict(() => store.transact(async (tx) => dropDoc(tx, doc.path)));
    return true;
  });
  if (isDropped && !hasNoDependents(doc.path)) await retryOnConflict(() => purge(store, doc.path));
}

/**
 * Most documents do not name them: only those that do are looked at again in a transaction.
 * @returns whether the document is gone, or marked where more goes with it.
 */
async function redactIn({ call, known }: Run, doc: Doc): Promise<boolean> {
  if (collectionName(splitPath(doc.path).collection) === "crdt") {
    await retryOnConflict(() => forgetInEditor(call, doc.path, known));
    return false;
  }
  return redactDoc(doc, known) !== undefined && retryOnConflict(() => rewrite(call.store, doc.path, known));
}

/** Whether it holds what somebody wrote, and not what others stand in. */
function isContent(path: string): boolean {
  return hasNoDependents(path) || /\/(crdt|notifications)\/[^/]+$/.test(path);
}

/** Deletes a document, or marks it where more goes with it. */
function dropDoc(tx: Transaction, path: string): void {
  if (hasNoDependents(path)) tx.delete(path);
  else tx.update(path, { deleting: true });
}

function rewrite(store: Store, path: string, known: Forgotten): Promise<boolean> {
  return store.transact(async (tx) => {
    const doc = await tx.get(path);
    const redacted = doc && redactDoc(doc, known);
    if (redacted === "delete") dropDoc(tx, path);
    else if (redacted) tx.set(path, redacted);
    return redacted === "delete";
  });
}
