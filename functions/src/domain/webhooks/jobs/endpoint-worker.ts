import { deliverySignals } from "#domain/webhooks/store/deliver-later";
import { cancelWaiting, recordAttempt } from "#domain/webhooks/store/delivery-records";
import { waitingFor } from "#domain/webhooks/store/delivery-slots";
import { type DeliveryTarget, type KeyCache, loadTarget } from "#domain/webhooks/store/delivery-targets";
import { EndpointWatch } from "#domain/webhooks/store/endpoint-health";
import type { StoredDelivery } from "#domain/webhooks/store/messages";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { waitAtMost } from "#platform/async/timer";
import type { Context } from "#src/context";
import type { Doc } from "#store/port";
import { tryDelivery } from "./delivery-attempt.ts";
import { Helpers, partOf } from "./helpers.ts";
import { logFailure } from "./log-failure.ts";
import { StartLimiter } from "./start-limiter.ts";

/** Maximum number of concurrent calls to one endpoint. */
const MAX_CONCURRENT_CALLS = 16;
/** Deliveries that one query reads. */
const BATCH = 100;
/**
 * TTL of the target and the batch, in ms: after that the endpoint may have changed or a delivery may have been
 * canceled.
 */
const TTL = 1000;

/** The task of an endpoint worker. */
export interface WorkerTask {
  apiKeyId: string;
  endpointId: string;
  taskId: string;
  /** `started` of the previous run. */
  started: string;
  /** Slots that the previous run has assigned to helpers. */
  helped: number[];
  /** The one slot that this worker helps with. */
  slot?: number | undefined;
  /** Whether to stop starting deliveries. */
  isOver(): boolean;
}

/** Makes the due deliveries to one endpoint, with concurrent calls and within the endpoint's rate limit. */
export class EndpointWorker {
  readonly #context: Context;
  readonly #task: WorkerTask;
  readonly #limiter: StartLimiter;
  readonly #watch: EndpointWatch;
  readonly #helpers: Helpers;
  readonly #keys: KeyCache = new Map();
  readonly #running = new Set<string>();
  /** Resolves when one of the running deliveries ends. */
  #ended = Promise.withResolvers<void>();
  #failure: { error: unknown } | undefined;

  constructor(context: Context, task: WorkerTask) {
    this.#context = context;
    this.#task = task;
    this.#limiter = new StartLimiter(context, task.taskId, task.started);
    this.#helpers = new Helpers(context, task, task.helped);
    this.#watch = new EndpointWatch(context, task.apiKeyId, task.endpointId);
  }

  /** The recent starts, encoded for the next run. */
  get started(): string {
    return this.#limiter.started;
  }

