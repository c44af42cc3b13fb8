import { FieldPath, FieldValue, type Firestore, type Transaction, type WriteBatch } from "firebase-admin/firestore";
import { ApiError } from "#platform/error";
import { type DocData, type Patch, REMOVE, type Write } from "#store/port";
import { checkWrites, measure, scopeOf, UNDER } from "#store/rules";
import type { Tree } from "#store/tree";
import { underOf, withoutUndefined } from "./convert.ts";

/** Maximum size of one request in bytes. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
/** Bytes that a name or a value takes in a request beside its content, at most; what stands before a path. */
const VALUE_BYTES = 12;
const NAME_BYTES = 200;

/**
 * Checks the writes of one commit and passes them to the client, which applies them atomically.
 * @throws ApiError INVALID_ARGUMENT for a limit.
 */
export function applyWrites(
  firestore: Firestore,
  tree: Tree,
  to: WriteBatch | Transaction,
  writes: readonly Write[],
): void {
  checkWrites(tree, writes);
  const bytes = writes.reduce((sum, write) => sum + measureWrite(write), 0);
  if (bytes > MAX_REQUEST_BYTES)
    throw new ApiError("INVALID_ARGUMENT", "The changes of one commit must not be larger than 10 MiB.");
  // A batch and a transaction take the same calls, which TypeScript does not see through their overloads.
  const target = to as WriteBatch;
  for (const write of writes) {
    const ref = firestore.doc(write.path);
    if (write.op === "create") target.create(ref, toFields(tree, write.path, write.data));
    else if (write.op === "set") target.set(ref, toFields(tree, write.path, write.data));
    else if (write.op === "merge") target.set(ref, toFields(tree, write.path, write.data), { merge: true });
    else if (write.op === "update") target.update(ref, ...toUpdate(write.data));
    else target.delete(ref);
  }
}

/**
 * Upper bound of the size of a write in a request, in bytes.
 * @throws ApiError INVALID_ARGUMENT for a limit of the document.
 */
export function measureWrite(write: Write): number {
  const name = NAME_BYTES + Buffer.byteLength(write.path);
  if (write.op === "delete") return name;
  measure(write.data);
  return name + bytesOf(write.data);
}

function bytesOf(value: unknown): number {
  if (typeof value === "string") return VALUE_BYTES + Buffer.byteLength(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return 2 * VALUE_BYTES;
  let bytes = 2 * VALUE_BYTES;
  if (Array.isArray(value)) for (const inner of value) bytes += bytesOf(inner);
  // A name stands a second time in the mask that says what a write changes.
  else
    for (const [key, inner] of Object.entries(value))
      bytes += 2 * (VALUE_BYTES + Buffer.byteLength(key)) + bytesOf(inner);
  return bytes;
}

/** Adds the hidden field that limits group queries. */
function toFields(tree: Tree, path: string, data: DocData | Patch): { [field: string]: unknown } {
  const scope = scopeOf(tree, path);
  return scope === undefined ? fromPatch(data) : { ...fromPatch(data), [UNDER]: underOf(scope) };
}

function fromPatch(data: DocData | Patch): { [field: string]: unknown } {
  const fields: { [field: string]: unknown } = {};
  for (const [field, value] of Object.entries(data))
    if (value !== undefined) fields[field] = value === REMOVE ? FieldValue.delete() : withoutUndefined(value);
  return fields;
}

/** Alternating names and values, because the client would parse names that are object keys as dotted paths. */
function toUpdate(data: Patch): [FieldPath, unknown, ...unknown[]] {
  const [first, ...rest] = Object.entries(fromPatch(data)).map(
    ([field, value]) => [new FieldPath(field), value] as const,
  );
  // The client refuses an empty update; removing a field that no document has still checks that the document exists.
  if (!first) return [new FieldPath("_nothing"), FieldValue.delete()];
  return [...first, ...rest.flat()];
}
