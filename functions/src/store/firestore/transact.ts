import type { Transaction as Client, Firestore } from "firebase-admin/firestore";
import type { Transaction, Write } from "#store/port";
import { isAmbiguous, isContention, isTransient, unconfirmed } from "./errors.ts";
import { type Contended, contendedBy, type RepeatQueue } from "./repeat-queue.ts";
import { Attempts, type Timing } from "./timing.ts";
import type { FirestoreTransaction } from "./transaction.ts";
import { excludes, type ReadVersions, readVersionsOf } from "./unconfirmed-commits.ts";

/** Dependencies of the transaction loop. */
export interface TransactionRuntime {
  firestore: Firestore;
  timing: Timing;
  /** Serializes retries. */
  queue: RepeatQueue;
  /** Starts a transaction that waits for `before` at its first read. */
  begin(client: Client, before: (paths: readonly string[]) => Promise<void>): FirestoreTransaction;
  /** Passes the writes to the client. @throws ApiError INVALID_ARGUMENT for an exceeded limit. */
  apply(client: Client, writes: readonly Write[]): void;
}

/**
 * Runs `body` until its reads and writes apply atomically. The client's own loop would repeat a commit that may have been
 * applied, and would keep a caller waiting for 90 s when a quota is exceeded.
 * - Contention, or a failure before the commit was sent: nothing was applied, so the body runs again, one retry at a time.
 * - A commit with unknown outcome: the body runs again if `unconfirmed-commits.ts` proves that the earlier commit was not
 *   and will not be applied. Otherwise the error says that the outcome is unknown, even if the body fails meanwhile.
 * - Any other error, RESOURCE_EXHAUSTED included, goes to the caller at once.
 */
export async function transact<T>(runtime: TransactionRuntime, body: (tx: Transaction) => Promise<T>): Promise<T> {
  const attempts = new Attempts(runtime.timing);
  const unknownOutcomes: { readVersions: ReadVersions; failure: unknown }[] = [];
  let earlier: WithTransactionId | undefined;
  let contended: Contended | undefined;
  for (;;) {
    let current: WithTransactionId | undefined;
    let tx: FirestoreTransaction | undefined;
    let isCommitSent = false;
    let blind: Write[] | undefined;
    try {
      const once = async (client: Client) => {
        current = continueFrom(client, earlier);
        tx = runtime.begin(client, (paths) => (contended ? Promise.resolve() : runtime.queue.free(paths)));
        const outcome = await body(tx);
        for (const { readVersions, failure } of unknownOutcomes)
          if (!excludes(tx, readVersions)) throw unconfirmed(failure);
        if (!tx.hasRead) blind = tx.writes;
        else runtime.apply(client, tx.writes);
        isCommitSent = tx.hasRead && tx.writes.length > 0;
        return outcome;
      };
      const run = () => runtime.firestore.runTransaction(once, { maxAttempts: 1 });
      const result = await (contended ? runtime.queue.hold(contended, run) : run());
      // Without reads the writes can't be out of date, so a retry resends them instead of running the body again.
      if (blind) await commitBlind(runtime, blind);
      return result;
    } catch (error) {
      if (blind) throw error;
      earlier = isContention(error) ? current : undefined;
      if (isContention(error) && tx) contended = contendedBy(tx, contended);
      if (isCommitSent && tx && isAmbiguous(error))
        unknownOutcomes.push({ readVersions: readVersionsOf(tx), failure: error });
      const runsAgain = isTransient(error) && unknownOutcomes.every(({ readVersions }) => readVersions.size > 0);
      if (runsAgain && (await attempts.next())) continue;
      throw unknownOutcomes[0] ? unconfirmed(unknownOutcomes[0].failure) : error;
    }
  }
}

/**
 * Applies writes that depend on no reads. They are idempotent, so the commit is resent while its outcome is unknown. A later
 * error is then not trusted: ALREADY_EXISTS may be about a document that the first attempt created.
 */
export async function commitBlind(runtime: TransactionRuntime, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return;
  const attempts = new Attempts(runtime.timing);
  let unknownOutcome: unknown;
  for (;;) {
    try {
      // A transaction without reads is one request. The client would resend a batch by itself for ten minutes.
      await runtime.firestore.runTransaction(async (client) => runtime.apply(client, writes), { maxAttempts: 1 });
      return;
    } catch (error) {
      if (isAmbiguous(error)) unknownOutcome ??= error;
      if (isTransient(error) && (await attempts.next())) continue;
      throw unknownOutcome ? unconfirmed(unknownOutcome) : error;
    }
  }
}

/** The client's private field with the id of the transaction that it has rolled back. */
interface WithTransactionId {
  _prevTransactionId?: Uint8Array;
}

/** Tells the server which transaction is retried: the retry keeps its position in the lock queue, so that none starves. */
function continueFrom(client: Client, earlier: WithTransactionId | undefined): WithTransactionId {
  const next = client as unknown as WithTransactionId;
  if (earlier?._prevTransactionId) next._prevTransactionId = earlier._prevTransactionId;
  return next;
}
