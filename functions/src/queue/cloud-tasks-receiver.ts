import * as z from "zod";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import type { CloudTasksQueue } from "./cloud-tasks.ts";
import type { CloudTaskBody } from "./cloud-tasks-request.ts";
import { Leases } from "./leases.ts";
import { lostAfter } from "./lost-tasks.ts";
import type { QueueContext, RunnableJob } from "./port.ts";
import { Runner } from "./runner.ts";

/** The answer to Cloud Tasks: 200 ends the task, 503 makes it deliver the task again. */
export interface CloudTaskAnswer {
  status: 200 | 503;
}

/** Options of `CloudTasksReceiver`. */
export interface CloudTasksReceiverOptions {
  context: () => QueueContext;
  jobs: readonly RunnableJob[];
  /** Creates tasks that are due later. */
  queue: CloudTasksQueue;
  timer?: SetTimer;
  random?: () => number;
}

/** How long a run may take, in ms: Cloud Tasks gives up on a delivery after half an hour. */
const LONGEST_RUN = 25 * 60_000;

const Body = z.object({ id: z.string(), job: z.string(), dueAt: z.number(), hop: z.number() });

/**
 * The receiving side of the queue on Cloud Tasks. The stored task decides whether it runs, and keeps it from running
 * twice at once. A task that comes too early or fails is created again for its due time and answered with 200, because
 * any other answer slows down the whole queue.
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
    const isOver = (_job: string, beganAt: number) => now() - beganAt >= LONGEST_RUN;
    this.#leases = new Leases({ store: () => context().store, now, derived: lostAfter });
    this.#runner = new Runner({ context, jobs, leases: this.#leases, timer, random, isOver });
  }

  /** Runs the task that the body names. Never rejects. @param body `data` of the request's body. */
  async run(body: unknown): Promise<CloudTaskAnswer> {
    const { log } = this.#context();
    const parsed = Body.safeParse(body);
    if (!parsed.success) {
      log.error({ body }, "the body does not describe a task");
      return { status: 200 };
    }
    const { id, job } = parsed.data;
    try {
      await this.#run(parsed.data);
      return { status: 200 };
    } catch (error) {
      log.error({ err: error, taskId: id, job }, "task could not be handled; Cloud Tasks delivers it again");
      return { status: 503 };
    }
  }

  async #run(body: CloudTaskBody): Promise<void> {
    const { id, job, dueAt, hop } = body;
    if (dueAt > this.#context().now()) return this.#reschedule(body, dueAt);
    const [claim] = await this.#leases.claim([id]);
    if (!claim) return;
    // The holder of a lease may have crashed. A task that is not due yet was already created for its new time.
    if ("waitsUntil" in claim) return claim.isHeld ? this.#reschedule(body, claim.waitsUntil) : undefined;
    const ending = await this.#runner.run(claim);
    if (!ending) return;
    // Cloud Tasks refuses a task name that it has already seen; the hop makes the name a new one.
    const isSameTime = ending.retryAt === dueAt;
    await this.#queue.dispatch({ id, job, dueAt: ending.retryAt, hop: isSameTime ? hop + 1 : 0 });
  }

  #reschedule({ id, job, hop }: CloudTaskBody, dueAt: number): Promise<void> {
    return this.#queue.dispatch({ id, job, dueAt, hop: hop + 1 });
  }
}
