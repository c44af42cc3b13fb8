import { rangeOf, rangesOf } from "#platform/crypto/spread-id";
import { decodeId, splitPath } from "#store/paths";
import type { Doc, DocData, Query, QueryResult, StoreReader } from "#store/port";

/** How many deliveries to read from a range at once: at least `LEAST`, and this fraction of the requested number. */
const LEAST = 2;
const PART = 16;
/** Default limit of a query. */
const MOST = 1000;
/** Up to this many deliveries are read and sorted as a whole: most tenants have few. */
const FEW = 40;
const PREFIX = "dlv_";
/** Sorts after all ranges and before ids that are not spread, which begin with a small letter. */
const UNSPREAD = "[";

/** Reads deliveries by id, newest first, as if their ids were not spread over ranges. */
export class MergedDeliveries implements Pick<StoreReader, "query"> {
  readonly #reader: Pick<StoreReader, "query">;
  readonly #apiKeyId: string;

  constructor(reader: Pick<StoreReader, "query">, apiKeyId: string) {
    this.#reader = reader;
    this.#apiKeyId = apiKeyId;
  }

  /** @param query of deliveries by id. Its `after` is the path of any delivery. */
  async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    const { limit = MOST, after } = query;
    const from = after ? restOf(decodeId(splitPath(String(after[0])).id)) : "";
    const all = await this.#reader.query<T>({ ...query, limit: FEW, after: undefined });
    if (!all.cursor) return pageOf(all.docs, from, limit);
    const ranges = rangesOf(this.#apiKeyId).map((range) => new Range<T>(this.#reader, query, range, from));
    const docs: Doc<T>[] = [];
    while (docs.length < limit) {
      await Promise.all(ranges.map((range) => range.fill(Math.max(LEAST, Math.ceil(limit / PART)))));
      const [first, ...others] = ranges.filter(({ head }) => head);
      if (!first) return { docs };
      const next = others.reduce((best, range) => (range.rest < best.rest ? range : best), first);
      docs.push(next.take());
    }
    const last = docs.at(-1);
    return { docs, ...(last && { cursor: [last.path] }) };
  }
}

/** The first deliveries after a position. */
function pageOf<T extends DocData>(all: readonly Doc<T>[], from: string, limit: number): QueryResult<T> {
  const behind = all.filter(({ id }) => restOf(id) > from);
  const docs = behind.sort((a, b) => (restOf(a.id) < restOf(b.id) ? -1 : 1)).slice(0, limit);
  const last = docs.at(-1);
  return { docs, ...(last && docs.length === limit && { cursor: [last.path] }) };
}

/** The part of an id after its range, which decreases with time. */
function restOf(id: string): string {
  return id.slice(PREFIX.length + rangeOf(id).length);
}

/** The deliveries of one range, read ahead. */
class Range<T extends DocData> {
  readonly #reader: Pick<StoreReader, "query">;
  readonly #query: Query & { collection: string };
  readonly #range: string;
  #after: string;
  #docs: Doc<T>[] = [];
  #isAtEnd = false;

  constructor(reader: Pick<StoreReader, "query">, query: Query, range: string, from: string) {
    this.#reader = reader;
    this.#query = query as Query & { collection: string };
    this.#range = range;
    this.#after = `${this.#query.collection}/${PREFIX}${range}${from || (range === "" ? UNSPREAD : "")}`;
  }

  get head(): Doc<T> | undefined {
    return this.#docs[0];
  }

  /** The part of the next id that decreases with time. */
  get rest(): string {
    return this.head ? restOf(this.head.id) : "";
  }

  /** Reads the next deliveries if none are left. */
  async fill(limit: number): Promise<void> {
    if (this.head || this.#isAtEnd) return;
    const { docs, cursor } = await this.#reader.query<T>({ ...this.#query, limit, after: [this.#after] });
    this.#docs = docs.filter(({ id }) => rangeOf(id) === this.#range);
    this.#isAtEnd = !cursor || this.#docs.length < docs.length;
    this.#after = docs.at(-1)?.path ?? this.#after;
  }

  take(): Doc<T> {
    return this.#docs.shift() as Doc<T>;
  }
}
