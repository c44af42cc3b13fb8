import type { AuditTarget, TargetKind } from "#domain/audit/rule";
import type { Context } from "#src/context";
import { BufferedTransaction } from "#store/buffered-transaction";
import { ForwardingStore } from "#store/forwarding-store";
import { addWrites } from "#store/guarded-writes";
import type { Doc, DocData, Query, QueryResult, Store, StoreReader, Transaction, Write } from "#store/port";
import { type AuditEntry, newAuditRecord } from "./audit-log.ts";

/** What all records of a call have in common, and what the ids of its items identify. */
export interface AuditedCall extends AuditEntry {
  items?: TargetKind | undefined;
}

/**
 * The store of a call that makes administrative changes: every transaction that writes also records what it changes. A
 * call that is interrupted between two transactions has therefore recorded exactly what has been done.
 */
export class AuditedStore extends ForwardingStore {
  readonly #entry: AuditedCall;
  readonly #now: () => number;

  /** @param now wall clock, in ms since 1970. */
  constructor(inner: Store, entry: AuditedCall, now: () => number) {
    super(inner);
    this.#entry = entry;
    this.#now = now;
  }

  override transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.inner.transact(async (tx) => {
      const audited = new AuditedTransaction(tx, this.#entry);
      const result = await body(audited);
      addWrites(tx, audited.writes);
      if (audited.writes.length > 0 || audited.isRecordedAlone) {
        const { path, data } = this.#newRecord(audited.entry);
        tx.create(path, data);
      }
      return result;
    });
  }

  override commit(writes: Write[]): Promise<void> {
    return this.inner.commit([...writes, { op: "create", ...this.#newRecord(this.#entry) }]);
  }

  /** @throws Error always: bulk writes are not atomic, so no record could be part of them. */
  override async bulk(): Promise<void> {
    throw new Error("administrative changes are made in transactions");
  }

  #newRecord({ workspaceId, ...entry }: AuditEntry) {
    if (workspaceId === undefined) throw new Error(`${entry.action} names no workspace in whose log it belongs`);
    return newAuditRecord({ ...entry, workspaceId }, this.#now());
  }
}

/**
 * A context whose transactions are recorded as changes by the operator, because the command line has no caller.
 * @param target the ids known in advance; the others are named inside the transaction.
 */
export function asOperator<C extends Context>(
  context: C,
  action: AuditEntry["action"],
  { workspaceId, fields = [], ...target }: AuditTarget & { workspaceId?: string; fields?: readonly string[] } = {},
): C {
  const entry = { action, workspaceId, actor: { type: "operator" as const }, target, fields };
  return { ...context, store: new AuditedStore(context.store, entry, context.now) };
}

/** Adds to a transaction's record what it changes. Has no effect on a transaction that is not audited. */
export function nameTarget(tx: Transaction, target: AuditTarget & { workspaceId?: string }): void {
  if (tx instanceof AuditedTransaction) tx.name(target);
}

/** Adds a record to a transaction that writes nothing else, for example because it only signs something. */
export function recordAlone(tx: Transaction, target: AuditTarget): void {
  if (!(tx instanceof AuditedTransaction)) return;
  tx.name(target);
  tx.isRecordedAlone = true;
}

/** Adds to a transaction's record the items that it has changed. @param results of the items, by id. */
export function nameItems(tx: Transaction, results: Record<string, unknown>): void {
  if (tx instanceof AuditedTransaction) tx.nameItems(results);
}

class AuditedTransaction extends BufferedTransaction {
  entry: AuditedCall;
  /** Whether the transaction is recorded even if it writes nothing else. */
  isRecordedAlone = false;
  readonly #reader: StoreReader;

  constructor(tx: Transaction, entry: AuditedCall) {
    super();
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

  override getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    this.checkOrder();
    return this.#reader.getMany<T>(paths);
  }

  override query<T extends DocData>(query: Query): Promise<QueryResult<T>> {
    this.checkOrder();
    return this.#reader.query<T>(query);
  }
}

function hasFailed(result: unknown): boolean {
  return (result as { success?: unknown } | null)?.success === false;
}
