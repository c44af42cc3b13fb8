import { ApiError } from "#platform/error";
import { MAX_IN } from "#platform/shapes/limits";
import type { IndexField } from "#store/index-file";
import { collectionNameOf } from "#store/paths";
import type { Cursor, Filter, Query, WatchQuery } from "#store/port";
import { checkCollection, checkPath, isScalar, NAMED, NAMED_UNDER, UNDER } from "#store/rules";
import type { CollectionRule, IndexFile, Tree } from "#store/tree";

/** Which index serves a query. */
export interface QueryPlan {
  /** Name of the collection: the last one of its path. */
  name: string;
  scope: "COLLECTION" | "COLLECTION_GROUP";
  /**
   * Fields in the order of the index, without the hidden field of a group; empty if the query goes by document id. A
   * single field is always `asc` or `contains`, whatever the direction of the query.
   */
  fields: IndexField[];
  /** How many leading fields are bound by `==`, `in` or `array-contains`. */
  equalities: number;
}

type Index = IndexFile["indexes"][number];

/** Checks a watch query. @throws ApiError as `checkQuery` does, and INVALID_ARGUMENT for an id combined with filters. */
export function checkWatch(
  tree: Tree,
  indexes: IndexFile["indexes"],
  { id, afterId, ...query }: WatchQuery,
): QueryPlan {
  const isFiltered = query.where !== undefined || query.orderBy !== undefined;
  if (id !== undefined && (isFiltered || afterId !== undefined))
    throw invalid("A watch of one document has no filter or order.");
  if (afterId !== undefined && isFiltered) throw invalid("A watch of what comes after an id has no filter or order.");
  return checkQuery(tree, indexes, query);
}

/**
 * Checks a query and finds the index that serves it. Stricter than Firestore, which merges indexes: a single field must
 * be `indexed` in the tree, in the query's direction; two or more need a composite declared with exactly the fields
 * bound by equality in any order, then those of `orderBy` with their directions. A group query needs a composite even
 * for a single field, because of its scope; one that goes by id needs `_under` in `indexed`. Of two composites that
 * differ only in the direction of their last field, the descending one serves no query with several orders.
 * @throws ApiError FAILED_PRECONDITION when the index is missing, naming it; INVALID_ARGUMENT for a query that no index serves.
 */
