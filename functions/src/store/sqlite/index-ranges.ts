import { splitPath } from "#store/paths";
import type { Filter, Query, Value } from "#store/port";
import type { QueryPlan } from "#store/query-plan";
import { fromCursorValue } from "#store/scan";
import type { Collections } from "./collections.ts";
import { fieldKey, groupScopePath, type Index } from "./indexes.ts";
import { afterPrefix } from "./keys.ts";

/** A range of one index; its keys start with `prefix`, from `low` up to but excluding `high`. */
export interface Range {
  prefix: Buffer;
  low: Buffer;
  high: Buffer;
}

/** Type tags and path bytes stay below this, so it ends every index. */
const END = Buffer.from([0xff]);

/** Conditions on `entries e` in SQL, with their values. */
export interface Conditions {
  where: string;
  values: (number | string | Buffer)[];
}

/** Key, collection number and id of an entry. */
export type EntryPosition = [key: Buffer, coll: number, id: string];

/** One range per value of an `in` filter, otherwise one range. */
export function rangesOf(query: Query, plan: QueryPlan, index: Index): Range[] {
  const filters = query.where ?? [];
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  for (const field of index.fields.slice(0, plan.equalities)) {
    const filter = filters.find((f) => f.field === field.field) as Filter;
    const values = filter.op === "in" ? (filter.value as Value[]) : [filter.value];
    const keys = values.map((value) => fieldKey(field, value)).filter((key) => key !== undefined);
    prefixes = prefixes.flatMap((prefix) => keys.map((key) => Buffer.concat([prefix, key])));
  }
  const distinct = [...new Map(prefixes.map((prefix) => [prefix.toString("latin1"), prefix])).values()];
  return distinct.map((prefix) => bound(prefix, filters, index.fields[plan.equalities]));
}

/** Conditions on `entries e`; undefined when the scope was never written. @param from only entries after this one. */
export function entryConditions(
  collections: Collections,
  query: Query,
  index: Index,
  range: Range,
  from?: EntryPosition,
): Conditions | undefined {
  const scope = collections.find("collection" in query ? query.collection : groupScopePath(query.under, query.group));
  if (scope === undefined) return undefined;
  const position = positionOf(collections, query, index, range);
  const backwards = isBackwards(query);
  // On each side a single bound, because with two SQLite would scan all ties of the first one.
  const start = from ?? (backwards ? undefined : position);
  const end = backwards ? position : undefined;
  const low = start ? "(e.key, e.coll, e.id) > (?, ?, ?)" : "e.key >= ?";
  const high = end ? "(e.key, e.coll, e.id) < (?, ?, ?)" : "e.key < ?";
  const values = [index.num, scope, ...(start ?? [range.low]), ...(end ?? [range.high])];
  return { where: `e.idx = ? AND e.scope = ? AND ${low} AND ${high}`, values };
}

/** Where the query continues. The caller supplies the position, so one outside the range must not widen the range. */
function positionOf(collections: Collections, query: Query, index: Index, range: Range): EntryPosition | undefined {
  if (!query.after) return undefined;
  const path = query.after.at(-1) as string;
  const { collection, id } = splitPath(path);
  const rest = index.fields.slice(index.fields.length - (query.after.length - 1));
  const keys = rest.map((field, i) => fieldKey(field, fromCursorValue(query.after?.[i])) ?? Buffer.alloc(0));
  const key = Buffer.concat([range.prefix, ...keys, ...(index.group ? [Buffer.from(path)] : [])]);
  if (isBackwards(query) ? key.compare(range.high) >= 0 : key.compare(range.low) < 0) return undefined;
  return [key, collections.find(collection) ?? 0, id];
}

/** Whether the entries are read from the last to the first. */
export function isBackwards(query: Query): boolean {
  return query.orderBy?.at(-1)?.direction === "desc";
}

/** Narrows a prefix by the range filters on the next field, to values of the type of the filter. */
function bound(prefix: Buffer, filters: Filter[], field: Index["fields"][number] | undefined): Range {
  let low = prefix;
  let high = afterPrefix(prefix) ?? END;
  for (const { op, value } of filters.filter((f) => f.field === field?.field)) {
    const key = field && fieldKey(field, value);
    if (!key || !/^[<>]/.test(op)) continue;
    const at = Buffer.concat([prefix, key]);
    const type = Buffer.concat([prefix, key.subarray(0, 1)]);
    low = later(low, type);
    high = earlier(high, afterPrefix(type) ?? END);
    const isLower = op.startsWith(">") !== field?.inverted;
    const includes = op.endsWith("=");
    if (isLower) low = later(low, includes ? at : (afterPrefix(at) ?? END));
    else high = earlier(high, includes ? (afterPrefix(at) ?? END) : at);
  }
  return { prefix, low, high };
}

const later = (a: Buffer, b: Buffer) => (a.compare(b) >= 0 ? a : b);
const earlier = (a: Buffer, b: Buffer) => (a.compare(b) <= 0 ? a : b);
