import { deliverySignals } from "#domain/webhooks/store/deliver-later";
import { cancelWaiting, recordAttempt } from "#domain/webhooks/store/delivery-records";
import { type DeliveryTarget, type KnownKeys, loadTarget } from "#domain/webhooks/store/delivery-targets";
import { EndpointWatch } from "#domain/webhooks/store/endpoint-health";
import { type StoredDelivery, waitingFor } from "#domain/webhooks/store/messages";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { hostTimer, waitAtMost } from "#platform/timer";
import type { Context } from "#src/context";
import type { Doc } from "#store/port";
import { tryDelivery } from "./delivery-attempt.ts";
import { StartLimiter } from "./start-limiter.ts";

/** Calls to one endpoint that are under way at once. */
const WIDTH = 16;
/** Deliveries that are looked up at a time. */
const BATCH = 100;
/** How long what was looked up is gone by, in ms: an endpoint may have been changed, a delivery canceled. */
const FRESH = 1000;

/** What a courier is sent with. */
export interface WorkerTask {
  apiKeyId: string;
  endpointId: string;
  taskId: string;
  /** What `started` of the run before was. */
  started: string;
}

/** Brings what is due to one endpoint, several calls at once, never more of them in a second than it allows. */
export class EndpointWorker {
  readonly #context: Context;
  readonly #task: WorkerTask;
  readonly #limiter: StartLimiter;
  readonly #watch: EndpointWatch;
  readonly #keys: KnownKeys = new Map();
  readonly #underWay = new Set<string>();
  /** Resolves when the next of those under way has ended. */
  #ended = Promise.withResolvers<void>();
  #failure: { error: unknown } | undefined;

  constructor(context: Context, task: WorkerTask) {
    this.#context = context;
    this.#task = task;
    this.#limiter = new StartLimiter(context, task.taskId, task.started);
    this.#watch = new EndpointWatch(context, task.apiKeyId, task.endpointId);
  }

  /** What has been started of late, for the run that comes next. */
  get started(): string {
    return this.#limiter.started;
  }

  /** Works until nothing is due. @returns until when the rate lets nothing more start, in ms since 1970; else 0. */
  async work(): Promise<number> {
    try {
      return await this.#work();
    } finally {
      while (this.#underWay.size > 0) await this.#ended.promise;
      // Nobody listens any more.
      deliverySignals(this.#context).wake(this.#task.taskId);
    }
  }

  async #work(): Promise<number> {
    const { now } = this.#context;
    const { apiKeyId, endpointId, taskId } = this.#task;
    for (;;) {
      const woken = deliverySignals(this.#context).next(taskId);
      const target = this.#watch.isGone ? undefined : await this.#load();
      if (!target) {
        while (this.#underWay.size > 0) await this.#ended.promise;
        if (this.#failure) throw this.#failure.error;
        await cancelWaiting(this.#context, apiKeyId, endpointId);
        // Whatever waits from now on was added when somebody had enabled it again.
        this.#watch.isGone = false;
        return 0;
      }
      this.#watch.see(target);
      this.#limiter.see(target.rateLimit);
      const batch = await this.#due();
      if (batch.length === 0 && this.#underWay.size === 0) return this.#limiter.countsUntil();
      const pauseUntil = await this.#beginAll(batch, target);
      if (pauseUntil > 0 && this.#underWay.size === 0) return pauseUntil;
      // Who adds a delivery in another process can't wake this one.
      if (batch.length === 0) await waitAtMost(FRESH, Promise.race([woken, this.#ended.promise]), hostTimer);
      if (pauseUntil > 0) await waitAtMost(pauseUntil - now(), this.#ended.promise, hostTimer);
      if (this.#failure) throw this.#failure.error;
    }
  }

  async #load(): Promise<DeliveryTarget | undefined> {
    return loadTarget(this.#context, this.#task.apiKeyId, this.#task.endpointId, this.#keys);
  }

  /** What is due and not under way; of an endpoint that fails no more than one: its deliveries carry long logs. */
  async #due(): Promise<Doc<StoredDelivery>[]> {
    const query = waitingFor(apiKeyPath(this.#task.apiKeyId), this.#task.endpointId);
    // The answer is of an earlier moment: what ends meanwhile may still look due in it.
    const known = new Set(this.#underWay);
    const { docs } = await this.#context.store.query<StoredDelivery>({
      ...query,
      where: [...(query.where ?? []), { field: "dueAt", op: "<=", value: this.#context.now() }],
      limit: (this.#watch.isStrained ? 1 : BATCH) + known.size,
    });
    return docs.filter(({ path }) => !known.has(path));
  }

  /** @returns until when the endpoint's rate lets nothing more start; else 0. */
  async #beginAll(batch: readonly Doc<StoredDelivery>[], target: DeliveryTarget): Promise<number> {
    const { now } = this.#context;
    const staleAt = now() + FRESH;
    for (const delivery of batch) {
      while (this.#underWay.size >= (this.#watch.isStrained ? 1 : WIDTH)) await this.#ended.promise;
      if (this.#failure || this.#watch.isGone || now() > staleAt) return 0;
      const pauseUntil = await this.#limiter.pass(this.#watch.isStrained);
      if (pauseUntil > 0) return pauseUntil;
      void this.#begin(delivery, target);
    }
    return 0;
  }

  async #begin(delivery: Doc<StoredDelivery>, target: DeliveryTarget): Promise<void> {
    this.#underWay.add(delivery.path);
    try {
      await this.#attempt(delivery, target);
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#underWay.delete(delivery.path);
    this.#ended.resolve();
    this.#ended = Promise.withResolvers();
  }

  async #attempt(delivery: Doc<StoredDelivery>, target: DeliveryTarget): Promise<void> {
    const { apiKeyId } = this.#task;
    const { attempt, outcome } = await tryDelivery(this.#context, apiKeyId, delivery.data, target);
    // A delivery is given up only when it is certain that its endpoint takes nothing any more.
    if (attempt && outcome.status === "gone") await this.#watch.note(outcome, attempt.at);
    await recordAttempt(this.#context, apiKeyId, delivery, attempt, outcome);
    if (attempt && outcome.status !== "gone") await this.#watch.note(outcome, attempt.at);
  }
}
