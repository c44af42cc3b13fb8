import { BufferedTransaction } from "#store/buffered-transaction";
import type { Doc, DocData, Query, StoreReader } from "#store/port";

/** Reads as the client's transaction does, and remembers what it has read. */
export class FirestoreTransaction extends BufferedTransaction {
  /** Whole documents by their path, as first seen. */
  readonly seen = new Map<string, Doc | undefined>();
  /** Whether anything was read. */
  hasRead = false;
  readonly #reader: Pick<StoreReader, "getMany" | "query">;

  constructor(reader: Pick<StoreReader, "getMany" | "query">) {
    super();
    this.#reader = reader;
  }

  override async getMany<T extends DocData>(paths: string[]) {
    this.checkOrder();
    this.hasRead ||= paths.length > 0;
    const docs = await this.#reader.getMany<T>(paths);
    paths.forEach((path, i) => {
      this.#see(path, docs[i]);
    });
    return docs;
  }

  override async query<T extends DocData>(query: Query) {
    this.checkOrder();
    this.hasRead = true;
    const result = await this.#reader.query<T>(query);
    if (!query.select) for (const doc of result.docs) this.#see(doc.path, doc);
    return result;
  }

  #see(path: string, doc: Doc | undefined): void {
    if (!this.seen.has(path)) this.seen.set(path, doc);
  }
}
