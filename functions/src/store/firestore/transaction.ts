import { BufferedTransaction } from "#store/buffered-transaction";
import type { Doc, DocData, Query, StoreReader } from "#store/port";

/** Reads as the client's transaction does, and remembers what it has read. */
export class FirestoreTransaction extends BufferedTransaction {
  /** Whole documents by their path, as first seen. */
  readonly seen = new Map<string, Doc | undefined>();
  /** Whether anything was read. */
  hasRead = false;
  readonly #reader: Pick<StoreReader, "getMany" | "query">;
  readonly #before: (paths: readonly string[]) => Promise<void>;
  /** Set with the first read: who waits later, with something locked, holds up those that it waits for. */
  #ready: Promise<void> | undefined;

  /** @param before what documents that are read first of all wait for. */
  constructor(reader: Pick<StoreReader, "getMany" | "query">, before: (paths: readonly string[]) => Promise<void>) {
    super();
    this.#reader = reader;
    this.#before = before;
  }

  override async getMany<T extends DocData>(paths: string[]) {
    this.checkOrder();
    this.hasRead ||= paths.length > 0;
    this.#ready ??= this.#before(paths);
    await this.#ready;
    const docs = await this.#reader.getMany<T>(paths);
    paths.forEach((path, i) => {
      this.#see(path, docs[i]);
    });
    return docs;
  }

  override async query<T extends DocData>(query: Query) {
    this.checkOrder();
    this.hasRead = true;
    this.#ready ??= Promise.resolve();
    await this.#ready;
    const result = await this.#reader.query<T>(query);
    if (!query.select) for (const doc of result.docs) this.#see(doc.path, doc);
    return result;
  }

  #see(path: string, doc: Doc | undefined): void {
    if (!this.seen.has(path)) this.seen.set(path, doc);
  }
}
