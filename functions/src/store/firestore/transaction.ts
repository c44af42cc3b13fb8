import { BufferedTransaction } from "#store/buffered-transaction";
import type { DocData, Query, StoreReader } from "#store/port";

/** Reads as the client's transaction does. */
export class FirestoreTransaction extends BufferedTransaction {
  readonly #reader: Pick<StoreReader, "getMany" | "query">;

  constructor(reader: Pick<StoreReader, "getMany" | "query">) {
    super();
    this.#reader = reader;
  }

  override async getMany<T extends DocData>(paths: string[]) {
    this.checkOrder();
    return this.#reader.getMany<T>(paths);
  }

  override async query<T extends DocData>(query: Query) {
    this.checkOrder();
    return this.#reader.query<T>(query);
  }
}
