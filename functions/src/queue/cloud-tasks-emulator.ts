import type { SetTimer } from "#platform/timer";
import type { TaskRequest, TaskService } from "./cloud-tasks-client.ts";

/**
 * Makes tasks in the emulator of the Firebase suite, which knows no schedule and no gRPC: what is due later is held here
 * until then. What this process still holds when it ends is created by the sweeper.
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
    // Nobody waits for it: the sweeper creates it where this fails.
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
          // Without an address it goes to the function of the queue, with the headers that the emulator adds: its own
          // content type would come twice.
          httpRequest: { headers: {}, body, url: "" },
        },
      }),
    });
    const EXISTS = 409;
    if (!reply.ok && reply.status !== EXISTS) throw new Error(`the tasks emulator answered ${reply.status}`);
  }

  async close(): Promise<void> {}
}
