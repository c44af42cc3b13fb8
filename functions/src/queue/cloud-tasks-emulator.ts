import type { SetTimer } from "#platform/async/timer";
import type { TaskRequest, TaskService } from "./cloud-tasks-client.ts";

/**
 * Creates tasks in the emulator of the Firebase suite, which supports neither schedules nor gRPC: a task that is due later
 * is held in this process until then. The sweeper creates the tasks that a process still holds when it ends.
 */
export class TasksEmulator implements TaskService {
  readonly #host: string;
  readonly #now: () => number;
  readonly #timer: SetTimer;

  /** @param host of the emulator, with its port. */
  constructor({ host, now, timer }: { host: string; now: () => number; timer: SetTimer }) {
    this.#host = host;
    this.#now = now;
    this.#timer = timer;
  }

  async create(request: TaskRequest): Promise<void> {
    const { seconds = 0, nanos = 0 } = request.task?.scheduleTime ?? {};
    const pause = Number(seconds) * 1000 + Number(nanos) / 1_000_000 - this.#now();
    if (pause <= 0) return this.#send(request);
    // Not awaited: the sweeper creates the task if this fails.
    this.#timer(pause, () => void this.#send(request).catch(() => {}));
  }

  async #send({ parent, task }: TaskRequest): Promise<void> {
    const body = Buffer.from(task?.httpRequest?.body as Uint8Array).toString("base64");
    const reply = await fetch(`http://${this.#host}/${parent}/tasks`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        task: {
          name: task?.name,
          dispatchDeadline: `${task?.dispatchDeadline?.seconds}s`,
          // Without a URL the emulator calls the function of the queue and adds headers; a content type of ours would be a
          // duplicate.
          httpRequest: { headers: {}, body, url: "" },
        },
      }),
    });
    const EXISTS = 409;
    if (!reply.ok && reply.status !== EXISTS) throw new Error(`the tasks emulator answered ${reply.status}`);
  }

  async close(): Promise<void> {}
}
