import { ApiError } from "#platform/error";
import type { Precondition, Transaction, Write } from "./port.ts";

/** The precondition of a write; a `create` has only its implicit one. */
export function preconditionOf(write: Write): Precondition | undefined {
  return write.op === "create" ? undefined : write.precondition;
}

/**
 * Adds the writes of a commit to a transaction after checking their preconditions.
 * @throws ApiError FAILED_PRECONDITION when a precondition does not hold.
 */
export async function writeGuarded(tx: Transaction, writes: readonly Write[]): Promise<void> {
  const guarded = writes.filter((write) => preconditionOf(write) !== undefined);
  const docs = guarded.length === 0 ? [] : await tx.getMany(guarded.map(({ path }) => path));
  guarded.forEach((write, i) => {
    checkPrecondition(write, docs[i]?.version);
  });
  addWrites(tx, writes);
}

/** Adds writes to a transaction without checking their preconditions. */
export function addWrites(tx: Transaction, writes: readonly Write[]): void {
  for (const write of writes) {
    if (write.op === "delete") tx.delete(write.path);
    else if (write.op === "create" || write.op === "set") tx[write.op](write.path, write.data);
    else tx[write.op](write.path, write.data);
  }
}

function checkPrecondition(write: Write, version: string | undefined): void {
  const precondition = preconditionOf(write) ?? {};
  const holds =
    (precondition.exists === undefined || precondition.exists === (version !== undefined)) &&
    (precondition.version === undefined || precondition.version === version);
  if (!holds) throw new ApiError("FAILED_PRECONDITION", "A document has changed since it was read.");
}
