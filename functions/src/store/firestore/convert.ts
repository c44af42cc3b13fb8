import { createHash } from "node:crypto";
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

/** Most bytes of a value that Firestore finds documents by. */
const MAX_FOUND_BY = 1500;

/** What the hidden field of a group says for documents below this one: a path of long ids is too long to be asked for. */
export function underOf(scope: string): string {
  if (Buffer.byteLength(scope) <= MAX_FOUND_BY) return scope;
  return `sha256:${createHash("sha256").update(scope).digest("base64url")}`;
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
