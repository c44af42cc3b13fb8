import { type DocumentSnapshot, Timestamp } from "firebase-admin/firestore";
import { decodeId } from "#store/paths";
import type { Doc, DocData, Value } from "#store/port";
import { UNDER } from "#store/rules";

/** A document as read; undefined when it is not there. */
export function toDoc<T extends DocData>(snapshot: DocumentSnapshot): Doc<T> | undefined {
  const fields = snapshot.data();
  const updated = snapshot.updateTime;
  if (!fields || !updated) return undefined;
  delete fields[UNDER];
  const data = toValue(fields) as T;
  return { path: snapshot.ref.path, id: decodeId(snapshot.id), data, version: toVersion(updated) };
}

/** The version that stands for a time of update: `seconds.nanoseconds`. */
export function toVersion(updated: Timestamp): string {
  return `${updated.seconds}.${updated.nanoseconds}`;
}

function toValue(stored: unknown): Value {
  if (stored instanceof Timestamp) return stored.toDate();
  if (Array.isArray(stored)) return stored.map(toValue);
  if (typeof stored !== "object" || stored === null) return stored as Value;
  const map: { [key: string]: Value } = {};
  for (const [key, value] of Object.entries(stored)) map[key] = toValue(value);
  return map;
}

/** The value without undefined fields, which the client refuses unless it is set otherwise. */
export function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUndefined) as T;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const map: { [key: string]: unknown } = {};
  for (const [key, inner] of Object.entries(value)) if (inner !== undefined) map[key] = withoutUndefined(inner);
  return map as T;
}
