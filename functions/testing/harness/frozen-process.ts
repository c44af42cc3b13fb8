import { declaredJobs } from "#src/jobs";
import type { Store } from "#store/port";
import type { World } from "./world.ts";

/**
 * Turns of the event loop that each operation takes: one that is not awaited is thus still running when the reply is
 * sent.
 */
const TURNS = 5;
/** Maximum number of tasks that one call may cause. */
const MAX_TASKS = 100;

type StartedTask = Parameters<World["context"]["queue"]["start"]>[0];

/**
 * A process that gets no CPU time once it has answered, as on Cloud Run. It records every operation on the store, the
 * queue or another server that is in progress at that time or begins later.
 */
export class FrozenProcess {
  /** The operations that would have been lost. */
  readonly late: string[] = [];
  readonly #w: World;
  readonly #pending = new Set<{ name: string }>();
  /** Tasks that were created and have not run yet. */
  readonly #created: StartedTask[] = [];
  #isFrozen = false;

  /** Watches the operations of the world's context from now on. */
  constructor(w: World) {
    this.#w = w;
    const { context } = w;
    const { store, queue, outbound } = context;
    context.store = this.#watchStore(store);
    context.queue = {
      add: (tx, task) => queue.add(tx, task),
      start: (task) => this.#note(`start of ${task.job}`, async () => void this.#created.push(task)),
      drain: () => queue.drain(),
    };
    context.outbound = {
      post: (request) => this.#note("outbound call", () => outbound.post(request)),
      close: () => outbound.close(),
    };
  }

  /** Runs the work of one request and freezes the process when the work has ended. */
  async answer<T>(work: () => Promise<T>): Promise<T> {
    this.#isFrozen = false;
    const result = await work();
    this.#isFrozen = true;
    this.late.push(...[...this.#pending].map(({ name }) => `${name} had not ended`));
    this.#pending.clear();
    await pass(TURNS * 4);
    return result;
  }

  /** Runs the job of a task as a request of its own. */
  async run({ id, job: name, payload }: StartedTask): Promise<void> {
    const job = declaredJobs.find((one) => one.name === name);
    if (!job) throw new Error(`no job named ${name}`);
    await this.answer(() => job.run(this.#w.context, payload, { id, attempt: 1 }));
  }

  /** Runs each created task, and the tasks that these create, at their due times. @returns their jobs. */
  async runTasks(): Promise<string[]> {
    const ran: string[] = [];
    for (let task = this.#created.shift(); task; task = this.#created.shift()) {
      if (ran.length === MAX_TASKS) throw new Error(`more than ${MAX_TASKS} tasks were caused by one call: ${task.id}`);
      this.#w.advance(Math.max(0, (task.dueAt ?? 0) - this.#w.context.now()));
      await this.run(task);
      ran.push(task.job);
    }
    return ran;
  }

  #watchStore(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name === "watch" || name === "close") return member.bind(target);
        return (...args: unknown[]) => this.#note(String(name), () => member.apply(target, args));
      },
    });
  }

  async #note<T>(name: string, run: () => Promise<T>): Promise<T> {
    if (this.#isFrozen) {
      this.late.push(`${name} began after the reply`);
      return new Promise(() => {});
    }
    const operation = { name };
    this.#pending.add(operation);
    try {
      const result = await run();
      await pass(TURNS);
      return result;
    } finally {
      this.#pending.delete(operation);
    }
  }
}

/** Lets `turns` turns of the event loop pass. */
async function pass(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
}
