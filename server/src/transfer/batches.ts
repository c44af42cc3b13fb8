import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, type ErrorCode } from "@atrium/functions/platform/error";
import type { Store } from "@atrium/functions/store/port";
import { applySteps, type LineStep, newOutcome, type Outcome } from "./batch.ts";
import type { ImportReport } from "./import-report.ts";

/** Lines of one transaction: each writes at most one document, and a commit takes at most 500. */
const BATCH = 400;
/** Lines that are under way at once: the transactions of a few batches share one flush to disk. */
const GROUP = 4 * BATCH;
/** Characters of the lines of one batch, and of those under way at once: one may hold what a single line has alone. */
const BATCH_SIZE = 4 * 1024 * 1024;
const GROUP_SIZE = 4 * BATCH_SIZE;
/** How often a batch is tried again that others' writes get in the way of. */
const MAX_TRIES = 20;
/** Codes that speak about the line; any other is a failure of the import. */
const refusals: ErrorCode[] = ["INVALID_ARGUMENT", "FAILED_PRECONDITION", "ALREADY_EXISTS", "NOT_FOUND"];

/** Whether the error means that a line can't be taken. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && refusals.includes(error.code);
}

/** Carries out lines in batches of one transaction each. Lines whose parent has not come yet wait for it. */
export class Batches {
  readonly #store: Store;
  readonly #report: ImportReport;
  /** Lines to be dealt with next, by the path of what they write. */
  #group = new Map<string, LineStep>();
  #groupSize = 0;
  /** Lines whose parent has not come yet, by its path. */
  readonly #waiting = new Map<string, Outcome["missing"]>();

  constructor(store: Store, report: ImportReport) {
    this.#store = store;
    this.#report = report;
  }

  /** @throws ApiError when the store fails. */
  async add(step: LineStep): Promise<void> {
    // Two lines about one document must not be under way at once: the later one wins.
    const isFull = this.#group.size >= GROUP || this.#groupSize >= GROUP_SIZE;
    if (isFull || this.#group.has(step.path)) await this.flush();
    this.#group.set(step.path, step);
    this.#groupSize += step.size;
  }

  /** Takes what is left; what still waits for something waits in vain. */
  async finish(): Promise<void> {
    await this.flush();
    const left = [...this.#waiting.values()].flat().sort((a, b) => a.step.line - b.step.line);
    for (const { step, reason } of left) this.#report.refuse(step.line, reason);
  }

  /** Carries out all that can be carried out now. */
  async flush(): Promise<void> {
    let steps = [...this.#group.values()];
    this.#group = new Map();
    this.#groupSize = 0;
    while (steps.length > 0) {
      const outcomes = (await Promise.all(inBatches(steps).map((batch) => this.#run(batch)))).flat();
      steps = [...this.#settle(outcomes), ...(await this.#prepare(outcomes))];
    }
  }

  /** One transaction. When a single line spoils it, as a document that grows too large does, the halves are tried alone. */
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

  /** Does what some lines need first. @returns those lines. */
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

  /** @returns the lines that have waited for what is there now. */
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

/** The steps in their order, as many together as one transaction takes. */
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
