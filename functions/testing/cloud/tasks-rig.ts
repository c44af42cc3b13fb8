import { credentials } from "@grpc/grpc-js";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { CloudTasksQueue } from "#queue/cloud-tasks";
import { CloudTasksReceiver } from "#queue/cloud-tasks-receiver";
import { type CloudTasksSettings, queueIds, queueRateLimits } from "#queue/cloud-tasks-request";
import type { QueueContext, RunnableJob } from "#queue/port";
import type { Store } from "#store/port";
import type { AdaptedWorker, QueueEnvironment } from "#testing/suites/queue/rig";
import { CloudTasksStub } from "./tasks-stub.ts";

/** The deployment of the tests. */
export const settings: CloudTasksSettings = {
  project: "demo-atrium",
  location: "europe-west1",
  baseUrl: "https://europe-west1-demo-atrium.cloudfunctions.net",
  serviceAccount: "tasks@demo-atrium.iam.gserviceaccount.com",
};

/** One stub of Cloud Tasks per store, and queues that use it through the real client. */
export class CloudTasksRig {
  readonly #stubs = new Map<Store, Promise<CloudTasksStub>>();
  readonly #queues: CloudTasksQueue[] = [];

  /** The stub of an environment, listening. */
  stub({ store, now }: QueueEnvironment): Promise<CloudTasksStub> {
    const existingStub = this.#stubs.get(store);
    if (existingStub) return existingStub;
    const newStub = new CloudTasksStub(now);
    const stub = newStub.listen().then(() => newStub);
    this.#stubs.set(store, stub);
    return stub;
  }

  /** A queue whose client talks to the environment's stub. */
  async queue(
    environment: QueueEnvironment,
    context: QueueContext,
    timer: SetTimer = hostTimer,
  ): Promise<CloudTasksQueue> {
    const { port } = await this.stub(environment);
    // Without it the client would look for credentials on the network.
    process.env.METADATA_SERVER_DETECTION = "none";
    const client = { apiEndpoint: "127.0.0.1", port, sslCreds: credentials.createInsecure(), projectId: "demo-atrium" };
    const queue = new CloudTasksQueue({ context: () => context, settings, client, timer });
    this.#queues.push(queue);
    return queue;
  }

  /** A process as the contract suite needs it: draining delivers its due tasks. */
  async worker(
    environment: QueueEnvironment,
    context: QueueContext,
    jobs: readonly RunnableJob[],
  ): Promise<AdaptedWorker> {
    const stub = await this.stub(environment);
    const queue = await this.queue(environment, context);
    const receiver = new CloudTasksReceiver({ context: () => context, jobs, queue });
    for (const job of jobs) for (const queue of queueIds(job)) stub.limits.set(queue, queueRateLimits(job));
    const deliver = () =>
      stub.deliver(receiver, ({ task }) => receiver.run(JSON.parse(task.httpRequest.body.toString()).data));
    return {
      queue,
      drain: () => drain(queue, deliver),
      crash: () => stub.breakOff(receiver),
    };
  }

  async close(): Promise<void> {
    for (const queue of this.#queues) await queue.close();
    for (const stub of this.#stubs.values()) (await stub).close();
  }
}

/** Sweeps and delivers until nothing is due. Deliveries overlap: when one ends, the next may begin. */
async function drain(queue: CloudTasksQueue, deliver: () => Promise<void>[]): Promise<void> {
  const running = new Set<Promise<void>>();
  for (;;) {
    await queue.drain();
    for (const delivery of deliver()) {
      const one = delivery.finally(() => running.delete(one));
      running.add(one);
    }
    if (running.size > 0) await Promise.race(running);
    else if ((await queue.sweep().catch(() => 0)) === 0) return;
  }
}
