import { deleteUserData } from "#domain/erasure/jobs";
import {
  completion,
  organizationsLeft,
  type StoredDataDeletion,
  saveProgress,
} from "#domain/erasure/store/data-deletions";
import { note, type Run, redactAll, redactOrDelete } from "#domain/erasure/store/data-redaction";
import { noteAllNamed } from "#domain/erasure/store/name-index";
import { docsNaming, isMessage, pagesNaming } from "#domain/erasure/store/named-search";
import { type StoredOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import { userUsagePath } from "#domain/quotas/store/usage-paths";
import { apiKeyPathOf, findApiKey } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { TimeSlice } from "#platform/async/time-slice";
import { organizationBeingMigrated } from "#src/errors";
import { job } from "#src/job";
import { decodeId, splitPath } from "#store/paths";
import type { Doc } from "#store/port";
import { pagesBelow, type SubtreePage } from "#store/walk";

/** Collections outside the organizations that can name people: events, their deliveries, and kept mails. */
const TENANT_COLLECTIONS = ["messages", "deliveries", "mails"];
/** Those of these collections that have no name index: only the one-machine host keeps mails. */
const UNINDEXED = ["mails"];

/**
 * Deletes the data of people and removes them from the data of others, page by page. If the store has a name index, the
 * job reads only documents that name them, else one organization after another. The record holds the position, so the
 * job can be interrupted and run again, even twice at once.
 */
export default job(deleteUserData, async (context, { deletion: record }) => {
  const { store } = context;
  const tenant = apiKeyPathOf(record);
  const apiKey = await findApiKey(store, decodeId(splitPath(tenant).id));
  const { data } = (await store.get<StoredDataDeletion>(record)) ?? {};
  if (!apiKey || !data?.userIds) return;
  const { userIds, emails, names, organizationIds } = data;
  const isIndexed = apiKey.isIndexedByName === true && apiKey.areEditorsIndexedByName === true;
  const isFound = store.findsNamed && isIndexed;
  const addsNames = store.findsNamed && !isFound && organizationIds === undefined;
  const run: Run = {
    call: { ...context, requestId: splitPath(record).id, apiKey },
    record,
    known: { userIds: new Set(userIds), emails: new Set(emails), names: new Set(names) },
    slice: new TimeSlice(),
    addsNames,
  };
  if (!(await (isFound ? redactByIndex(run, tenant, data) : redactOrganizations(run, data)))) return;
  await store.commit(userIds.map((userId) => ({ op: "delete", path: userUsagePath(apiKey.apiKeyId, userId) })));
  const concerned = (doc: Doc) => !organizationIds || concerns(doc, organizationIds);
  const outside = pagesBelow(store, tenant, data.position, isFound ? UNINDEXED : TENANT_COLLECTIONS);
  if (!(await redactPages(run, outside, concerned))) return;
  if (addsNames) await retryOnConflict(() => noteAllNamed(store, apiKey.apiKeyId));
  await note(run, completion(context.now()));
});

/** Scans whole organizations. @returns false when another run has completed the job. */
async function redactOrganizations(run: Run, data: StoredDataDeletion): Promise<boolean> {
  const { store, now } = run.call;
  let { tasksLeft } = data;
  for await (const { organization, after } of organizationsLeft(store, run.record, data)) {
    const storedOrganization = unlessDeleting(await store.get<StoredOrganization>(organization));
    // The scan could miss documents that are being copied.
    if (storedOrganization) refuseWhileMoving(storedOrganization);
    // An organization that is being deleted needs no redaction.
    if (storedOrganization) await redactOrDelete(run, storedOrganization);
    if (storedOrganization && !(await redactPages(run, pagesBelow(store, organization, after)))) return false;
    tasksLeft = Math.max(0, tasksLeft - 1);
    const done = { position: organization, tasksLeft, lastTaskCompletedTime: now() };
    if (!(await retryOnConflict(() => saveProgress(store, run.record, done)))) return false;
  }
  return true;
}

/** @throws ApiError ABORTED */
function refuseWhileMoving({ data: { moving } }: Doc<StoredOrganization>): void {
  if (moving?.some(({ stage }) => stage === "moving")) throw organizationBeingMigrated();
}

/** Redacts the documents that the name index finds. @returns false when another run has completed the job. */
async function redactByIndex(run: Run, tenant: string, data: StoredDataDeletion): Promise<boolean> {
  const { store } = run.call;
  for await (const { docs, progress } of pagesNaming(store, tenant, run.known, data)) {
    const theirs = await concernedOf(run, docs, data.organizationIds);
    for (const message of theirs.filter(isMessage)) {
      const place = { tenant, collection: "deliveries", name: message.id };
      for await (const deliveries of docsNaming(store, place))
        if (!(await redactAll(run, deliveries.docs))) return false;
    }
    if (!(await redactAll(run, theirs)) || !(await note(run, progress))) return false;
  }
  return true;
}

/** The documents that are in the organizations to process, or belong to them. */
async function concernedOf(run: Run, docs: readonly Doc[], organizationIds: readonly string[] | undefined) {
  const paths = [...new Set(docs.flatMap(({ path }) => organizationOf(path) ?? []))];
  const organizations = await run.call.store.getMany<StoredOrganization>(paths);
  const concerned = organizations.filter(
    (one) => unlessDeleting(one) && (!organizationIds || organizationIds.includes((one as Doc).id)),
  ) as Doc<StoredOrganization>[];
  for (const organization of concerned) refuseWhileMoving(organization);
  const within = new Set(concerned.map(({ path }) => path));
  return docs.filter((doc) => {
    const organization = organizationOf(doc.path);
    return organization === undefined ? !organizationIds || concerns(doc, organizationIds) : within.has(organization);
  });
}

/** Path of the organization that a document belongs to, or that it is. */
function organizationOf(path: string): string | undefined {
  const segments = path.split("/");
  return segments[2] === "organizations" ? segments.slice(0, 4).join("/") : undefined;
}

/**
 * Whether an event or mail belongs to one of the organizations. Deliveries always count: they name no organization, and
 * their replies can contain anything.
 */
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
  for await (const { docs, position } of pages)
    if (!(await redactAll(run, docs.filter(concerned))) || !(await note(run, { position }))) return false;
  return true;
}
