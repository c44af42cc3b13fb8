import { isDeepStrictEqual } from "node:util";
import { loadConfig } from "#domain/configs/store/configs";
import { readPlaceForChange, requirePlace } from "#domain/documents/store/places";
import { toPerson } from "#domain/events/event";
import { transactItems } from "#domain/events/store/items";
import { nameMark, recordToKeep } from "#domain/organizations/store/named-by-user";
import { organizationPath, requireOrganization } from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import type { KeyCall, WriteCall } from "#src/call";
import type { Doc, Transaction } from "#store/port";
import { activityPath, customFieldsOf, type StoredActivity } from "./activities.ts";

/** A record to add. */
export interface NewActivity {
  id: string;
  /** Whether the caller chose the id: only then may a record with this id exist already. */
  isNamed: boolean;
  actionUser: EmbeddedUser;
  stored: StoredActivity;
}

/**
 * Adds records to a document in batches of 200, each all or nothing, and emits their events. A record with an existing
 * id replaces the stored one and keeps its timestamp. A server may reuse the id of a record that a user added; in an
 * immutable log the user's record then moves to a new id.
 * @throws ApiError NOT_FOUND when the organization or document does not exist; FAILED_PRECONDITION when activities are
 * immutable and a record would change; ALREADY_EXISTS when a user names a record that is not the user's own.
 */
export async function addActivities(
  call: WriteCall,
  place: { organizationId: string; documentId: string },
  records: readonly NewActivity[],
): Promise<void> {
  const organization = organizationPath(call, place.organizationId);
  await transactItems(call, records, async (tx, batch, { emit }) => {
    const namedPaths = batch.filter(({ isNamed }) => isNamed).map(({ id }) => activityPath(organization, id));
    const [placeDocs, existingRecords, config] = await Promise.all([
      readPlaceForChange(tx, call, place),
      tx.getMany<StoredActivity>(namedPaths),
      namedPaths.length > 0 ? loadConfig(tx, call, "activity") : undefined,
    ]);
    requirePlace(place, placeDocs);
    const byPath = new Map(existingRecords.flatMap((doc) => (doc ? [[doc.path, doc.data]] : [])));
    for (const { id, isNamed, actionUser, stored } of batch) {
      const path = activityPath(organization, id);
      const existing = byPath.get(path);
      const before = recordToKeep(call, existing, { id, documentId: place.documentId, author: ({ userId }) => userId });
      const after = { ...stored, ...nameMark(call, isNamed), ...(before && { timestamp: before.timestamp }) };
      if (before && sameContent(before, after)) continue;
      if (before && config?.immutable)
        throw immutable(`The activity ${JSON.stringify(id)} exists with different content and can't be overwritten`);
      if (existing && !before && config?.immutable) keepAside(tx, call, organization, existing, after);
      tx.set(path, after);
      const { featureType, actionType, targetEntityId } = after;
      const data = { activityId: id, featureType, actionType, targetEntityId, actionUser: toPerson(actionUser) };
      emit({ ...place, type: "activity.add", data });
    }
    return {};
  });
}

/** Moves a user's record to a generated id, unless the record that replaces it has the same content. */
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
 * Reads the records that a call changes or deletes, by id.
 * @throws ApiError NOT_FOUND when the organization does not exist; FAILED_PRECONDITION when activities are immutable.
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
  const [owner, ...records] = docs;
  requireOrganization(owner);
  return new Map(records.flatMap((doc) => (doc ? [[doc.id, doc]] : [])));
}

/** @throws ApiError FAILED_PRECONDITION when the activities of the API key are immutable. */
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

/** Whether two records have the same content, whatever the order of their fields. */
function sameContent(a: StoredActivity, b: StoredActivity): boolean {
  const { open: _a, namedByUser: _byA, ...restOfA } = a;
  const { open: _b, namedByUser: _byB, ...restOfB } = b;
  return isDeepStrictEqual(restOfA, restOfB) && isDeepStrictEqual(customFieldsOf(a), customFieldsOf(b));
}
