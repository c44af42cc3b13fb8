import { nameItems } from "#domain/audit/store/audited-store";
import type { DeclaredTask } from "#queue/declare-job";
import type { WriteCall } from "#src/call";
import type { Transaction } from "#store/port";
import { type Change, inTransaction, startAll } from "./change.ts";

/**
 * Items per transaction. A call with more items runs several transactions, so that none exceeds the limits of a commit.
 */
export const BATCH_SIZE = 200;

/** Handles one batch of a call. It may run several times; only the tasks and events of its last run count. */
export type DecideBatch<Item, Result> = (
  tx: Transaction,
  batch: readonly Item[],
  change: Change,
) => Promise<Record<string, Result>>;

/**
 * Runs `body` over the items in batches, each in its own transaction, and merges the results of the items.
 * @param size items per batch; set it if an item takes more than two writes.
 */
export async function transactItems<Item, Result>(
  call: WriteCall,
  items: readonly Item[],
  body: DecideBatch<Item, Result>,
  size = BATCH_SIZE,
): Promise<Record<string, Result>> {
  const parts: Record<string, Result>[] = [];
  const allTasks: DeclaredTask[] = [];
  for (let start = 0; start < items.length; start += size) {
    const batch = items.length <= size ? items : items.slice(start, start + size);
    const { result, tasks } = await inTransaction(call, async (tx, change) => {
      const results = await body(tx, batch, change);
      nameItems(tx, results);
      return results;
    });
    parts.push(result);
    allTasks.push(...tasks);
  }
  if (allTasks.length > 0) await startAll(call, allTasks);
  const [first = {}] = parts;
  return parts.length < 2 ? first : Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}
