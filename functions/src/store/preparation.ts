import { ApiError } from "#platform/error";
import type { Transaction } from "./port.ts";

/** Most times that one transaction is given up for something from outside of it. */
const MAX_ROUNDS = 10;

/**
 * Thrown in a transaction by what needs something that takes long, such as the answer of another server: the transaction is
 * given up, so that nobody waits for it, `prepare` gets what is needed, and the body runs again from its start.
 */
export class NeedsPreparation extends Error {
  override readonly name = "NeedsPreparation";
  readonly prepare: () => Promise<void>;

  constructor(prepare: () => Promise<void>) {
    super("what the transaction needs has to be prepared before it begins");
    this.prepare = prepare;
  }
}

/**
 * Runs a transaction, and again after each preparation that its body asks for.
 * @param transact runs a body in a transaction of the store.
 * @throws ApiError ABORTED when the body asks for more again and again.
 */
export async function withPreparation<T>(
  body: (tx: Transaction) => Promise<T>,
  transact: (body: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let needed: NeedsPreparation | undefined;
    const noted = async (tx: Transaction) => {
      needed = undefined;
      try {
        return await body(tx);
      } catch (error) {
        if (error instanceof NeedsPreparation) needed = error;
        throw error;
      }
    };
    try {
      return await transact(noted);
    } catch (error) {
      if (!needed) throw error;
      await (needed as NeedsPreparation).prepare();
    }
  }
  throw new ApiError("ABORTED", "What the call needs keeps changing. Try again in a moment.", { retryAfter: 1 });
}
