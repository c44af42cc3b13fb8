import { ApiError } from "#platform/error";
import type { Precondition, Transaction, Write } from "./port.ts";

/** What a write demands of its document beyond what its kind says. */
export function preconditionOf(write: Write): Precondition | undefined {
  return write.op === "create" ? undefined : write.precondition;
}

/**
 * Applies the writes of a commit in a transaction, which reads the documents that have preconditions.
 * @throws ApiError FAILED_PRECONDITION when one does not hold.
 */
export async function writeGuarded(tx: Transaction, writes: readonly Write[]): Promise<void> {
  const guarded = writes.filter((write) => preconditionOf(write) !== undefined);
  const docs = guarded.length === 0 ? [] : await tx.getMany(guarded.map(({ path }) => path));
  guarded.forEach((write, i) => {
    checkPrecondition(write, docs[i]?.version);
  });
  addWrites(tx, writes);
}

/** Adds writes to those of a transaction, without a look at their preconditions. */
export function addWrites(tx: Transaction, writes: readonly Write[]): void {
  for (const write of writes) {
    if (write.op === "delete") tx.delete(write.path);
    else if (write.op === "create" || write.op === "set") tx[write.op](write.path, write.data);
    else tx[write.op](write.path, write.data);
  }
}

function checkPrecondition(write: Write, version: string | undefined): void {
  const wanted = preconditionOf(write) ?? {};
  const holds =
    (wanted.exists === undefined || wanted.exists === (version !== undefined)) &&
    (wanted.version === undefined || wanted.version === version);
  if (!holds) throw new ApiError("FAILED_PRECONDITION", "A document is not as it was when it was read.");
}
