import { hash } from "node:crypto";
import type { Activity, ActivityChange, ActivityInput } from "#domain/activities/activity";
import type { NamedByUser } from "#domain/organizations/store/named-by-user";
import { toBase62 } from "#platform/crypto/base62";
import { toJsonText } from "#platform/text/json-text";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef } from "#store/port";

/** Stored form of an activity record: collection `activities` below an organization. */
export interface StoredActivity extends DocData, NamedByUser {
  /** The document that the record is about. */
  documentId: string;
  actionType: string;
  /** The user who acted. */
  userId?: string;
  featureType?: string;
  targetEntityId?: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** All other fields of the record as JSON text, including `actionUser`. */
  open?: string;
}

/** Path of the collection of an organization's activities. */
export function activitiesOf(organization: string): string {
  return `${organization}/activities`;
}

/** Path of an activity below its organization's path. */
export function activityPath(organization: string, id: string): DocRef<StoredActivity> {
  return `${organization}/${toPath("activities", id)}`;
}

/**
 * The id of a record to which the caller gave none. Equal records get the same id, so that a retry stores them once.
 */
export function activityIdOf(record: object): string {
  return `act_${toBase62(hash("sha256", JSON.stringify(record), "buffer"), 43).slice(-22)}`;
}

/**
 * A record as stored.
 * @param at path of the record in the request, for the error message.
 * @throws ApiError INVALID_ARGUMENT above 1,000,000 bytes of JSON.
 */
export function toStoredActivity(
  record: ActivityInput,
  { documentId, timestamp, at }: { documentId: string; timestamp: number; at: string },
): StoredActivity {
  // `id` is in the path; the service sets `metadata` and `timestamp`.
  const {
    id: _id,
    featureType,
    actionType,
    targetEntityId,
    metadata: _metadata,
    timestamp: _timestamp,
    ...rest
  } = record;
  const own = { documentId, actionType, userId: record.actionUser.userId, featureType, timestamp };
  return { ...own, ...(targetEntityId !== undefined && { targetEntityId }), open: toJsonText(rest, at) };
}

/** The `open` fields of a stored record with the changes applied. @throws ApiError INVALID_ARGUMENT when too large. */
export function changeCustomFields(storedActivity: StoredActivity, { id, ...changes }: ActivityChange): string {
  const fields: Record<string, unknown> = { ...customFieldsOf(storedActivity), ...changes };
  // In fields that hold the customer's own JSON, `null` is a value.
  const { entityData: _data, entityTargetData: _targetData, ...removable } = changes;
  for (const [name, value] of Object.entries(removable)) if (value === null) delete fields[name];
  return toJsonText(fields, `Activity ${JSON.stringify(id)}`);
}

/** A stored record as it is returned. */
export function toActivity(call: KeyCall, organizationId: string, { id, data }: Doc<StoredActivity>): Activity {
  const { documentId, actionType, userId, featureType, targetEntityId, timestamp } = data;
  const open = customFieldsOf(data);
  // An imported record may name the acting user by id alone.
  const actionUser = open.actionUser ?? (userId === undefined ? undefined : { userId });
  return {
    ...open,
    id,
    actionType,
    ...(featureType !== undefined && { featureType }),
    ...(actionUser !== undefined && { actionUser }),
    ...(targetEntityId !== undefined && { targetEntityId }),
    timestamp,
    metadata: { apiKey: call.apiKey.apiKeyId, documentId, organizationId },
  };
}

/** The fields of a record that are stored as JSON text. */
export function customFieldsOf({ open }: StoredActivity): Record<string, unknown> {
  return open === undefined ? {} : JSON.parse(open);
}
