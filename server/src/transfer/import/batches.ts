import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, type ErrorCode } from "@atrium/functions/platform/error";
import type { Store } from "@atrium/functions/store/port";
import { applySteps, type LineStep, newOutcome, type Outcome } from "./batch.ts";
import type { ImportReport } from "./report.ts";

/** Lines per transaction: each writes at most one document, and a commit accepts at most 500. */
const BATCH = 400;
/** Maximum number of lines in progress: the transactions of a few batches share one flush to disk. */
const GROUP = 4 * BATCH;
/** Maximum characters in one batch, and in all batches in progress; a single line may exceed it. */
const BATCH_SIZE = 4 * 1024 * 1024;
const GROUP_SIZE = 4 * BATCH_SIZE;
/** Maximum attempts for a batch that conflicts with other writes. */
const MAX_TRIES = 20;
/** Error codes that concern a single line; any other code fails the import. */
const refusals: ErrorCode[] = ["INVALID_ARGUMENT", "FAILED_PRECONDITION", "ALREADY_EXISTS", "NOT_FOUND"];

/** Whether the error refuses a line. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && refusals.includes(error.code);
}

/** Applies lines in batches of one transaction each. Lines whose parent is missing wait for it. */
export class Batches {
  readonly #store: Store;
  readonly #report: ImportReport;
  /** Lines to apply next, by the path that they write. */
  #group = new Map<string, LineStep>();
  #groupSize = 0;
  /** Lines whose parent is missing, by its path. */
  readonly #waiting = new Map<string, Outcome["missing"]>();

  constructor(store: Store, report: ImportReport) {
    this.#store = store;
    this.#report = report;
  }

  /** @throws ApiError if the store fails. */
  async add(step: LineStep): Promise<void> {
    // Two lines about one document must not be in progress at once: the later line must win.
    const isFull = this.#group.size >= GROUP || this.#groupSize >= GROUP_SIZE;
    if (isFull || this.#group.has(step.path)) await this.flush();
    this.#group.set(step.path, step);
    this.#groupSize += step.size;
  }

  /** Applies the remaining lines, and refuses those whose parent never appeared. */
  async finish(): Promise<void> {
    await this.flush();
    const orphans = [...this.#waiting.values()].flat().sort((a, b) => a.step.line - b.step.line);
    for (const { step, reason } of orphans) this.#report.refuse(step.line, reason);
  }

  /** Applies all lines that don't have to wait. */
  async flush(): Promise<void> {
    let steps = [...this.#group.values()];
    this.#group = new Map();
    this.#groupSize = 0;
    while (steps.length > 0) {
      const outcomes = (await Promise.all(inBatches(steps).map((batch) => this.#run(batch)))).flat();
      steps = [...this.#settle(outcomes), ...(await this.#prepare(outcomes))];
    }
  }

  /**
   * Runs one transaction. If a single line makes it fail, for example with a document that is too large, it retries each
   * half separately.
   */
  async #run(steps: LineStep[]): Promise<Outcome[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return [await this.#store.transact((tx) => applySteps(tx, steps))];
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code === "INVALID_ARGUMENT") return this.#divide(steps, error as ApiError);
        if (code !== "ABORTED" || attempt === MAX_TRIES) throw error;
        await sleep(Math.random() * 50 * attempt);
      }
    }
  }

  async #divide(steps: LineStep[], { message }: ApiError): Promise<Outcome[]> {
    const [only] = steps;
    if (only && steps.length === 1) return [{ ...newOutcome(), refused: [{ step: only, reason: message }] }];
    const half = steps.length >> 1;
    return [...(await this.#run(steps.slice(0, half))), ...(await this.#run(steps.slice(half)))];
  }

  /** Runs the preparations of lines. @returns those lines. */
  async #prepare(outcomes: Outcome[]): Promise<LineStep[]> {
    const ready: LineStep[] = [];
    for (const { step, run } of outcomes.flatMap(({ beforehand }) => beforehand)) {
      try {
        if (step.isPrepared) throw new ApiError("FAILED_PRECONDITION", "what it changes is being changed by others.");
        await run();
        ready.push({ ...step, isPrepared: true });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.#report.refuse(step.line, error.message);
      }
    }
    return ready;
  }

  /** @returns the lines that waited for paths that exist now. */
  #settle(outcomes: Outcome[]): LineStep[] {
    for (const { taken, missing, refused } of outcomes) {
      for (const { kind } of taken) this.#report.take(kind);
      for (const { step, reason } of refused) this.#report.refuse(step.line, reason);
      for (const one of missing) {
        const others = this.#waiting.get(one.path);
        if (others) others.push(one);
        else this.#waiting.set(one.path, [one]);
      }
    }
    const ready: LineStep[] = [];
    for (const path of this.#waiting.size > 0 ? outcomes.flatMap(({ paths }) => paths) : []) {
      for (const { step } of this.#waiting.get(path) ?? []) ready.push(step);
      this.#waiting.delete(path);
    }
    return ready;
  }
}

/** Splits the steps, in their order, into batches of one transaction. */
function inBatches(steps: readonly LineStep[]): LineStep[][] {
  const batches: LineStep[][] = [];
  let batch: LineStep[] = [];
  let size = 0;
  for (const step of steps) {
    if (batch.length > 0 && (batch.length >= BATCH || size + step.size > BATCH_SIZE)) {
      batches.push(batch);
      batch = [];
      size = 0;
    }
    batch.push(step);
    size += step.size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
