import { BufferedTransaction } from "./buffered-transaction.ts";
import type { Doc, DocData, Query, QueryResult, StoreReader, Transaction } from "./port.ts";

/** Reads through a transaction, and keeps its own writes until they are known to be wanted. */
export class JournaledTransaction extends BufferedTransaction {
  /** What the first failed read was rejected with. */
  failure: unknown;
  readonly #reader: StoreReader;

  constructor(tx: Transaction) {
    super();
    this.#reader = tx;
  }

  override getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#noting(() => this.#reader.getMany<T>(paths));
  }

  override query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return this.#noting(() => this.#reader.query<T>(query));
  }

  async #noting<T>(read: () => Promise<T>): Promise<T> {
    this.checkOrder();
    try {
      return await read();
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}
