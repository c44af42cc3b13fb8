import { BufferedTransaction } from "#store/buffered-transaction";
import type { Doc, DocData, Query, StoreReader } from "#store/port";

/** Reads through the client's transaction and records the documents it has read. */
export class FirestoreTransaction extends BufferedTransaction {
  /** Documents by path, as first read; undefined for a missing one. */
  readonly firstReads = new Map<string, Doc | undefined>();
  /** Whether the transaction has read anything. */
  hasRead = false;
  readonly #reader: Pick<StoreReader, "getMany" | "query">;
  readonly #before: (paths: readonly string[]) => Promise<void>;
  /** Set by the first read: waiting later, while holding locks, could cause a deadlock. */
  #ready: Promise<void> | undefined;

  /** @param before awaited before the first read, with its paths. */
  constructor(reader: Pick<StoreReader, "getMany" | "query">, before: (paths: readonly string[]) => Promise<void>) {
    super();
    this.#reader = reader;
    this.#before = before;
  }

  override async getMany<T extends DocData>(paths: string[]) {
    this.checkOrder();
    if (paths.length === 0) return [];
    this.hasRead = true;
    this.#ready ??= this.#before(paths);
    await this.#ready;
    const docs = await this.#reader.getMany<T>(paths);
    paths.forEach((path, i) => {
      this.#record(path, docs[i]);
    });
    return docs;
  }

  override async query<T extends DocData>(query: Query) {
    this.checkOrder();
    this.hasRead = true;
    this.#ready ??= Promise.resolve();
    await this.#ready;
    const result = await this.#reader.query<T>(query);
    if (!query.select) for (const doc of result.docs) this.#record(doc.path, doc);
    return result;
  }

  #record(path: string, doc: Doc | undefined): void {
    if (!this.firstReads.has(path)) this.firstReads.set(path, doc);
  }
}
