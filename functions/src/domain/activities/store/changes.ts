import { isDeepStrictEqual } from "node:util";
import { loadConfig } from "#domain/configs/store/configs";
import { readPlace, requirePlace } from "#domain/documents/store/places";
import { toPerson } from "#domain/events/event";
import { transactItems } from "#domain/events/store/items";
import { nameMark, recordToKeep } from "#domain/organizations/store/named-by-user";
import { organizationPath, requireOrganization } from "#domain/organizations/store/organizations";
import type { EmbeddedUser } from "#platform/embedded-user";
import { ApiError } from "#platform/error";
import type { KeyCall, WriteCall } from "#src/call";
import type { Doc, Transaction } from "#store/port";
import { activityPath, customFieldsOf, type StoredActivity } from "./activities.ts";

/** A record as it will be stored when none of its id is there; `isNamed` when the caller chose the id, so that one may be. */
export interface NewActivity {
  id: string;
  isNamed: boolean;
  actionUser: EmbeddedUser;
  stored: StoredActivity;
}

/**
 * Adds records to a document, 200 at a time: of these all or none, and tells so. One whose id is there already is overwritten and keeps
 * its first timestamp. A server overwrites a user's as if the id were free; in an immutable log the user's moves to a new id.
 * @throws ApiError NOT_FOUND when the organization or document is not there; FAILED_PRECONDITION when activities are
 * immutable and one would be overwritten by another content; ALREADY_EXISTS for an id that the user has not chosen before.
 */
export async function addActivities(
  call: WriteCall,
  place: { organizationId: string; documentId: string },
  records: readonly NewActivity[],
): Promise<void> {
  const organization = organizationPath(call, place.organizationId);
  await transactItems(call, records, async (tx, batch, { emit }) => {
    const named = batch.filter(({ isNamed }) => isNamed).map(({ id }) => activityPath(organization, id));
    const [found, existing, config] = await Promise.all([
      readPlace(tx, call, place),
      tx.getMany<StoredActivity>(named),
      named.length > 0 ? loadConfig(tx, call, "activity") : undefined,
    ]);
    requirePlace(place, found);
    const byPath = new Map(existing.flatMap((doc) => (doc ? [[doc.path, doc.data]] : [])));
    for (const { id, isNamed, actionUser, stored } of batch) {
      const path = activityPath(organization, id);
      const existing = byPath.get(path);
      const before = recordToKeep(call, existing, { id, documentId: place.documentId, author: ({ userId }) => userId });
      const after = { ...stored, ...nameMark(call, isNamed), ...(before && { timestamp: before.timestamp }) };
      if (before && sameContent(before, after)) continue;
      if (before && config?.immutable)
        throw immutable(`The activity ${JSON.stringify(id)} exists with another content and can't be overwritten`);
      if (existing && !before && config?.immutable) keepAside(tx, call, organization, existing, after);
      tx.set(path, after);
      const { featureType, actionType, targetEntityId } = after;
      const data = { activityId: id, featureType, actionType, targetEntityId, actionUser: toPerson(actionUser) };
      emit({ ...place, type: "activity.add", data });
    }
    return {};
  });
}

/** Keeps what a user has written under an id of the service, unless the record that takes its place says the same. */
function keepAside(
  tx: Transaction,
  call: KeyCall,
  organization: string,
  { namedByUser: _, ...existing }: StoredActivity,
  after: StoredActivity,
): void {
  if (sameContent(existing, { ...after, timestamp: existing.timestamp })) return;
  tx.create(activityPath(organization, call.newId("act")), existing);
}

/**
 * Reads records that are to be changed or deleted, by id.
 * @throws ApiError NOT_FOUND when the organization is not there; FAILED_PRECONDITION when activities are immutable.
 */
export async function readMutableActivities(
  tx: Transaction,
  call: KeyCall,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Doc<StoredActivity>>> {
  const organization = organizationPath(call, organizationId);
  const [docs] = await Promise.all([
    tx.getMany([organization, ...ids.map((id) => activityPath(organization, id))]),
    requireMutable(tx, call),
  ]);
  const [owner, ...found] = docs;
  requireOrganization(owner);
  return new Map(found.flatMap((doc) => (doc ? [[doc.id, doc]] : [])));
}

/** @throws ApiError FAILED_PRECONDITION when the activities of the key are immutable. */
export async function requireMutable(tx: Transaction, call: KeyCall): Promise<void> {
  const config = await loadConfig(tx, call, "activity");
  if (config?.immutable) throw immutable("Activities can't be changed or deleted");
}

function immutable(what: string): ApiError {
  return new ApiError(
    "FAILED_PRECONDITION",
    `${what}: the activity configuration of this API key makes them immutable. Set activityServiceConfig.immutable to false to allow it.`,
  );
}

/** Whether two records say the same; the order of their fields means nothing. */
function sameContent(a: StoredActivity, b: StoredActivity): boolean {
  const { open: _a, namedByUser: _byA, ...restOfA } = a;
  const { open: _b, namedByUser: _byB, ...restOfB } = b;
  return isDeepStrictEqual(restOfA, restOfB) && isDeepStrictEqual(customFieldsOf(a), customFieldsOf(b));
}
