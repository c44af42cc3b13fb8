import * as z from "zod";
import { hostTimer, type SetTimer } from "#platform/timer";
import { type CloudTasksQueue, sweepAfter } from "./cloud-tasks.ts";
import type { CloudTaskBody } from "./cloud-tasks-request.ts";
import { Leases } from "./leases.ts";
import type { QueueContext, RunnableJob } from "./port.ts";
import { Runner } from "./runner.ts";

/** What Cloud Tasks is answered: 200 ends the task, 503 makes it send the task again. */
export interface CloudTaskAnswer {
  status: 200 | 503;
}

/** What the receiver is made with. */
export interface CloudTasksReceiverOptions {
  context: () => QueueContext;
  jobs: readonly RunnableJob[];
  /** Creates what is due later. */
  queue: CloudTasksQueue;
  timer?: SetTimer;
  random?: () => number;
}

const Body = z.object({ id: z.string(), job: z.string(), dueAt: z.number(), hop: z.number() });

/**
 * The receiving side of the queue on Cloud Tasks. Which task runs, and that it runs once at a time, is decided by the
 * promise in the store. What comes too early or fails is created anew for its time and answered with 200, because any other
 * answer slows down the whole queue.
 */
export class CloudTasksReceiver {
  readonly #context: () => QueueContext;
  readonly #queue: CloudTasksQueue;
  readonly #leases: Leases;
  readonly #runner: Runner;

  constructor({ context, jobs, queue, timer = hostTimer, random = Math.random }: CloudTasksReceiverOptions) {
    this.#context = context;
    this.#queue = queue;
    const now = () => context().now();
    this.#leases = new Leases({ store: () => context().store, now, derived: (nextAt) => sweepAfter(nextAt) });
    this.#runner = new Runner({ context, jobs, leases: this.#leases, timer, random });
  }

  /** Runs the task that the body names. @param body `data` of the request's body. */
  async run(body: unknown): Promise<CloudTaskAnswer> {
    const { log } = this.#context();
    const parsed = Body.safeParse(body);
    if (!parsed.success) {
      log.error({ body }, "not the body of a task");
      return { status: 200 };
    }
    const { id, job } = parsed.data;
    try {
      await this.#run(parsed.data);
      return { status: 200 };
    } catch (error) {
      log.error({ err: error, taskId: id, job }, "task could not be handled; it is sent again");
      return { status: 503 };
    }
  }

  async #run(body: CloudTaskBody): Promise<void> {
    const { id, job, dueAt, hop } = body;
    if (dueAt > this.#context().now()) return this.#sendOn(body, dueAt);
    const [claim] = await this.#leases.claim([id]);
    if (!claim) return;
    // What is held might be so by one that is gone. What has been put off was created for that time by whoever did so.
    if ("waitsUntil" in claim) return claim.isHeld ? this.#sendOn(body, claim.waitsUntil) : undefined;
    const ending = await this.#runner.run(claim);
    if (!ending) return;
    // The same name twice would be refused.
    const isSameTime = ending.retryAt === dueAt;
    await this.#queue.dispatch({ id, job, dueAt: ending.retryAt, hop: isSameTime ? hop + 1 : 0 });
  }

  #sendOn({ id, job, hop }: CloudTaskBody, dueAt: number): Promise<void> {
    return this.#queue.dispatch({ id, job, dueAt, hop: hop + 1 });
  }
}
