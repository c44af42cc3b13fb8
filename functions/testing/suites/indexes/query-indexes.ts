import type { IndexFile } from "#store/tree";

/** An index of the cloud: composite, or of a single field. */
interface CloudIndex {
  collection: string;
  scope: string;
  fields: { path: string; mode: string }[];
}

/** The part of a query on the wire that selects its index, as the client sends it. */
export interface WireQuery {
  from: { collectionId: string; allDescendants?: boolean }[];
  where?: WireFilter;
  orderBy?: { field: { fieldPath: string }; direction: string }[];
}

interface WireFilter {
  compositeFilter?: { op: string; filters: WireFilter[] };
  fieldFilter?: { field: { fieldPath: string }; op: string };
  unaryFilter?: { field: { fieldPath: string }; op: string };
}

/** Operators that Firestore serves from a single position in an index: `IS_NULL` is an equality. */
const EQUALITIES = ["EQUAL", "IN", "IS_NULL"];
const NAME = "__name__";

/** Every index that the file declares. */
function declaredIndexes({ indexes, fieldOverrides }: IndexFile): CloudIndex[] {
  const composite = indexes.map(({ collectionGroup, queryScope, fields }) => ({
    collection: collectionGroup,
    scope: queryScope,
    fields: fields.map(({ fieldPath, order, arrayConfig }) => ({ path: fieldPath, mode: order ?? arrayConfig ?? "" })),
  }));
  const single = fieldOverrides.flatMap(({ collectionGroup, fieldPath, indexes: modes }) =>
    modes.map(({ queryScope, order, arrayConfig }) => ({
      collection: collectionGroup,
      scope: queryScope,
      fields: [{ path: fieldPath, mode: order ?? arrayConfig ?? "" }],
    })),
  );
  return [...composite, ...single];
}

/**
 * Faults of an index file: a query without an index that serves it completely, and an index without a query. Written
 * from Firestore's own rules, independently of the store's own check; if Firestore would have to merge indexes, that is
 * a fault.
 */
export function indexFaults(file: IndexFile, queries: Iterable<WireQuery>): string[] {
  const declared = declaredIndexes(file);
  const used = new Set<CloudIndex>();
  const missing = new Set<string>();
  for (const query of queries) {
    const needed = neededIndex(query);
    if (needed.equal.length + needed.contained.length + needed.orders.length === 0) continue;
    const serving = declared.find((index) => serves(index, needed));
    if (serving) used.add(serving);
    else missing.add(`missing: ${describe(needed)}`);
  }
  const unused = declared.filter((index) => !used.has(index)).map((index) => `unused: ${nameOf(index)}`);
  return [...missing, ...unused];
}

interface Needed {
  collection: string;
  scope: string;
  equal: string[];
  contained: string[];
  orders: { path: string; mode: string }[];
  /** Direction of the document ids, which end every index in the direction of its last field. */
  ids: string;
}

function neededIndex({ from: [from], where, orderBy = [] }: WireQuery): Needed {
  const needed: Needed = {
    collection: from?.collectionId ?? "",
    scope: from?.allDescendants ? "COLLECTION_GROUP" : "COLLECTION",
    equal: [],
    contained: [],
    orders: orderBy.map(({ field, direction }) => ({ path: field.fieldPath, mode: direction })),
    ids: orderBy.at(-1)?.direction ?? "ASCENDING",
  };
  if (needed.orders.at(-1)?.path === NAME) needed.orders.pop();
  for (const { path, op } of where ? flat(where) : []) {
    if (EQUALITIES.includes(op)) needed.equal.push(path);
    else if (op === "ARRAY_CONTAINS") needed.contained.push(path);
    // Compared fields must come first in the order; without an order, Firestore orders by them itself.
    else if (needed.orders.length === 0) needed.orders.push({ path, mode: "ASCENDING" });
    else if (needed.orders[0]?.path !== path)
      throw new Error(`Firestore refuses a comparison of ${path} in this order`);
  }
  return needed;
}

function flat({ compositeFilter, fieldFilter, unaryFilter }: WireFilter): { path: string; op: string }[] {
  if (compositeFilter) return compositeFilter.filters.flatMap(flat);
  const filter = fieldFilter ?? unaryFilter;
  return filter ? [{ path: filter.field.fieldPath, op: filter.op }] : [];
}

function serves({ collection, scope, fields }: CloudIndex, needed: Needed): boolean {
  const bound = needed.equal.length + needed.contained.length;
  const first = fields.slice(0, bound);
  const ids = fields.at(-1)?.mode === "DESCENDING" ? "DESCENDING" : "ASCENDING";
  return (
    collection === needed.collection &&
    scope === needed.scope &&
    fields.length === bound + needed.orders.length &&
    needed.equal.every((path) => first.some((field) => field.path === path && field.mode !== "CONTAINS")) &&
    needed.contained.every((path) => first.some((field) => field.path === path && field.mode === "CONTAINS")) &&
    needed.orders.every(({ path, mode }, i) => fields[bound + i]?.path === path && fields[bound + i]?.mode === mode) &&
    ids === needed.ids
  );
}

function describe({ collection, scope, equal, contained, orders, ids }: Needed): string {
  const fields = [
    ...equal.map((path) => ({ path, mode: "ASCENDING" })),
    ...contained.map((path) => ({ path, mode: "CONTAINS" })),
    ...orders,
  ];
  return `${nameOf({ collection, scope, fields })}, then ids ${ids}`;
}

function nameOf({ collection, scope, fields }: CloudIndex): string {
  return `${collection} (${scope}) ${fields.map(({ path, mode }) => `${path} ${mode}`).join(", ")}`;
}
