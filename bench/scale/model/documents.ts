import { ApiError } from "@atrium/functions/platform/error";
import { applyMerge, applyUpdate } from "@atrium/functions/store/patches";
import { decodeId, splitPath } from "@atrium/functions/store/paths";
import type { Cursor, Doc, DocData, Filter, Query, QueryResult, Value, Write } from "@atrium/functions/store/port";
import { checkQuery } from "@atrium/functions/store/query-plan";
import type { IndexFile, Tree } from "@atrium/functions/store/tree";
import { type Entry, idKey, isDescending, type ModelIndex, ModelIndexes, rangeOf, valueKey } from "./index-keys.ts";
import { SortedKeys } from "./sorted-keys.ts";

/** A stretch of an index that a query has read: a write there changes the query's result. */
export interface Stretch {
  range: string;
  low: string;
  high: string;
  /** Length of the key prefix that the query's equality filters fix. */
  bound: number;
}

const LAST = "\uffff";

/** The documents of the model and their indexes, without time: every operation completes at once. */
export class Documents {
  readonly #tree: Tree;
  readonly #composites: IndexFile["indexes"];
  readonly #indexes: ModelIndexes;
  readonly #docs = new Map<string, Doc>();
  readonly #ranges = new Map<string, SortedKeys>();
  #commits = 0;

  constructor(tree: Tree, composites: IndexFile["indexes"]) {
    this.#tree = tree;
    this.#composites = composites;
    this.#indexes = new ModelIndexes(tree, composites);
  }

  get size(): number {
    return this.#docs.size;
  }

  get(path: string): Doc | undefined {
    return this.#docs.get(path);
  }

