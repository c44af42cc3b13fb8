import { createRequire } from "node:module";
import { join } from "node:path";
import { type Metadata, Server, ServerCredentials, type ServiceDefinition } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

/** A request to create a task, as received. */
export interface CreateTask {
  parent: string;
  task: {
    name: string;
    scheduleTime: { seconds: string; nanos: number } | null;
    dispatchDeadline: { seconds: string } | null;
    httpRequest: {
      url: string;
      httpMethod: string;
      headers: Record<string, string>;
      body: Buffer;
      oidcToken: { serviceAccountEmail: string; audience: string };
    };
  };
}

/** Bounds of one queue. */
export interface QueueLimits {
  maxConcurrentDispatches: number;
  maxDispatchesPerSecond: number;
}

interface KeptTask {
  request: CreateTask;
  queue: string;
  at: number;
  /** The receiver of its current delivery. */
  receiver?: object | undefined;
}

const ALREADY_EXISTS = 6;
/** Pause before a failed task is sent again, in ms. */
const RESEND_AFTER = 1000;

/**
 * Cloud Tasks in this process: a gRPC server from the protos of the client's package, on the loopback interface, which
 * stores tasks and delivers them when they are due on a test's clock.
 */
export class CloudTasksStub {
  readonly requests: { request: CreateTask; metadata: Metadata }[] = [];
  readonly limits = new Map<string, QueueLimits>();
  /** Error codes for the next requests. */
  readonly faults: number[] = [];
  readonly #now: () => number;
  readonly #server = new Server();
  readonly #names = new Set<string>();
  readonly #begun = new Map<string, number[]>();
  #keptTasks: KeptTask[] = [];
  port = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  async listen(): Promise<void> {
    const tasks = createRequire(import.meta.resolve("@google-cloud/tasks"));
    const gax = tasks.resolve("google-gax");
    const protos = join(tasks.resolve("@google-cloud/tasks"), "../../../protos");
    const definition = loadSync("google/cloud/tasks/v2/cloudtasks.proto", {
      includeDirs: [protos, join(gax, "../../protos")],
      longs: String,
      enums: String,
      defaults: true,
    });
    this.#server.addService(definition["google.cloud.tasks.v2.CloudTasks"] as ServiceDefinition, {
      createTask: (
        call: { request: CreateTask; metadata: Metadata },
        reply: (error: object | null, task?: object) => void,
      ) => {
        const code = this.#create(call);
        if (code) reply({ code, details: `code ${code}` });
        else reply(null, call.request.task);
      },
    });
    this.port = await new Promise((resolve, reject) =>
      this.#server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    );
  }

  close(): void {
    this.#server.forceShutdown();
  }

  #create({ request, metadata }: { request: CreateTask; metadata: Metadata }): number | undefined {
    this.requests.push({ request, metadata });
    const fault = this.faults.shift();
    if (fault) return fault;
    const { name, scheduleTime } = request.task;
    if (this.#names.has(name)) return ALREADY_EXISTS;
    this.#names.add(name);
    const at = scheduleTime ? Number(scheduleTime.seconds) * 1000 + scheduleTime.nanos / 1_000_000 : this.#now();
    this.#keptTasks.push({ request, queue: request.parent.split("/").at(-1) ?? "", at });
    return undefined;
  }

  /** Delivers every task that is due and within the limits of its queue. @returns the deliveries. */
  deliver(receiver: object, receive: (request: CreateTask) => Promise<{ status: number }>): Promise<void>[] {
    const due = this.#keptTasks.filter((task) => !task.receiver && task.at <= this.#now());
    return due.flatMap((task) => (this.#mayBegin(task.queue) ? [this.#deliver(task, receiver, receive)] : []));
  }

  /** The connection to the receiver breaks: its current deliveries count as failed. */
  breakOff(receiver: object): void {
    for (const task of this.#keptTasks) if (task.receiver === receiver) this.#resend(task);
  }

  async #deliver(task: KeptTask, receiver: object, receive: Parameters<CloudTasksStub["deliver"]>[1]): Promise<void> {
    task.receiver = receiver;
    this.#begun.set(task.queue, [...this.#lately(task.queue), this.#now()]);
    const { status } = await receive(task.request).catch(() => ({ status: 500 }));
    if (task.receiver !== receiver) return;
    if (status === 200) this.#keptTasks = this.#keptTasks.filter((other) => other !== task);
    else this.#resend(task);
  }

  #resend(task: KeptTask): void {
    task.receiver = undefined;
    task.at = this.#now() + RESEND_AFTER;
  }

  #mayBegin(queue: string): boolean {
    const limits = this.limits.get(queue);
    const running = this.#keptTasks.filter((task) => task.queue === queue && task.receiver).length;
    return (
      !limits ||
      (running < limits.maxConcurrentDispatches && this.#lately(queue).length < limits.maxDispatchesPerSecond)
    );
  }

  #lately(queue: string): number[] {
    return (this.#begun.get(queue) ?? []).filter((at) => at > this.#now() - 1000);
  }
}
