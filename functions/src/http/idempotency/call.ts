import { textOfBody, toReplyBody } from "#http/reply-body";
import type { CallResponse } from "#http/response";
import { ApiError } from "#platform/error";
import type { Call, WriteCall } from "#src/call";
import { addWrites } from "#store/guarded-writes";
import { emptyJournal } from "#store/journal";
import type { Transaction } from "#store/port";
import { type IdempotencyRecord, readRecord, writeRecord } from "./record.ts";
import { IdempotentRun } from "./run.ts";

/** Statuses of errors that a retry may not meet again: such replies are not stored, and their writes not committed. */
const transient = new Set([409, 429, 499, 500, 503, 504]);

/** The outcome of one transaction of the call. */
interface Outcome {
  reply: CallResponse | undefined;
  /** Set when the record already held the reply. */
  isReplay?: boolean;
}

/** A call whose idempotency record is written in its own transactions. */
export class IdempotentCall<C extends WriteCall<Call>> {
  readonly #call: C;
  readonly #path: string;
  readonly #bodyHash: string;
  readonly #handle: (call: C) => Promise<CallResponse>;
  #run: IdempotentRun<C>;

  /** @param path of the record. @param handle the handler; it may run several times, and one run takes effect. */
  constructor(call: C, path: string, bodyHash: string, handle: (call: C) => Promise<CallResponse>) {
    this.#call = call;
    this.#path = path;
    this.#bodyHash = bodyHash;
    this.#handle = handle;
    this.#run = this.#newRun(undefined);
  }

  /** Answers the call. @throws ApiError as `withIdempotencyKey` does. */
  async answer(): Promise<CallResponse> {
    const record = this.#check(await readRecord(this.#call, this.#call.store, this.#path));
    if (record?.reply) return replayed(record.reply);
    this.#run = this.#newRun(record);
    try {
      for (;;) {
        const ended = await this.#run.advance();
        if (ended && transient.has(ended.status)) return ended;
        const { reply, isReplay } = await this.#transact(this.#run).catch((error: unknown) => this.#checkRecord(error));
        if (isReplay && reply) return replayed(reply);
        await this.#settle();
        if (reply) return reply;
      }
    } finally {
      this.#run.abandon();
    }
  }

  /** Runs one transaction of a run that waits for it or has ended. After a conflict a new run replaces it. */
  #transact(waiting: IdempotentRun<C>): Promise<Outcome> {
    let isRepeat = false;
    return this.#call.store.transact(async (tx) => {
      // The first reads of the handler run concurrently with the read of the record.
      const advancing = isRepeat ? undefined : waiting.advance(tx);
      advancing?.catch(() => undefined);
      isRepeat = true;
      const record = this.#check(await readRecord(this.#call, tx, this.#path));
      if (record?.reply) return { reply: record.reply, isReplay: true };
      if (advancing && waiting.recorded === (record?.journal.transactions.length ?? 0))
        return this.#finish(waiting, await advancing, tx, record);
      this.#run.abandon();
      await advancing?.catch(() => undefined);
      const run = this.#newRun(record);
      this.#run = run;
      return this.#finish(run, (await run.advance()) ?? (await run.advance(tx)), tx, record);
    });
  }

  #newRun(record: IdempotencyRecord | undefined): IdempotentRun<C> {
    return new IdempotentRun(this.#call, record?.journal ?? emptyJournal(), this.#handle);
  }

  /** @throws ApiError INVALID_ARGUMENT when the key was used with another body. */
  #check(record: IdempotencyRecord | undefined): IdempotencyRecord | undefined {
    if (record) requireBody(record, this.#bodyHash);
    return record;
  }

  /** Adds the writes of the run and the record to the transaction. @param reply undefined when the run continues afterwards. */
  #finish(
    run: IdempotentRun<C>,
    reply: CallResponse | undefined,
    tx: Transaction,
    record: IdempotencyRecord | undefined,
  ): Outcome {
    const { store } = run;
    if (reply && transient.has(reply.status)) {
      run.abandon();
      return { reply };
    }
    if (reply && store.isBehind) throw interrupted();
    if (!reply && store.writes.length === 0) return { reply };
    addWrites(tx, store.writes);
    const startedAt = record?.startedAt ?? this.#call.now();
    const { journal } = store;
    writeRecord(this.#call, tx, this.#path, { bodyHash: this.#bodyHash, startedAt, reply, journal });
    run.recorded = journal.transactions.length;
    return { reply };
  }

  /** Reads the record after a commit with unknown outcome. @throws the error of the commit, unless the record has the reply. */
  async #checkRecord(error: unknown): Promise<Outcome> {
    if (!(error instanceof ApiError) || !["UNAVAILABLE", "DEADLINE_EXCEEDED"].includes(error.code)) throw error;
    const { store } = this.#call;
    const record = await readRecord(this.#call, store, this.#path).catch(() => undefined);
    if (record?.reply && record.bodyHash === this.#bodyHash) return { reply: record.reply };
    throw new ApiError(error.code, error.message, {
      retryAfter: 1,
      hint: "Send it again with the same Idempotency-Key and body: nothing is done twice.",
      ...error.extras,
    });
  }

  async #settle(): Promise<void> {
    await this.#run.settle().catch((err: unknown) => {
      // The commit was successful, and the sweep starts its tasks.
      this.#call.log.error({ requestId: this.#call.requestId, err }, "work after a commit failed");
    });
  }
}

async function replayed({ headers, body, ...reply }: CallResponse): Promise<CallResponse> {
  const headersOfReplay = { ...headers, "idempotent-replayed": "true" };
  return { ...reply, headers: headersOfReplay, body: await toReplyBody(textOfBody(body)) };
}

/** @throws ApiError INVALID_ARGUMENT when the key was used with another body. */
export function requireBody(earlier: { bodyHash: string }, bodyHash: string): void {
  if (earlier.bodyHash === bodyHash) return;
  throw new ApiError(
    "INVALID_ARGUMENT",
    "This Idempotency-Key was used with another body. Use a new key for a new request.",
  );
}

/** The error of an interrupted call whose retry behaves differently from the first run. */
function interrupted(): ApiError {
  return new ApiError(
    "ABORTED",
    "The first request with this Idempotency-Key was interrupted when part of it was done, and can't be resumed. Read what was done, and send the rest with a new key.",
  );
}