export function checkQuery(tree: Tree, indexes: IndexFile["indexes"], query: Query): QueryPlan {
  const byName = queryByName(query);
  if (byName) return checkByName(tree, byName, query);
  const group = "group" in query;
  const name = group ? checkGroup(tree, query.group, query.under) : checkCollection(tree, query.collection);
  const scope = group ? "COLLECTION_GROUP" : "COLLECTION";
  const bound = new Map<string, IndexField>();
  const orders: IndexField[] = [];
  for (const { field, direction } of query.orderBy ?? []) {
    if (orders.some((other) => other.field === field)) throw invalid(`The query orders by "${field}" twice.`);
    orders.push({ field, kind: direction });
  }
  let multiValued = 0;
  for (const filter of query.where ?? []) {
    checkFilter(filter);
    const { field, op } = filter;
    const range = op !== "==" && op !== "in" && op !== "array-contains";
    if (range && orders[0]?.field !== field) throw invalid(`The range filter on "${field}" must be its first order.`);
    if (range) continue;
    if (bound.has(field)) throw invalid(`The query has two filters on "${field}".`);
    if (orders.some((order) => order.field === field))
      throw invalid(`The query orders by "${field}", which it filters.`);
    if (op !== "==" && ++multiValued > 1) throw invalid("A query can have only one `in` or `array-contains` filter.");
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

/** A query for the documents that name a given person. */
interface QueryByName {
  group: string;
  /** Path of the document that bounds it. */
  under: string;
  name: unknown;
}

/** Parses a group query whose only filter is on the hidden field of names; undefined for any other query. */
export function queryByName(query: Query): QueryByName | undefined {
  const [filter, ...others] = query.where ?? [];
  if (filter?.field !== NAMED || others.length > 0 || !("group" in query)) return undefined;
  return { group: query.group, under: query.under, name: filter.op === "array-contains" ? filter.value : undefined };
}

function checkByName(tree: Tree, { group, under, name }: QueryByName, query: Query): QueryPlan {
  const { orderBy = [], after } = query;
  checkPath(tree, under);
  const isBounded = collectionNameOf(under) === NAMED_UNDER;
  if (typeof name !== "string" || orderBy.length > 0 || !isBounded || !tree.collections[group]?.named)
    throw invalid(`A query by "${NAMED}" asks for one name, in a collection that is "named", below "${NAMED_UNDER}".`);
  if (after) checkCursor(query, after, 0);
  return { name: group, scope: "COLLECTION_GROUP", fields: [{ field: NAMED, kind: "contains" }], equalities: 1 };
}

function invalid(message: string): ApiError {
  return new ApiError("INVALID_ARGUMENT", message);
}

function checkGroup(tree: Tree, name: string, under: string): string {
  const scope = tree.collections[name]?.groupUnder;
  if (scope === undefined) throw invalid(`The tree declares no group of "${name}".`);
  checkPath(tree, under);
  if (collectionNameOf(under) !== scope) throw invalid(`A group of "${name}" is bounded by "${scope}".`);
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
  if (!isScalar(value)) throw invalid(`The filter on "${field}" compares with text, a number, a boolean or a date.`);
}

function checkCursor(query: Query, cursor: Cursor, orders: number): void {
  const path = cursor[orders];
  const mismatch = () => invalid("The position does not belong to this query.");
  if (cursor.length !== orders + 1 || typeof path !== "string" || !path.isWellFormed()) throw mismatch();
  for (const value of cursor) if (!isPosition(value)) throw mismatch();
  if ("group" in query) {
    const segments = path.split("/");
    if (!path.startsWith(`${query.under}/`) || segments.length % 2 || segments.includes("")) throw mismatch();
    if (segments[segments.length - 2] !== query.group) throw mismatch();
  } else {
    const id = path.slice(query.collection.length + 1);
    if (!path.startsWith(`${query.collection}/`) || id === "" || id.includes("/")) throw mismatch();
  }
}

function isPosition(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null || isScalar(value);
  return "date" in value && typeof value.date === "number" && isScalar(new Date(value.date));
}

function chooseIndex(
  rule: CollectionRule,
  indexes: readonly Index[],
  name: string,
  scope: QueryPlan["scope"],
  bound: ReadonlyMap<string, IndexField>,
  orders: IndexField[],
): IndexField[] {
  const required = [...bound.values(), ...orders];
  const [first] = required;
  if (!first) {
    if (scope === "COLLECTION_GROUP") checkIndexed(rule, name, UNDER);
    return [];
  }
  if (required.length === 1 && scope === "COLLECTION") {
    const { field, kind } = first;
    checkIndexed(rule, name, kind === "asc" ? field : `${field} ${kind}`);
    return [{ field, kind: kind === "contains" ? "contains" : "asc" }];
  }
  for (const index of indexes) {
    if (index.collectionGroup !== name || index.queryScope !== scope) continue;
    const fields = indexFields(index);
    // Firestore orders ids in the direction of the last field, so this index can't order by ascending id.
    if (orders.length === 0 && fields.at(-1)?.kind === "desc") continue;
    // SQLite stores only the ascending twin, and reading that backwards would reverse all orders.
    if (orders.length > 1 && ascendingTwin(index, indexes)) continue;
    if (fields.length === required.length && fields.every((field, i) => serves(field, i, bound, orders))) return fields;
  }
  const fields = required.map(({ field, kind }) =>
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

function checkIndexed({ indexed = [] }: CollectionRule, name: string, entry: string): void {
  if (!indexed.includes(entry))
    throw new ApiError("FAILED_PRECONDITION", `The query needs "${entry}" among the indexed fields of "${name}".`);
}

function serves(field: IndexField, at: number, bound: ReadonlyMap<string, IndexField>, orders: IndexField[]): boolean {
  if (at >= bound.size) {
    const order = orders[at - bound.size];
    return order?.field === field.field && order.kind === field.kind;
  }
  const filter = bound.get(field.field);
  return filter !== undefined && (filter.kind === "contains") === (field.kind === "contains");
}

/** The composite that differs from a descending one only in the direction of its last field, if there is one. */
export function ascendingTwin(index: Index, indexes: readonly Index[]): Index | undefined {
  const last = index.fields.at(-1);
  if (last?.order !== "DESCENDING") return undefined;
  const twinFields = [...index.fields.slice(0, -1), { ...last, order: "ASCENDING" as const }];
  const isTwin = ({ collectionGroup, queryScope, fields }: Index) =>
    collectionGroup === index.collectionGroup &&
    queryScope === index.queryScope &&
    fields.length === twinFields.length &&
    fields.every((field, i) => isSameField(field, twinFields[i] as Index["fields"][number]));
  return indexes.find(isTwin);
}

function isSameField(a: Index["fields"][number], b: Index["fields"][number]): boolean {
  return a.fieldPath === b.fieldPath && a.order === b.order && a.arrayConfig === b.arrayConfig;
}

/** Fields of a declared composite, without the hidden field of a group. */
export function indexFields(index: Index): IndexField[] {
  const fields: IndexField[] = [];
  for (const { fieldPath, order, arrayConfig } of index.fields)
    if (fieldPath !== UNDER)
      fields.push({
        field: fieldPath,
        kind: arrayConfig ? "contains" : order === "DESCENDING" ? "desc" : "asc",
      });
  return fields;
}
