import { isDeepStrictEqual } from "node:util";
import type { Doc, DocData, Transaction } from "@atrium/functions/store/port";

/** What a batch of lines sees: the documents as stored, and over them what earlier lines of the batch have put. */
export class View {
  readonly #stored: ReadonlyMap<string, DocData | undefined>;
  readonly #put = new Map<string, DocData>();

  constructor(paths: readonly string[], docs: readonly (Doc | undefined)[]) {
    this.#stored = new Map(paths.map((path, i) => [path, docs[i]?.data]));
  }

  /** The document; undefined when there is none. Only paths that were read. */
  get<T extends DocData>(path: string): T | undefined {
    const data = this.#put.get(path) ?? this.#stored.get(path);
    if (!data && !this.#stored.has(path)) throw new Error(`${path} was not read`);
    return data as T | undefined;
  }

  put(path: string, data: DocData): void {
    this.#put.set(path, withoutUndefined(data));
  }

  /** Paths that are there now, whether they were written or were as wanted already. */
  putPaths(): Iterable<string> {
    return this.#put.keys();
  }

  /** Writes what differs from what is stored: a line that says nothing new costs no write. */
  write(tx: Transaction): void {
    for (const [path, data] of this.#put) if (!isDeepStrictEqual(data, this.#stored.get(path))) tx.set(path, data);
  }
}

function withoutUndefined(data: DocData): DocData {
  const result: DocData = {};
  for (const field in data) if (data[field] !== undefined) result[field] = data[field];
  return result;
}
