import type { Doc, DocData, Patch, Query, QueryResult, Transaction, Write } from "#store/port";

/** A transaction that keeps its writes back until it is known what they change, and remembers what was read. */
export class CountedTransaction implements Transaction {
  readonly isTransaction = true;
  readonly writes: Write[] = [];
  /** Whole documents as they were read, by path; undefined for those that are not there. */
  readonly known = new Map<string, Doc | undefined>();
  readonly #tx: Transaction;

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  async get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    const doc = await this.#tx.get<T>(path);
    this.known.set(path, doc);
    return doc;
  }

  async getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    const docs = await this.#tx.getMany<T>(paths);
    paths.forEach((path, i) => void this.known.set(path, docs[i]));
    return docs;
  }

  async query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    const result = await this.#tx.query<T>(query);
    if (!query.select) for (const doc of result.docs) this.known.set(doc.path, doc);
    return result;
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
}
