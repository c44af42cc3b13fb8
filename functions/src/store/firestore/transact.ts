import type { Transaction as Client, Firestore } from "firebase-admin/firestore";
import type { Transaction, Write } from "#store/port";
import { excludes, type ReadVersions, readVersionsOf } from "./doubt.ts";
import { isContention, isOpen, isPassing, unconfirmed } from "./errors.ts";
import { type Contended, type RepeatQueue, touched } from "./repeat-queue.ts";
import { Attempts, type Timing } from "./timing.ts";
import type { FirestoreTransaction } from "./transaction.ts";

/** What a transaction is made with. */
export interface Means {
  firestore: Firestore;
  timing: Timing;
  /** Whose turn it is to repeat. */
  queue: RepeatQueue;
  /** Reads through the client's transaction, after `before`. */
  begin(client: Client, before: (paths: readonly string[]) => Promise<void>): FirestoreTransaction;
  /** Hands the writes to the client. @throws ApiError for a limit. */
  apply(client: Client, writes: readonly Write[]): void;
}

/**
 * Runs `body` until its reads and writes apply as one. The loop is ours because the client's own runs a body again when it
 * is not known whether the commit was applied, and holds a caller for a minute and a half when a quota is used up.
 * - Contention, and a failure before the commit was sent: nothing was applied, the body runs again. Those of this process
 *   that met each other repeat one after another.
 * - A commit whose outcome is open: the body runs again where `doubt.ts` can tell that the earlier run was not applied and
 *   will not be. Else the failure says that nobody knows, even where the body itself fails then: what it found may be its
 *   own work.
 * - Anything else, RESOURCE_EXHAUSTED among it, goes to the caller at once.
 */
export async function transact<T>(means: Means, body: (tx: Transaction) => Promise<T>): Promise<T> {
  const attempts = new Attempts(means.timing);
  const doubts: { readVersions: ReadVersions; failure: unknown }[] = [];
  let earlier: Numbered | undefined;
  let contended: Contended | undefined;
  for (;;) {
    let current: Numbered | undefined;
    let tx: FirestoreTransaction | undefined;
    let sent = false;
    let blind: Write[] | undefined;
    try {
      const once = async (client: Client) => {
        current = continueFrom(client, earlier);
        tx = means.begin(client, (paths) => (contended ? Promise.resolve() : means.queue.free(paths)));
        const outcome = await body(tx);
        for (const { readVersions, failure } of doubts) if (!excludes(tx, readVersions)) throw unconfirmed(failure);
        if (!tx.hasRead) blind = tx.writes;
        else means.apply(client, tx.writes);
        sent = tx.hasRead && tx.writes.length > 0;
        return outcome;
      };
      const run = () => means.firestore.runTransaction(once, { maxAttempts: 1 });
      const result = await (contended ? means.queue.hold(contended, run) : run());
      // What was decided without reading would be decided anew by another run: the same writes are sent instead.
      if (blind) await commitBlind(means, blind);
      return result;
    } catch (error) {
      if (blind) throw error;
      earlier = isContention(error) ? current : undefined;
      if (isContention(error) && tx) contended = touched(tx, contended);
      if (sent && tx && isOpen(error)) doubts.push({ readVersions: readVersionsOf(tx), failure: error });
      const runsAgain = isPassing(error) && doubts.every(({ readVersions }) => readVersions.size > 0);
      if (runsAgain && (await attempts.next())) continue;
      throw doubts[0] ? unconfirmed(doubts[0].failure) : error;
    }
  }
}

/**
 * Applies writes that depend on nothing read. Each says the same however often it is applied, so the commit is sent again
 * when its outcome is open. Whatever else it fails with then is not believed: ALREADY_EXISTS may be about the document that
 * it has just made.
 */
export async function commitBlind(means: Means, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return;
  const attempts = new Attempts(means.timing);
  let doubt: unknown;
  for (;;) {
    try {
      // Not a batch: the client would send that again by itself, for ten minutes. Without a read this is one request too.
      await means.firestore.runTransaction(async (client) => means.apply(client, writes), { maxAttempts: 1 });
      return;
    } catch (error) {
      if (isOpen(error)) doubt ??= error;
      if (isPassing(error) && (await attempts.next())) continue;
      throw doubt ? unconfirmed(doubt) : error;
    }
  }
}

/** Where the client keeps the number of the transaction that it has rolled back. */
interface Numbered {
  _prevTransactionId?: Uint8Array;
}

/** Lets the server know whose next try this is: it keeps its place in the queue for locks, so that none starves. */
function continueFrom(client: Client, earlier: Numbered | undefined): Numbered {
  const next = client as unknown as Numbered;
  if (earlier?._prevTransactionId) next._prevTransactionId = earlier._prevTransactionId;
  return next;
}
