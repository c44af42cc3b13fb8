import type { TaskRequest, TaskService } from "@atrium/functions/queue/cloud-tasks-client";
import type { VirtualTime } from "../virtual-time.ts";
import { limits, type Usage } from "./usage.ts";

/** How long it takes to create a task, and how long Cloud Tasks takes to call the function, in ms. */
const CREATE_MS = 15;
const CALL_MS = 10;
/** CPU time that creating a task takes in a process, in ms. */
const CREATE_CPU_MS = 1;
/** How long Cloud Tasks waits before it redelivers a failed task, in ms. */
const AGAIN_MS = 1000;

interface Queued {
  queue: string;
  body: { id: string; job: string };
  /** When it may be dispatched, in ms since 1970. */
  at: number;
}

/** Handles a delivered task. @returns whether it is done. */
export type Receive = (body: { id: string; job: string }) => Promise<boolean>;

/**
 * A model of Cloud Tasks in virtual time: its queues dispatch at most 500 tasks a second, and a task name is accepted
 * once.
 */
export class ModelTasks {
  /** While false, nothing can be created. */
  isUp = true;
  receive: Receive = async () => true;
  readonly #time: VirtualTime;
  readonly #usage: Usage;
  readonly #names = new Set<string>();
  /** When the next task of a queue may be dispatched, in ms since 1970. */
  readonly #nextSlot = new Map<string, number>();
  readonly #created = new Map<string, { second: number; count: number }>();

  constructor(time: VirtualTime, usage: Usage) {
    this.#time = time;
    this.#usage = usage;
  }

  /** Creates the client of one process. */
  client(): TaskService {
    let freeAt = 0;
    const create = async (request: TaskRequest) => {
      freeAt = Math.max(freeAt, this.#time.now()) + CREATE_CPU_MS;
      await this.#time.pause(freeAt - this.#time.now() + CREATE_MS);
      this.#create(request);
    };
    return { create, close: async () => {} };
  }

  #create({ parent, task }: TaskRequest): void {
    if (!this.isUp) throw new Error("Cloud Tasks does not answer");
    const name = String(task?.name);
    if (this.#names.has(name)) return;
    this.#names.add(name);
    this.#usage.tasks++;
    const { data } = JSON.parse(String(task?.httpRequest?.body));
    const { seconds = 0, nanos = 0 } = task?.scheduleTime ?? {};
    const at = Math.max(this.#time.now(), Number(seconds) * 1000 + Number(nanos) / 1_000_000);
    this.#schedule({ queue: String(parent?.split("/").at(-1)), body: data, at });
  }

  /** Dispatches a task at the earliest time that the rate of its queue allows. */
  #schedule({ queue, body, at }: Queued): void {
    this.#time.timer(at - this.#time.now(), () => {
      const slot = Math.max(this.#time.now(), this.#nextSlot.get(queue) ?? 0);
      this.#nextSlot.set(queue, slot + 1000 / limits.queue.limit);
      this.#count(queue);
      this.#usage.report("waiting", `queue ${queue}`, (slot - this.#time.now()) / 1000);
      this.#time.timer(slot - this.#time.now() + CALL_MS, () => void this.#deliver({ queue, body, at }));
    });
  }

  async #deliver({ queue, body }: Queued): Promise<void> {
    if (await this.receive(body)) return;
    this.#schedule({ queue, body, at: this.#time.now() + AGAIN_MS });
  }

  #count(queue: string): void {
    const second = Math.floor(this.#time.now() / 1000);
    const counted = this.#created.get(queue);
    if (counted?.second === second) counted.count++;
    else {
      if (counted) this.#usage.report("queue", `queue ${queue}`, counted.count);
      this.#created.set(queue, { second, count: 1 });
    }
  }
}
