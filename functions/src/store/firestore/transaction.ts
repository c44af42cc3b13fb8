import type { DocData, Patch, Query, QueryResult, StoreReader, Transaction, Write } from "#store/port";

/** Reads as the client's transaction does and keeps the writes until the body has returned. */
export class FirestoreTransaction implements Transaction {
  readonly writes: Write[] = [];
  readonly #reader: Pick<StoreReader, "getMany" | "query">;

  constructor(reader: Pick<StoreReader, "getMany" | "query">) {
    this.#reader = reader;
  }

  async get<T extends DocData>(path: string) {
    return (await this.getMany<T>([path]))[0];
  }

  async getMany<T extends DocData>(paths: string[]) {
    this.#checkOrder();
    return this.#reader.getMany<T>(paths);
  }

  async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    this.#checkOrder();
    return this.#reader.query<T>(query);
  }

  create(path: string, data: DocData): void {
    this.writes.push({ op: "create", path, data });
  }

  set(path: string, data: DocData): void {
    this.writes.push({ op: "set", path, data });
  }

  merge(path: string, data: Patch): void {
    this.writes.push({ op: "merge", path, data });
  }

  update(path: string, data: Patch): void {
    this.writes.push({ op: "update", path, data });
  }

  delete(path: string): void {
    this.writes.push({ op: "delete", path });
  }

  #checkOrder(): void {
    if (this.writes.length > 0) throw new Error("a transaction reads before it writes");
  }
}
