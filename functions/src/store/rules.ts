import { ApiError } from "#model/error";
import type { Cursor, DocData, Filter, Patch, Query, Write } from "#store/port";
import { REMOVE } from "#store/port";
import type { CollectionRule, IndexFile, Tree } from "#store/tree";

/** Most writes in one commit. */
export const MAX_WRITES = 500;
/** Most values of an `in` filter. */
export const MAX_IN = 30;
/** Largest document in bytes, counted as Firestore counts: UTF-8 text plus one, 8 for a number or date, 1 for the rest. */
export const MAX_DOC_BYTES = 1_048_576;
/** Deepest value: a field of the document itself stands on level 1. */
export const MAX_DEPTH = 20;
/** Hidden field with the path of the scope document, first in every COLLECTION_GROUP index. */
export const UNDER = "_under";

/** Which index serves a query. */
export interface QueryPlan {
  /** Name of the collection: the last one of its path. */
  name: string;
  scope: "COLLECTION" | "COLLECTION_GROUP";
  /** In the order of the index, without the hidden field of a group. Empty: by document id. */
  fields: PlanField[];
  /** How many leading fields are bound by `==`, `in` or `array-contains`. */
  equalities: number;
}

/** A field of an index. One that serves a single field is always `asc` or `contains`, whatever the query's direction. */
export interface PlanField {
  field: string;
  kind: "asc" | "desc" | "contains";
}

type Index = IndexFile["indexes"][number];

function invalid(message: string): ApiError {
  return new ApiError("INVALID_ARGUMENT", message);
}

/** @throws ApiError INVALID_ARGUMENT when `path` is not a document's, in collections that the tree declares. */
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
 * Checks what a commit names; what the writes hold is for `checkData`.
 * @throws ApiError INVALID_ARGUMENT for more than 500 writes, an unknown collection or a document named twice.
 */
export function checkWrites(tree: Tree, writes: readonly Write[]): void {
  if (writes.length > MAX_WRITES) throw invalid(`A commit takes at most ${MAX_WRITES} writes.`);
  for (const { path } of writes) checkPath(tree, path);
  if (writes.length > 1 && new Set(writes.map(({ path }) => path)).size < writes.length)
    throw invalid("A commit names each document at most once.");
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
  const segments = path.split("/");
  const scope = tree.collections[segments[segments.length - 2] ?? ""]?.groupUnder;
  for (let i = segments.length - 4; scope !== undefined && i >= 0; i -= 2)
    if (segments[i] === scope) return segments.slice(0, i + 2).join("/");
  return undefined;
}

/**
 * Checks the limits of a document or patch in one walk; `REMOVE` may stand for a top-level field.
 * @returns whether a Date is inside.
 * @throws ApiError INVALID_ARGUMENT for more than 1 MiB, an array in an array, more than 20 levels, a number that is not
 *   finite, a date outside the years 1 to 9999, text that is not valid Unicode or a reserved field name.
 */
export function checkData(data: DocData | Patch): boolean {
  return measure(data).dates;
}

/** As `checkData`, and how many bytes at most the document takes. */
export function measure(data: DocData | Patch): { bytes: number; dates: boolean } {
  if (data[UNDER] !== undefined) throw invalid(`The field name "${UNDER}" is reserved.`);
  const seen: Seen = { bytes: 32, dates: false, exact: false };
  checkMap(data, 0, seen);
  if (seen.bytes <= MAX_DOC_BYTES) return seen;
  // Text was taken at three bytes per UTF-16 unit: measure before refusing.
  const exact: Seen = { bytes: 32, dates: false, exact: true };
  checkMap(data, 0, exact);
  if (exact.bytes > MAX_DOC_BYTES) throw invalid("A document must not be larger than 1 MiB.");
  return exact;
}

interface Seen {
  bytes: number;
  dates: boolean;
  exact: boolean;
}

const MIN_TIME = Date.parse("0001-01-01T00:00:00.000Z");
const MAX_TIME = Date.parse("9999-12-31T23:59:59.999Z");

function checkText(text: string, seen: Seen): void {
  if (!text.isWellFormed()) throw invalid("Text must be valid Unicode.");
  seen.bytes += 1 + (seen.exact ? Buffer.byteLength(text) : text.length * 3);
}

