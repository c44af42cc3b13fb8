import { FieldPath, FieldValue, type Firestore, type Transaction, type WriteBatch } from "firebase-admin/firestore";
import { ApiError } from "#platform/error";
import { hashOfName, namesIn } from "#platform/text/named-document";
import { collectionName, decodeId, splitPath } from "#store/paths";
import { type DocData, type Patch, REMOVE, type Write } from "#store/port";
import { ancestorOf, checkWrites, measure, NAMED, NAMED_UNDER, scopeOf, UNDER } from "#store/rules";
import type { Tree } from "#store/tree";
import { underOf, withoutUndefined } from "./convert.ts";

/** Maximum size of one request in bytes. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
/** Upper bounds in bytes: the overhead of a name or a value in a request, and the prefix of a document's path. */
const VALUE_BYTES = 12;
const NAME_BYTES = 200;

/**
 * Checks the writes of one commit and passes them to the client, which applies them atomically.
 * @throws ApiError INVALID_ARGUMENT when a limit is exceeded.
 */
export function applyWrites(
  firestore: Firestore,
  tree: Tree,
  to: WriteBatch | Transaction,
  writes: readonly Write[],
): void {
  checkWrites(tree, writes);
  const namesByWrite = writes.map((write) => (write.op === "delete" ? [] : hashedNames(tree, write)));
  const bytes = writes.reduce((sum, write, i) => sum + measureWrite(write) + bytesOf(namesByWrite[i]), 0);
  if (bytes > MAX_REQUEST_BYTES)
    throw new ApiError("INVALID_ARGUMENT", "The changes of one commit must not be larger than 10 MiB.");
  // A batch and a transaction accept the same calls, but their overloads hide that from TypeScript.
  const target = to as WriteBatch;
  for (const [i, write] of writes.entries()) {
    const names = namesByWrite[i] ?? [];
    const ref = firestore.doc(write.path);
    if (write.op === "delete") target.delete(ref);
    else if (write.op === "update") target.update(ref, ...toUpdate(write.data, names));
    else if (write.op === "merge")
      target.set(ref, { ...toFields(tree, write.path, write.data), ...adding(names) }, { merge: true });
    else
      target[write.op](ref, { ...toFields(tree, write.path, write.data), ...(names.length > 0 && { [NAMED]: names }) });
  }
}

/**
 * Upper bound of the size of a write in a request, in bytes.
 * @throws ApiError INVALID_ARGUMENT when the document exceeds a limit.
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
  // A field name occurs a second time in the update mask of the write.
  else
    for (const [key, inner] of Object.entries(value))
      bytes += 2 * (VALUE_BYTES + Buffer.byteLength(key)) + bytesOf(inner);
  return bytes;
}

/** Hashes of the people whom a write names. Most documents name nobody and lack the hidden field. */
function hashedNames(tree: Tree, write: Exclude<Write, { op: "delete" }>): string[] {
  const { collection, id } = splitPath(write.path);
  const rule = tree.collections[collectionName(collection)]?.named;
  const under = rule && ancestorOf(write.path, NAMED_UNDER);
  if (!rule || under === undefined) return [];
  const names = namesIn(rule, write.op === "update" ? undefined : decodeId(id), write.data);
  return names.map((name) => hashOfName(under, name));
}

/** A patch adds names and removes none, because the values that it replaces are unknown. */
function adding(names: readonly string[]): { [NAMED]?: FieldValue } {
  return names.length > 0 ? { [NAMED]: FieldValue.arrayUnion(...names) } : {};
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
function toUpdate(data: Patch, names: readonly string[]): [FieldPath, unknown, ...unknown[]] {
  const [first, ...rest] = Object.entries({ ...fromPatch(data), ...adding(names) }).map(
    ([field, value]) => [new FieldPath(field), value] as const,
  );
  // The client refuses an empty update; removing a field that no document has still checks that the document exists.
  if (!first) return [new FieldPath("_nothing"), FieldValue.delete()];
  return [...first, ...rest.flat()];
}