  /**
   * Works until nothing is due.
   * @returns until when the rate limit prevents further starts, in ms since 1970; otherwise 0.
   */
  async work(): Promise<number> {
    try {
      return await this.#work();
    } finally {
      while (this.#running.size > 0) await this.#ended.promise;
      // Drops the wake signal of this run, which nothing awaits any more.
      deliverySignals(this.#context).wake(this.#task.taskId);
    }
  }

  async #work(): Promise<number> {
    const { now, timer } = this.#context;
    const { apiKeyId, endpointId, taskId } = this.#task;
    let isIdle = false;
    for (;;) {
      const woken = deliverySignals(this.#context).next(taskId);
      const target = this.#watch.isGone ? undefined : await this.#load();
      if (!target) {
        while (this.#running.size > 0) await this.#ended.promise;
        if (this.#failure) throw this.#failure.error;
        if (this.#task.slot !== undefined) return 0;
        await cancelWaiting(this.#context, apiKeyId, endpointId);
        // From now on, pending deliveries were added after the endpoint was enabled again.
        this.#watch.isGone = false;
        return 0;
      }
      this.#watch.setTarget(target);
      await this.#helpers.refresh(isIdle);
      const limit = this.#isHelper ? partOf(target.rateLimit) : this.#helpers.leftOf(target.rateLimit);
      this.#limiter.setLimit(limit);
      if (this.isOver || (this.#isHelper && (limit === 0 || this.#watch.isFailing))) return this.#limiter.countsUntil();
      const batch = await this.#due();
      isIdle = batch.length === 0;
      if (batch.length === 0 && this.#running.size === 0 && this.#helpers.isEmpty) return this.#limiter.countsUntil();
      const pauseUntil = await this.#beginAll(batch, target);
      if (pauseUntil > 0 && this.#running.size === 0) return pauseUntil;
      if (!this.#isHelper) await this.#helpers.note(batch.length >= BATCH && pauseUntil === 0, target.rateLimit);
      // Polls, because a process that adds a delivery can't wake a worker in another process.
      if (batch.length === 0) await waitAtMost(TTL, Promise.race([woken, this.#ended.promise]), timer);
      if (pauseUntil > 0) await waitAtMost(pauseUntil - now(), this.#ended.promise, timer);
      if (this.#failure) throw this.#failure.error;
    }
  }

  get #isHelper(): boolean {
    return this.#task.slot !== undefined;
  }

  /** Whether the run has to end, even if deliveries are due. */
  get isOver(): boolean {
    return this.#task.isOver();
  }

  /** Whether there are no helpers, so that this worker is responsible for all due deliveries. */
  get isAlone(): boolean {
    return this.#helpers.isEmpty;
  }

  async #load(): Promise<DeliveryTarget | undefined> {
    return loadTarget(this.#context, this.#task.apiKeyId, this.#task.endpointId, this.#keys);
  }

  /**
   * Reads due deliveries that are not running. For a failing endpoint it reads only one, because failed deliveries have
   * long logs.
   */
  async #due(): Promise<Doc<StoredDelivery>[]> {
    const { apiKeyId, endpointId, slot } = this.#task;
    const slots = slot === undefined ? this.#helpers.ownSlots : [slot];
    const query = waitingFor(apiKeyPath(apiKeyId), endpointId, slots);
    // A delivery that ends during the query may still look due in its result.
    const running = new Set(this.#running);
    const { docs } = await this.#context.store.query<StoredDelivery>({
      ...query,
      where: [...(query.where ?? []), { field: "nextAt", op: "<=", value: this.#context.now() }],
      limit: (this.#watch.isFailing ? 1 : BATCH) + running.size,
    });
    return docs.filter(({ path }) => !running.has(path));
  }

  /** Starts deliveries. @returns until when the rate limit prevents further starts, in ms since 1970; otherwise 0. */
  async #beginAll(batch: readonly Doc<StoredDelivery>[], target: DeliveryTarget): Promise<number> {
    const { now } = this.#context;
    const expiresAt = now() + TTL;
    for (const delivery of batch) {
      while (this.#running.size >= (this.#watch.isFailing ? 1 : MAX_CONCURRENT_CALLS)) await this.#ended.promise;
      if (this.#failure || this.#watch.isGone || this.isOver || now() > expiresAt) return 0;
      const pauseUntil = await this.#limiter.pass(this.#watch.isFailing);
      if (pauseUntil > 0) return pauseUntil;
      void this.#begin(delivery, target);
    }
    return 0;
  }

  async #begin(delivery: Doc<StoredDelivery>, target: DeliveryTarget): Promise<void> {
    this.#running.add(delivery.path);
    try {
      await this.#attempt(delivery, target);
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#running.delete(delivery.path);
    this.#ended.resolve();
    this.#ended = Promise.withResolvers();
  }

  async #attempt(delivery: Doc<StoredDelivery>, target: DeliveryTarget): Promise<void> {
    const { apiKeyId, endpointId } = this.#task;
    const { attempt, outcome } = await tryDelivery(this.#context, apiKeyId, delivery.data, target);
    // The endpoint must be disabled before its delivery is canceled.
    if (attempt && outcome.status === "gone") await this.#watch.record(outcome, attempt.at);
    await recordAttempt(this.#context, apiKeyId, delivery, attempt, outcome);
    if (attempt && outcome.status !== "gone") await this.#watch.record(outcome, attempt.at);
    if (!attempt || outcome.status === "succeeded") return;
    const { eventType, attempts } = delivery.data;
    const failed = {
      apiKeyId,
      endpointId,
      deliveryId: delivery.id,
      eventType,
      attempts: attempts + 1,
      url: target.url,
    };
    logFailure(this.#context.log, failed, attempt, outcome);
  }
}
