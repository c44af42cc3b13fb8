import { hash } from "node:crypto";
import { toBase62 } from "#domain/base62";
import { toPath } from "./paths.ts";
import type { DocData } from "./port.ts";

/** The document of an activity record (section 2.12): collection `activities` below an organization. */
export interface StoredActivity extends DocData {
  /** The document that it is about. */
  documentId: string;
  actionType: string;
  /** Who acted; missing where only `actionUser` among the open fields tells. */
  userId?: string;
  featureType?: string;
  targetEntityId?: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** All further fields of the record as JSON text. */
  open?: string;
}

/** Path of an activity below its organization's path. */
export function activityPath(organization: string, id: string): string {
  return `${organization}/${toPath("activities", id)}`;
}

/** The id of a record that came without one: the same record has the same id, so that it is stored once. */
export function activityIdOf(record: object): string {
  return `act_${toBase62(hash("sha256", JSON.stringify(record), "buffer"), 43).slice(-22)}`;
}
