import { ApiError } from "#platform/error";
import { collectionNameOf } from "#store/paths";
import { type DocData, type Patch, REMOVE, type Write } from "#store/port";
import type { Tree } from "#store/tree";

/** Maximum number of writes in one commit. */
export const MAX_WRITES = 500;
/** Maximum size of a document in bytes as Firestore counts: UTF-8 text plus one, 8 for a number or date, 1 for the rest. */
export const MAX_DOC_BYTES = 1_048_576;
/** Maximum nesting; the document's own fields are level 1. */
const MAX_DEPTH = 20;
/** Hidden field with the path of the scope document, first in every COLLECTION_GROUP index. */
export const UNDER = "_under";
/** Hidden list field with a hash of each person whom the document names. A group query on it finds documents by person. */
export const NAMED = "_named";
/** Collection whose documents bound queries by name, regardless of what bounds other group queries. */
export const NAMED_UNDER = "apiKeys";

function invalid(message: string): ApiError {
  return new ApiError("INVALID_ARGUMENT", message);
}

/** @throws ApiError INVALID_ARGUMENT unless `path` names a document in collections that the tree declares. */
export function checkPath(tree: Tree, path: string): void {
  const at = path.lastIndexOf("/");
  if (at < 0 || at === path.length - 1) throw invalid(`"${path}" is not the path of a document.`);
  walk(tree, path, at);
}

/**
 * The last name of a collection path.
 * @throws ApiError INVALID_ARGUMENT when the tree does not declare the collection there.
 */
export function checkCollection(tree: Tree, path: string): string {
  return walk(tree, path, path.length);
}

/**
 * Checks the number and the paths of writes; `checkData` checks their data.
 * @throws ApiError INVALID_ARGUMENT for more than 500 writes, an unknown collection or a document named twice.
 */
export function checkWrites(tree: Tree, writes: readonly Write[]): void {
  if (writes.length > MAX_WRITES) throw invalid(`A commit must not have more than ${MAX_WRITES} writes.`);
  for (const { path } of writes) checkPath(tree, path);
  if (writes.length > 1 && new Set(writes.map(({ path }) => path)).size < writes.length)
    throw invalid("A commit must not name a document more than once.");
}

/** Follows the collection path that ends before `end`; returns its last name. */
function walk(tree: Tree, path: string, end: number): string {
  let allowed: readonly string[] | undefined = tree.roots;
  for (let start = 0; ; ) {
    const slash = path.indexOf("/", start);
    const last = slash < 0 || slash >= end;
    const name = path.slice(start, last ? end : slash);
    if (!allowed?.includes(name)) throw invalid(`The tree has no collection "${path.slice(0, end)}".`);
    if (last) return name;
    const next = path.indexOf("/", slash + 1);
    if (next <= slash + 1 || next >= end) throw invalid(`"${path.slice(0, end)}" is not the path of a collection.`);
    allowed = tree.collections[name]?.children;
    start = next + 1;
  }
}

/** Path of the document that bounds group queries over the collection of `path`; undefined when the tree declares none. */
export function scopeOf(tree: Tree, path: string): string | undefined {
  const scope = tree.collections[collectionNameOf(path)]?.groupUnder;
  return scope === undefined ? undefined : ancestorOf(path, scope);
}

/** Path of a document's nearest ancestor in the collection of this name; undefined if there is none. */
export function ancestorOf(path: string, collection: string): string | undefined {
  const segments = path.split("/");
  for (let i = segments.length - 4; i >= 0; i -= 2)
    if (segments[i] === collection) return segments.slice(0, i + 2).join("/");
  return undefined;
}

/**
 * Checks the limits of a document or patch in one walk; `REMOVE` is allowed as a top-level value.
 * @returns whether it contains a Date.
 * @throws ApiError INVALID_ARGUMENT for more than 1 MiB, an array in an array, more than 20 levels, a number that is not
 *   finite, a date outside the years 1 to 9999, text that is not valid Unicode or a reserved field name.
 */
export function checkData(data: DocData | Patch): boolean {
  return measure(data).dates;
}

/** Checks as `checkData` does, and returns an upper bound of the size in bytes. */
export function measure(data: DocData | Patch): { bytes: number; dates: boolean } {
  for (const name of [UNDER, NAMED])
    if (data[name] !== undefined) throw invalid(`The field name "${name}" is reserved.`);
  const measurement: Measurement = { bytes: 32, dates: false, exact: false };
  checkMap(data, 0, measurement);
  if (measurement.bytes <= MAX_DOC_BYTES) return measurement;
  // The first pass assumes three bytes per UTF-16 unit, so an exact pass precedes the refusal.
  const exact: Measurement = { bytes: 32, dates: false, exact: true };
  checkMap(data, 0, exact);
  if (exact.bytes > MAX_DOC_BYTES) throw invalid("A document must not be larger than 1 MiB.");
  return exact;
}

interface Measurement {
  bytes: number;
  dates: boolean;
  exact: boolean;
}

const MIN_TIME = Date.parse("0001-01-01T00:00:00.000Z");
const MAX_TIME = Date.parse("9999-12-31T23:59:59.999Z");

function checkText(text: string, measurement: Measurement): void {
  if (!text.isWellFormed()) throw invalid("Text must be valid Unicode.");
  measurement.bytes += 1 + (measurement.exact ? Buffer.byteLength(text) : text.length * 3);
}

function checkMap(map: object, depth: number, measurement: Measurement): void {
  for (const key in map) {
    const value: unknown = (map as Record<string, unknown>)[key];
    if (value === undefined || (value === REMOVE && depth === 0)) continue;
    if (key === "" || key.startsWith("__")) throw invalid(`The field name "${key}" is reserved.`);
    checkText(key, measurement);
    checkValue(value, depth + 1, false, measurement);
  }
}

function checkValue(value: unknown, depth: number, inArray: boolean, measurement: Measurement): void {
  if (depth > MAX_DEPTH) throw invalid(`A document must not nest more than ${MAX_DEPTH} levels.`);
  if (typeof value === "string") {
    checkText(value, measurement);
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw invalid("A number must be finite.");
    measurement.bytes += 8;
  } else if (typeof value === "boolean" || value === null) {
    measurement.bytes += 1;
  } else if (value instanceof Date) {
    const time = value.getTime();
    if (!(time >= MIN_TIME && time <= MAX_TIME)) throw invalid("A date must lie in the years 1 to 9999.");
    measurement.bytes += 8;
    measurement.dates = true;
  } else if (Array.isArray(value)) {
    if (inArray) throw invalid("An array must not stand directly in an array.");
    for (let i = 0; i < value.length; i++) checkValue(value[i], depth + 1, true, measurement);
  } else if (typeof value === "object") {
    checkMap(value, depth, measurement);
  } else {
    throw invalid(`A document must not hold a value of type ${typeof value}.`);
  }
}

/** True for text, a number, a boolean or a date that a document may hold. */
export function isScalar(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (value instanceof Date) return value.getTime() >= MIN_TIME && value.getTime() <= MAX_TIME;
  return typeof value === "boolean" || Number.isFinite(value);
}
