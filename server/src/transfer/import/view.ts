import { isDeepStrictEqual } from "node:util";
import type { Doc, DocData, Transaction } from "@atrium/functions/store/port";

/** A view of a batch of lines: the stored documents, overlaid with what earlier lines of the batch have written. */
export class View {
  readonly #storedDocs: ReadonlyMap<string, DocData | undefined>;
  readonly #put = new Map<string, DocData>();

  constructor(paths: readonly string[], docs: readonly (Doc | undefined)[]) {
    this.#storedDocs = new Map(paths.map((path, i) => [path, docs[i]?.data]));
  }

  /** The document; undefined if it does not exist. Only for paths that were read before. */
  get<T extends DocData>(path: string): T | undefined {
    const data = this.#put.get(path) ?? this.#storedDocs.get(path);
    if (!data && !this.#storedDocs.has(path)) throw new Error(`${path} was not read`);
    return data as T | undefined;
  }

  put(path: string, data: DocData): void {
    this.#put.set(path, withoutUndefined(data));
  }

  /** Paths that exist now, whether the batch wrote them or found them unchanged. */
  putPaths(): Iterable<string> {
    return this.#put.keys();
  }

  /** Writes only what differs from the stored state: a line without changes costs no write. */
  write(tx: Transaction): void {
    for (const [path, data] of this.#put) if (!isDeepStrictEqual(data, this.#storedDocs.get(path))) tx.set(path, data);
  }
}

function withoutUndefined(data: DocData): DocData {
  const result: DocData = {};
  for (const field in data) if (data[field] !== undefined) result[field] = data[field];
  return result;
}
