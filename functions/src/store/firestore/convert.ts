import { createHash } from "node:crypto";
import { type DocumentSnapshot, Timestamp } from "firebase-admin/firestore";
import { decodeId } from "#store/paths";
import type { Doc, DocData, Value } from "#store/port";
import { NAMED, UNDER } from "#store/rules";

/** Converts a snapshot; undefined when the document does not exist. */
export function toDoc<T extends DocData>(snapshot: DocumentSnapshot): Doc<T> | undefined {
  const fields = snapshot.data();
  const updated = snapshot.updateTime;
  if (!fields || !updated) return undefined;
  delete fields[UNDER];
  delete fields[NAMED];
  const data = toValue(fields) as T;
  return { path: snapshot.ref.path, id: decodeId(snapshot.id), data, version: toVersion(updated) };
}

/** Maximum size in bytes of an indexed value in Firestore. */
const MAX_INDEXED_BYTES = 1500;

/** Value of the hidden field of group queries below `scope`: its path, or a hash of a path that is too long for an index. */
export function underOf(scope: string): string {
  if (Buffer.byteLength(scope) <= MAX_INDEXED_BYTES) return scope;
  return `sha256:${createHash("sha256").update(scope).digest("base64url")}`;
}

/** The version for an update time: `seconds.nanoseconds`. */
export function toVersion(updated: Timestamp): string {
  return `${updated.seconds}.${updated.nanoseconds}`;
}

function toValue(storedValue: unknown): Value {
  if (storedValue instanceof Timestamp) return storedValue.toDate();
  if (Array.isArray(storedValue)) return storedValue.map(toValue);
  if (typeof storedValue !== "object" || storedValue === null) return storedValue as Value;
  const map: { [key: string]: Value } = {};
  for (const [key, value] of Object.entries(storedValue)) map[key] = toValue(value);
  return map;
}

/** Removes undefined fields, which the client refuses by default. */
export function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUndefined) as T;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const map: { [key: string]: unknown } = {};
  for (const [key, inner] of Object.entries(value)) if (inner !== undefined) map[key] = withoutUndefined(inner);
  return map as T;
}
