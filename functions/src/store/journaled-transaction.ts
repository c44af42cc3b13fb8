import { BufferedTransaction } from "./buffered-transaction.ts";
import type { Doc, DocData, Query, QueryResult, StoreReader, Transaction } from "./port.ts";

/** Reads through a transaction and buffers the writes until the driver commits them. */
export class JournaledTransaction extends BufferedTransaction {
  /** Error of the first failed read. */
  failure: unknown;
  readonly #reader: StoreReader;

  constructor(tx: Transaction) {
    super();
    this.#reader = tx;
  }

  override getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#recordingFailure(() => this.#reader.getMany<T>(paths));
  }

  override query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return this.#recordingFailure(() => this.#reader.query<T>(query));
  }

  async #recordingFailure<T>(read: () => Promise<T>): Promise<T> {
    this.checkOrder();
    try {
      return await read();
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}
