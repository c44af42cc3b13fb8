import type { AuditTarget, TargetKind } from "#domain/audit/rule";
import type { Context } from "#src/context";
import type {
  Doc,
  DocData,
  Listener,
  Patch,
  Query,
  QueryResult,
  Store,
  StoreReader,
  Transaction,
  WatchQuery,
  Write,
} from "#store/port";
import { type AuditEntry, newAuditRecord } from "./audit-log.ts";

/** What is the same for all records of a call, and the kind of the ids of its items. */
export interface AuditedCall extends AuditEntry {
  items?: TargetKind | undefined;
}

/**
 * The store of a call that makes administrative changes: every transaction that writes holds a record of what it has changed.
 * So a call that is cut off between two transactions has recorded what is done, and nothing else.
 */
export class AuditedStore implements Store {
  readonly kind: Store["kind"];
  readonly #inner: Store;
  readonly #entry: AuditedCall;
  readonly #now: () => number;

  /** @param now wall clock, in ms since 1970. */
  constructor(inner: Store, entry: AuditedCall, now: () => number) {
    this.#inner = inner;
    this.#entry = entry;
    this.#now = now;
    this.kind = inner.kind;
  }

  transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#inner.transact(async (tx) => {
      const audited = new AuditedTransaction(tx, this.#entry);
      const result = await body(audited);
      if (audited.hasWritten) {
        const { path, data } = this.#newRecord(audited.entry);
        tx.create(path, data);
      }
      return result;
    });
  }

  commit(writes: Write[]): Promise<void> {
    return this.#inner.commit([...writes, { op: "create", ...this.#newRecord(this.#entry) }]);
  }

  /** @throws Error always: bulk writes are not atomic, so no record could be part of them. */
  async bulk(): Promise<void> {
    throw new Error("administrative changes are made in transactions");
  }

  get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.#inner.get<T>(path);
  }

  getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#inner.getMany<T>(paths);
  }

  query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return this.#inner.query<T>(query);
  }

  count(query: Query): Promise<number> {
    return this.#inner.count(query);
  }

  watch<T extends DocData>(query: WatchQuery, listener: Listener<T>): () => void {
    return this.#inner.watch<T>(query, listener);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #newRecord({ workspaceId, ...entry }: AuditEntry) {
    if (workspaceId === undefined) throw new Error(`${entry.action} names no workspace in whose log it belongs`);
    return newAuditRecord({ ...entry, workspaceId }, this.#now());
  }
}

/**
 * A context whose transactions are recorded as changes of the operator: the command line has no caller, address or request.
 * @param target what is known of it before; the rest is named inside of the transaction.
 */
export function asOperator<C extends Context>(
  context: C,
  action: AuditEntry["action"],
  { workspaceId, fields = [], ...target }: AuditTarget & { workspaceId?: string; fields?: readonly string[] } = {},
): C {
  const entry = { action, workspaceId, actor: { type: "operator" as const }, target, fields };
  return { ...context, store: new AuditedStore(context.store, entry, context.now) };
}

/** Names more of what the transaction changes in its record. Without effect where the transaction has none. */
export function nameTarget(tx: Transaction, target: AuditTarget & { workspaceId?: string }): void {
  if (tx instanceof AuditedTransaction) tx.name(target);
}

/** Leaves a record in a transaction that writes nothing else, such as of what was signed. */
export function recordAlone(tx: Transaction, target: AuditTarget): void {
  if (!(tx instanceof AuditedTransaction)) return;
  tx.name(target);
  tx.hasWritten = true;
}

/** Names the items of a call that the transaction has changed. @param results of the items by their ids. */
export function nameItems(tx: Transaction, results: Record<string, unknown>): void {
  if (tx instanceof AuditedTransaction) tx.nameItems(results);
}

class AuditedTransaction implements Transaction {
  readonly isTransaction = true;
  entry: AuditedCall;
  /** Whether there is something to record. */
  hasWritten = false;
  readonly #tx: Transaction;
  readonly #reader: StoreReader;

  constructor(tx: Transaction, entry: AuditedCall) {
    this.#tx = tx;
    this.#reader = tx;
    this.entry = entry;
  }

  name({ workspaceId, ...target }: AuditTarget & { workspaceId?: string }): void {
    const { entry } = this;
    this.entry = {
      ...entry,
      workspaceId: workspaceId ?? entry.workspaceId,
      target: { ...entry.target, ...target },
    };
  }

  nameItems(results: Record<string, unknown>): void {
    const { items } = this.entry;
    if (items === undefined) return;
    const changed = Object.entries(results).filter(([, result]) => !hasFailed(result));
    this.name({ [items]: changed.map(([id]) => id) });
  }

  get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    return this.#reader.get<T>(path);
  }

  getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#reader.getMany<T>(paths);
  }

  query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    return this.#reader.query<T>(query);
  }

  create(path: string, data: DocData): void {
    this.#write().create(path, data);
  }

  set(path: string, data: DocData): void {
    this.#write().set(path, data);
  }

  merge(path: string, data: Patch): void {
    this.#write().merge(path, data);
  }

  update(path: string, data: Patch): void {
    this.#write().update(path, data);
  }

  delete(path: string): void {
    this.#write().delete(path);
  }

  #write(): Transaction {
    this.hasWritten = true;
    return this.#tx;
  }
}

function hasFailed(result: unknown): boolean {
  return (result as { success?: unknown } | null)?.success === false;
}
