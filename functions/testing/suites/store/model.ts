import type { ErrorCode } from "#platform/error";
import { ApiError } from "#platform/error";
import { collectionName, decodeId, splitPath } from "#store/paths";
import {
  type Cursor,
  type Doc,
  type DocData,
  type Filter,
  type Patch,
  type Precondition,
  type Query,
  type QueryResult,
  REMOVE,
  type Value,
  type Write,
} from "#store/port";
import { checkData, checkWrites } from "#store/rules";
import type { Tree } from "#store/tree";

type Map_ = { [key: string]: Value | undefined };

/**
 * The store in its simplest form: one list of documents, which every operation scans. Defines the correct result of an
 * adapter when nothing runs concurrently.
 */
export class StoreModel {
  readonly #tree: Tree;
  #docs: Doc[] = [];
  #writes = 0;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  get(path: string): Doc | undefined {
    const doc = this.#docs.find((one) => one.path === path);
    return doc && { ...doc, data: copy(doc.data) as DocData };
  }

  /** Every code with which the commit may fail. The adapter may report any of them. */
  failures(writes: Write[]): Set<ErrorCode> {
    const codes = new Set<ErrorCode>();
    for (const check of [() => checkWrites(this.#tree, writes), ...writes.map((write) => () => this.#apply(write))])
      try {
        check();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        codes.add(error.code);
      }
    return codes;
  }

  /** Applies a commit for which `failures` is empty. */
  commit(writes: Write[]): void {
    for (const write of writes) {
      const data = this.#apply(write);
      this.#docs = this.#docs.filter((doc) => doc.path !== write.path);
      const { id } = splitPath(write.path);
      if (data) this.#docs.push({ path: write.path, id: decodeId(id), data, version: `model ${++this.#writes}` });
    }
  }

  /** The document after the write; undefined if it is deleted. */
  #apply(write: Write): DocData | undefined {
    const old = this.get(write.path);
    if (write.op !== "create") checkPrecondition(write.precondition, old);
    if (write.op === "delete") return undefined;
    checkData(write.data);
    if (write.op === "create" && old) throw new ApiError("ALREADY_EXISTS", "");
    if (write.op === "update" && !old) throw new ApiError("NOT_FOUND", "");
    const keeps = write.op === "update" || write.op === "merge";
    return patched(keeps ? (old?.data ?? {}) : {}, write.data, write.op === "merge");
  }

  query(query: Query): QueryResult {
    const orders = query.orderBy ?? [];
    const direction = orders.at(-1)?.direction ?? "asc";
    const positionOf = (doc: Doc): Value[] => [...orders.map(({ field }) => doc.data[field] as Value), doc.path];
    const compare = (a: Value[], b: Value[]): number => {
      for (let i = 0; i < a.length; i++) {
        const order = compareValues(a[i] as Value, b[i] as Value);
        if (order !== 0) return (orders[i]?.direction ?? direction) === "desc" ? -order : order;
      }
      return 0;
    };
    const after = query.after?.map(fromCursor);
    const docs = this.#docs
      .filter((doc) => isIn(query, doc.path))
      .filter((doc) => (query.where ?? []).every((filter) => matches(filter, doc.data[filter.field])))
      .filter((doc) => orders.every(({ field }) => doc.data[field] !== undefined))
      .sort((a, b) => compare(positionOf(a), positionOf(b)))
      .filter((doc) => !after || compare(positionOf(doc), after) > 0)
      .slice(0, query.limit ?? this.#docs.length);
    const last = docs.at(-1);
    const cursor = last && docs.length === query.limit ? positionOf(last).map(toCursor) : undefined;
    const selected = docs.map((doc) => ({ ...doc, data: pick(copy(doc.data) as DocData, query.select) }));
    return cursor ? { docs: selected, cursor } : { docs: selected };
  }
}

function copy(value: Value | undefined): Value | undefined {
  if (Array.isArray(value)) return value.map((one) => copy(one) as Value);
  if (!isMap(value)) return value;
  const result: Map_ = {};
  for (const [key, inner] of Object.entries(value)) if (inner !== undefined) result[key] = copy(inner);
  return result;
}

function isMap(value: unknown): value is Map_ {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function patched(old: Map_, patch: Patch, isDeep: boolean): Map_ {
  const result: Map_ = { ...old };
  for (const [field, value] of Object.entries(patch)) {
    const before = result[field];
    if (value === undefined) continue;
    if (value === REMOVE) delete result[field];
    else if (isDeep && isMap(value) && Object.values(value).some((one) => one !== undefined))
      result[field] = patched(isMap(before) ? before : {}, value, true);
    else result[field] = copy(value);
  }
  return result;
}

function checkPrecondition(precondition: Precondition = {}, old: Doc | undefined): void {
  if (precondition.exists !== undefined && precondition.exists !== (old !== undefined))
    throw new ApiError("FAILED_PRECONDITION", "");
  if (precondition.version !== undefined && precondition.version !== old?.version)
    throw new ApiError("FAILED_PRECONDITION", "");
}

function isIn(query: Query, path: string): boolean {
  const { collection } = splitPath(path);
  if ("collection" in query) return collection === query.collection;
  return path.startsWith(`${query.under}/`) && collectionName(collection) === query.group;
}

function matches({ op, value }: Filter, fieldValue: Value | undefined): boolean {
  if (fieldValue === undefined) return false;
  if (op === "in") return (value as Value[]).some((one) => compareValues(fieldValue, one) === 0);
  if (op === "array-contains")
    return Array.isArray(fieldValue) && fieldValue.some((one) => compareValues(one, value) === 0);
  const order = compareValues(fieldValue, value);
  if (op === "==") return order === 0;
  if (rank(fieldValue) !== rank(value)) return false;
  if (op === "<") return order < 0;
  if (op === "<=") return order <= 0;
  return op === ">" ? order > 0 : order >= 0;
}

function rank(value: Value): number {
  if (value === null) return 0;
  if (value instanceof Date) return 3;
  return ["boolean", "number", "date", "string"].indexOf(typeof value) + 1 || 9;
}

function compareValues(a: Value, b: Value): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

function toCursor(value: Value): Cursor[number] {
  return value instanceof Date ? { date: value.getTime() } : (value as Cursor[number]);
}

function fromCursor(value: Cursor[number]): Value {
  return isMap(value) ? new Date((value as { date: number }).date) : (value as Value);
}

function pick(data: DocData, fields: string[] | undefined): DocData {
  return fields ? Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field))) : data;
}