  /** All documents of the collections with this name. */
  below(collection: string): Doc[] {
    return [...this.#docs.values()].filter(({ path }) => path.split("/").at(-2) === collection);
  }

  /**
   * Applies writes.
   * @returns the entries added and removed.
   * @throws ApiError as a store does; then nothing is applied.
   */
  apply(writes: readonly Write[]): { added: Entry[]; removed: Entry[] } {
    const next = writes.map((write) => this.#after(write));
    const version = `${++this.#commits}`;
    const all = { added: [] as Entry[], removed: [] as Entry[] };
    writes.forEach(({ path }, i) => {
      const before = this.#docs.get(path);
      const data = next[i];
      if (data) this.#docs.set(path, { path, id: decodeId(splitPath(path).id), data, version });
      else this.#docs.delete(path);
      const { added, removed } = this.#change(path, before?.data, data);
      all.added.push(...added);
      all.removed.push(...removed);
    });
    return all;
  }

  /** All entries that writes would add, keep or remove. */
  entriesOf(writes: readonly Write[]): Entry[] {
    return writes.flatMap((write) => {
      const before = this.#docs.get(write.path)?.data;
      const after = this.#after(write);
      return [before, after].flatMap((data) => (data ? this.#indexes.entries(write.path, data) : []));
    });
  }

  #after(write: Write): DocData | undefined {
    const before = this.#docs.get(write.path);
    const { exists, version } = (write.op === "create" ? undefined : write.precondition) ?? {};
    if (exists !== undefined && exists !== (before !== undefined)) throw documentChanged();
    if (version !== undefined && version !== before?.version) throw documentChanged();
    if (write.op === "delete") return undefined;
    if (write.op === "create" && before) throw new ApiError("ALREADY_EXISTS", `${write.path} exists`);
    if (write.op === "update" && !before) throw new ApiError("NOT_FOUND", `${write.path} does not exist`);
    if (write.op === "update") return applyUpdate(before?.data ?? {}, write.data);
    if (write.op === "merge") return applyMerge(before?.data ?? {}, write.data);
    return applyUpdate({}, write.data);
  }

  #change(path: string, before: DocData | undefined, after: DocData | undefined): { added: Entry[]; removed: Entry[] } {
    const old = before ? this.#indexes.entries(path, before) : [];
    const own = after ? this.#indexes.entries(path, after) : [];
    const added = own.filter((entry) => !old.some((other) => isSame(entry, other)));
    const removed = old.filter((entry) => !own.some((other) => isSame(entry, other)));
    for (const { range, key } of removed) this.#keys(range).delete(key);
    for (const { range, key } of added) this.#keys(range).add(key, path);
    return { added, removed };
  }

  #keys(range: string): SortedKeys {
    const keys = this.#ranges.get(range) ?? new SortedKeys();
    this.#ranges.set(range, keys);
    return keys;
  }

  /** Answers a query. @returns its result and the stretches of the index that it depends on. */
  query(query: Query): { result: QueryResult; stretches: Stretch[] } {
    const plan = checkQuery(this.#tree, this.#composites, query);
    const isGroup = "group" in query;
    const last = query.orderBy?.at(-1)?.direction ?? "asc";
    const [only] = plan.fields;
    const isSingle = plan.fields.length === 1 && !isGroup;
    // A single field is planned as ascending, whatever the query's direction.
    const kind = isSingle && only?.kind === "asc" && last === "desc" ? "desc" : only?.kind;
    const fields = isSingle && only && kind ? [{ ...only, kind }] : plan.fields;
    const index = this.#indexes.find(plan.name, isGroup, fields);
    const range = rangeOf(index, "group" in query ? query.under : query.collection);
    const after = query.after && cursorKey(index, plan.equalities, query.after);
    const stretches = prefixes(index, plan.equalities, query).map((prefix) =>
      stretchOf(range, index, plan.equalities, query, prefix, after),
    );
    const docs = this.#read(stretches, query.limit ?? Number.POSITIVE_INFINITY);
    const final = docs.at(-1);
    const isFull = final !== undefined && docs.length === query.limit;
    const selected = docs.map((doc) => ({ ...doc, data: pick(doc.data, query.select) }));
    const orders = query.orderBy ?? [];
    const cursor = isFull
      ? { cursor: [...orders.map(({ field }) => position(final.data[field] as Value)), final.path] }
      : {};
    return { result: { docs: selected, ...cursor }, stretches };
  }

  /**
   * The documents of all stretches, ordered by the part of their keys after the prefix that the equality filters fix.
   */
  #read(stretches: readonly Stretch[], limit: number): Doc[] {
    const matches = stretches.flatMap(({ range, low, high, bound }) => {
      const keys = this.#ranges.get(range);
      const own: { rest: string; path: string }[] = [];
      for (let at = keys?.from(low) ?? 0; keys && at < keys.size && own.length < limit; at++) {
        const key = keys.key(at);
        if (key >= high) break;
        own.push({ rest: stretches.length > 1 ? key.slice(bound) : "", path: keys.path(at) });
      }
      return own;
    });
    if (stretches.length > 1) matches.sort((a, b) => (a.rest < b.rest ? -1 : 1));
    return matches.slice(0, limit).map(({ path }) => this.#docs.get(path) as Doc);
  }
}

function isSame(a: Entry, b: Entry): boolean {
  return a.range === b.range && a.key === b.key;
}

function documentChanged(): ApiError {
  return new ApiError("FAILED_PRECONDITION", "A document has changed since it was read.");
}

function filterOf(query: Query, field: string | undefined): Filter | undefined {
  return query.where?.find((filter) => filter.field === field);
}

/** The key prefixes that the equality filters allow: several for `in`. */
function prefixes(index: ModelIndex, equalities: number, query: Query): string[] {
  let all = [""];
  for (const field of index.fields.slice(0, equalities)) {
    const { op, value } = filterOf(query, field.field) as Filter;
    const values = op === "in" ? (value as Value[]) : [value];
    all = all.flatMap((prefix) => values.map((one) => prefix + valueKey(field, one)));
  }
  return all;
}

function stretchOf(
  range: string,
  index: ModelIndex,
  equalities: number,
  query: Query,
  prefix: string,
  after: string | undefined,
): Stretch {
  const stretch = { range, low: prefix, high: prefix + LAST, bound: prefix.length };
  const first = index.fields[equalities];
  for (const { field, op, value } of query.where ?? []) {
    if (!first || field !== first.field) continue;
    const key = prefix + valueKey(first, value);
    const type = key.charCodeAt(prefix.length);
    stretch.low = larger(stretch.low, prefix + String.fromCharCode(type));
    stretch.high = smaller(stretch.high, prefix + String.fromCharCode(type + 1));
    const isLow = op.startsWith(">") !== first.inverted;
    const edge = isLow === op.endsWith("=") ? key : key + LAST;
    if (isLow) stretch.low = larger(stretch.low, edge);
    else stretch.high = smaller(stretch.high, edge);
  }
  if (after !== undefined) stretch.low = larger(stretch.low, `${prefix}${after}\u0000`);
  return stretch;
}

function larger(a: string, b: string): string {
  return a > b ? a : b;
}

function smaller(a: string, b: string): string {
  return a < b ? a : b;
}

/** The position of a cursor, without the values of the equality filters. */
function cursorKey(index: ModelIndex, equalities: number, cursor: Cursor): string {
  const ordered = index.fields.slice(equalities);
  const values = cursor.slice(0, -1).map((value) => {
    const isDate = typeof value === "object" && value !== null;
    return isDate ? new Date(value.date) : value;
  });
  const key = ordered.map((field, i) => valueKey(field, values[i])).join("");
  return key + idKey(String(cursor.at(-1)), isDescending(index));
}

function position(value: Value): Cursor[number] {
  return value instanceof Date ? { date: value.getTime() } : (value as Cursor[number]);
}

function pick(data: DocData, fields: string[] | undefined): DocData {
  return fields ? Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field))) : data;
}
