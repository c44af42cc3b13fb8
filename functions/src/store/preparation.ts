import { ApiError } from "#platform/error";
import type { Transaction } from "./port.ts";

/** Maximum number of times that one transaction is abandoned to prepare something outside it. */
const MAX_ROUNDS = 10;

/**
 * Thrown in a transaction by code that needs something slow, such as another server's answer. The transaction is
 * abandoned so that nothing waits for it; when `prepare` has fetched what is needed, the body runs again from its
 * start.
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
 * Runs a transaction, and runs it again after each preparation that its body asks for.
 * @param transact runs a body in a transaction of the store.
 * @throws ApiError ABORTED when the body keeps asking for preparations.
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
