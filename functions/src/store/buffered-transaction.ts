import type { Doc, DocData, Patch, Query, QueryResult, Transaction, Write } from "./port.ts";

/** Common part of every adapter's transaction: reads come first, and writes are buffered until the body has returned. */
export abstract class BufferedTransaction implements Transaction {
  readonly isTransaction = true;
  readonly writes: Write[] = [];

  abstract getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]>;
  abstract query<T extends DocData>(query: Query): Promise<QueryResult<T>>;

  async get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return (await this.getMany<T>([path]))[0];
  }

  getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.getMany<T>(paths);
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

  /** Every read calls this first. @throws Error, a programming error, when the transaction has already written. */
  protected checkOrder(): void {
    if (this.writes.length > 0) throw new Error("a transaction reads before it writes");
  }
}
