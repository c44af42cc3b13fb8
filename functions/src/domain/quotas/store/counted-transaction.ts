import { BufferedTransaction } from "#store/buffered-transaction";
import type { Doc, DocData, Query, QueryResult, StoreReader, Transaction } from "#store/port";

/** A transaction that buffers its writes until their growth is known, and remembers the documents that it has read. */
export class CountedTransaction extends BufferedTransaction {
  /** Whole documents as they were read, by path; undefined for missing ones. */
  readonly known = new Map<string, Doc | undefined>();
  readonly #reader: StoreReader;

  constructor(tx: Transaction) {
    super();
    this.#reader = tx;
  }

  override async getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    this.checkOrder();
    const docs = await this.#reader.getMany<T>(paths);
    paths.forEach((path, i) => void this.known.set(path, docs[i]));
    return docs;
  }

  override async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    this.checkOrder();
    const result = await this.#reader.query<T>(query);
    if (!query.select) for (const doc of result.docs) this.known.set(doc.path, doc);
    return result;
  }
}
