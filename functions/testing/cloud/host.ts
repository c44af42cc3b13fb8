import { CloudTasksReceiver } from "#queue/cloud-tasks-receiver";
import type { RunnableJob, Task } from "#queue/port";
import type { CloudService, ServiceSource } from "#src/cloud/context";
import { declaredJobs } from "#src/jobs";
import { type World, type WorldOptions, world } from "#testing/harness/world";
import { CloudTasksRig } from "./tasks-rig.ts";
import type { CloudTasksStub, CreateTask } from "./tasks-stub.ts";

/** A world with the cloud's queue, and the context that its functions share. */
export interface CloudWorld {
  w: World;
  service: ServiceSource;
  /** Cloud Tasks. */
  stub: CloudTasksStub;
  /** Adds the task in a transaction without starting it, like a process that crashes before it can. */
  add(task: Task): Promise<void>;
  /** Adds and starts it. @returns `data` of the request that Cloud Tasks then sends. */
  promise(task: Task): Promise<unknown>;
  close(): Promise<void>;
}

/** The content of the request for a task. */
export function dataOf({ task }: CreateTask): unknown {
  return JSON.parse(task.httpRequest.body.toString()).data;
}

/** Creates a host. The store is empty except for its tenant. @param options `jobs`: replaces the declared jobs. */
export async function cloudWorld({
  jobs = declaredJobs,
  ...options
}: WorldOptions & { jobs?: readonly RunnableJob[] } = {}): Promise<CloudWorld> {
  const w = await world(options);
  const rig = new CloudTasksRig();
  const { store, now } = w.context;
  const environment = { store, now, advance: (ms: number) => w.advance(ms), logged: w.logged };
  const stub = await rig.stub(environment);
  const queue = await rig.queue(environment, w.context);
  const context = { ...w.context, queue };
  const receiver = new CloudTasksReceiver({ context: () => context, jobs, queue });
  const service: CloudService = { context, queue, receiver };
  const add = (task: Task) => store.transact(async (tx) => queue.add(tx, task));
  const promise = async (task: Task) => {
    await add(task);
    await queue.start(task);
    const last = stub.requests.at(-1);
    if (!last) throw new Error("no task was created");
    return dataOf(last.request);
  };
  return { w, stub, add, promise, service: async () => service, close: () => rig.close() };
}