function checkMap(map: object, depth: number, seen: Seen): void {
  for (const key in map) {
    const value: unknown = (map as Record<string, unknown>)[key];
    if (value === undefined || (value === REMOVE && depth === 0)) continue;
    if (key === "" || key.startsWith("__")) throw invalid(`The field name "${key}" is reserved.`);
    checkText(key, seen);
    checkValue(value, depth + 1, false, seen);
  }
}

function checkValue(value: unknown, depth: number, inArray: boolean, seen: Seen): void {
  if (depth > MAX_DEPTH) throw invalid(`A document must not nest more than ${MAX_DEPTH} levels.`);
  if (typeof value === "string") {
    checkText(value, seen);
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw invalid("A number must be finite.");
    seen.bytes += 8;
  } else if (typeof value === "boolean" || value === null) {
    seen.bytes += 1;
  } else if (value instanceof Date) {
    const time = value.getTime();
    if (!(time >= MIN_TIME && time <= MAX_TIME)) throw invalid("A date must lie in the years 1 to 9999.");
    seen.bytes += 8;
    seen.dates = true;
  } else if (Array.isArray(value)) {
    if (inArray) throw invalid("An array must not stand directly in an array.");
    for (let i = 0; i < value.length; i++) checkValue(value[i], depth + 1, true, seen);
  } else if (typeof value === "object") {
    checkMap(value, depth, seen);
  } else {
    throw invalid(`A document must not hold a value of type ${typeof value}.`);
  }
}

/**
 * Checks a query and finds the index that serves it. Stricter than Firestore, which merges indexes: a single field must be
 * `indexed` in the tree; two or more need a composite declared with exactly the fields bound by equality in any order, then
 * those of `orderBy` with their directions. A group query needs a composite for a single field too, because of its scope.
 * @throws ApiError FAILED_PRECONDITION when the index is missing, naming it; INVALID_ARGUMENT for a query that no index serves.
 */
export function checkQuery(tree: Tree, indexes: IndexFile["indexes"], query: Query): QueryPlan {
  const group = "group" in query;
  const name = group ? checkGroup(tree, query.group, query.under) : checkCollection(tree, query.collection);
  const scope = group ? "COLLECTION_GROUP" : "COLLECTION";
  const bound = new Map<string, PlanField>();
  const orders: PlanField[] = [];
  for (const { field, direction } of query.orderBy ?? []) {
    if (orders.some((other) => other.field === field)) throw invalid(`The query orders by "${field}" twice.`);
    orders.push({ field, kind: direction });
  }
  let wide = 0;
  for (const filter of query.where ?? []) {
    checkFilter(filter);
    const { field, op } = filter;
    const range = op !== "==" && op !== "in" && op !== "array-contains";
    if (range && orders[0]?.field !== field) throw invalid(`The range filter on "${field}" must be its first order.`);
    if (range) continue;
    if (bound.has(field)) throw invalid(`The query has two filters on "${field}".`);
    if (orders.some((order) => order.field === field))
      throw invalid(`The query orders by "${field}", which it filters.`);
    if (op !== "==" && ++wide > 1) throw invalid("A query takes one `in` or `array-contains`.");
    bound.set(field, {
      field,
      kind: op === "array-contains" ? "contains" : "asc",
    });
  }
  if (query.limit !== undefined && !(Number.isSafeInteger(query.limit) && query.limit > 0))
    throw invalid("The limit of a query must be a positive whole number.");
  if (query.after) checkCursor(query, query.after, orders.length);
  const fields = chooseIndex(tree.collections[name] ?? {}, indexes, name, scope, bound, orders);
  return { name, scope, fields, equalities: bound.size };
}

function checkGroup(tree: Tree, name: string, under: string): string {
  const scope = tree.collections[name]?.groupUnder;
  if (scope === undefined) throw invalid(`The tree declares no group of "${name}".`);
  checkPath(tree, under);
  if (walk(tree, under, under.lastIndexOf("/")) !== scope)
    throw invalid(`A group of "${name}" is bounded by "${scope}".`);
  return name;
}

