import { FieldPath, FieldValue, type Firestore, type Transaction, type WriteBatch } from "firebase-admin/firestore";
import { type DocData, type Patch, REMOVE, type Write } from "#store/port";
import { checkWrites, measure, scopeOf, UNDER } from "#store/rules";
import type { Tree } from "#store/tree";
import { withoutUndefined } from "./convert.ts";

/**
 * Checks the writes of one commit and hands them to the client, which applies them together.
 * @throws ApiError INVALID_ARGUMENT for a limit.
 */
export function applyWrites(
  firestore: Firestore,
  tree: Tree,
  to: WriteBatch | Transaction,
  writes: readonly Write[],
): void {
  checkWrites(tree, writes);
  for (const write of writes) measureWrite(write);
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
 * How many bytes at most the write takes.
 * @throws ApiError INVALID_ARGUMENT for a limit of the document.
 */
export function measureWrite(write: Write): number {
  return write.path.length * 3 + (write.op === "delete" ? 0 : measure(write.data).bytes);
}

/** The fields, with the hidden one that bounds group queries. */
function toFields(tree: Tree, path: string, data: DocData | Patch): { [field: string]: unknown } {
  const scope = scopeOf(tree, path);
  return scope === undefined ? fromPatch(data) : { ...fromPatch(data), [UNDER]: scope };
}

function fromPatch(data: DocData | Patch): { [field: string]: unknown } {
  const fields: { [field: string]: unknown } = {};
  for (const [field, value] of Object.entries(data))
    if (value !== undefined) fields[field] = value === REMOVE ? FieldValue.delete() : withoutUndefined(value);
  return fields;
}

/** Alternating names and values: as keys of an object, names would be taken for dotted paths. */
function toUpdate(data: Patch): [FieldPath, unknown, ...unknown[]] {
  const [first, ...rest] = Object.entries(fromPatch(data)).map(
    ([field, value]) => [new FieldPath(field), value] as const,
  );
  // The client refuses an update of nothing: taking away what no document has keeps the check that it exists.
  if (!first) return [new FieldPath("_nothing"), FieldValue.delete()];
  return [...first, ...rest.flat()];
}