function checkFilter({ field, op, value }: Filter): void {
  if (op === "in") {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_IN)
      throw invalid(`The filter \`in\` on "${field}" takes 1 to ${MAX_IN} values.`);
    for (const one of value) checkOperand(field, one);
  } else if (op !== "==" || value !== null) {
    checkOperand(field, value);
  }
}

function checkOperand(field: string, value: unknown): void {
  if (value === null || (typeof value === "object" && !(value instanceof Date)))
    throw invalid(`The filter on "${field}" compares with text, a number, a boolean or a date.`);
  checkValue(value, 1, false, { bytes: 0, dates: false, exact: false });
}

function checkCursor(query: Query, cursor: Cursor, orders: number): void {
  const path = cursor[orders];
  const misfit = invalid("The position does not belong to this query.");
  if (cursor.length !== orders + 1 || typeof path !== "string" || !path.isWellFormed()) throw misfit;
  for (const value of cursor) if (!isPosition(value)) throw misfit;
  if ("group" in query) {
    const segments = path.split("/");
    if (!path.startsWith(`${query.under}/`) || segments.length % 2 || segments.includes("")) throw misfit;
    if (segments[segments.length - 2] !== query.group) throw misfit;
  } else {
    const id = path.slice(query.collection.length + 1);
    if (!path.startsWith(`${query.collection}/`) || id === "" || id.includes("/")) throw misfit;
  }
}

function isPosition(value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    const time: unknown = "date" in value ? value.date : undefined;
    return typeof time === "number" && time >= MIN_TIME && time <= MAX_TIME;
  }
  if (typeof value === "string") return value.isWellFormed();
  return value === null || typeof value === "boolean" || Number.isFinite(value);
}

function chooseIndex(
  rule: CollectionRule,
  indexes: readonly Index[],
  name: string,
  scope: QueryPlan["scope"],
  bound: ReadonlyMap<string, PlanField>,
  orders: PlanField[],
): PlanField[] {
  const wanted = [...bound.values(), ...orders];
  const [first] = wanted;
  if (!first) return [];
  if (wanted.length === 1 && scope === "COLLECTION") {
    if (rule.indexed?.includes(first.field))
      return [
        {
          field: first.field,
          kind: first.kind === "contains" ? "contains" : "asc",
        },
      ];
    throw new ApiError(
      "FAILED_PRECONDITION",
      `The query needs "${first.field}" among the indexed fields of "${name}".`,
    );
  }
  for (const index of indexes) {
    if (index.collectionGroup !== name || index.queryScope !== scope) continue;
    const fields = indexFields(index);
    if (fields.length === wanted.length && fields.every((field, i) => serves(field, i, bound, orders))) return fields;
  }
  const fields = wanted.map(({ field, kind }) =>
    kind === "contains"
      ? { fieldPath: field, arrayConfig: "CONTAINS" }
      : {
          fieldPath: field,
          order: kind === "asc" ? "ASCENDING" : "DESCENDING",
        },
  );
  if (scope === "COLLECTION_GROUP") fields.unshift({ fieldPath: UNDER, order: "ASCENDING" });
  const missing = JSON.stringify({
    collectionGroup: name,
    queryScope: scope,
    fields,
  });
  throw new ApiError(
    "FAILED_PRECONDITION",
    `The query needs an index that firestore.indexes.json does not declare: ${missing}`,
  );
}

function serves(field: PlanField, at: number, bound: ReadonlyMap<string, PlanField>, orders: PlanField[]): boolean {
  if (at >= bound.size) {
    const order = orders[at - bound.size];
    return order?.field === field.field && order.kind === field.kind;
  }
  const filter = bound.get(field.field);
  return filter !== undefined && (filter.kind === "contains") === (field.kind === "contains");
}

/** Fields of a declared composite, without the hidden field of a group. */
export function indexFields(index: Index): PlanField[] {
  const fields: PlanField[] = [];
  for (const { fieldPath, order, arrayConfig } of index.fields)
    if (fieldPath !== UNDER)
      fields.push({
        field: fieldPath,
        kind: arrayConfig ? "contains" : order === "DESCENDING" ? "desc" : "asc",
      });
  return fields;
}
