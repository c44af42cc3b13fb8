import { type Context, createContext } from "@atrium/functions/context";
import { callEndpoints } from "@atrium/functions/endpoints";
import { HeavyWork } from "@atrium/functions/heavy-work";
import { textOfBody } from "@atrium/functions/http/reply-body";
import { createServe, type Serve } from "@atrium/functions/http/serve";
import { declaredJobs } from "@atrium/functions/jobs";
import type { OutboundReply } from "@atrium/functions/outbound/port";
import { CloudTasksQueue } from "@atrium/functions/queue/cloud-tasks";
import { CloudTasksReceiver } from "@atrium/functions/queue/cloud-tasks-receiver";
import { queueIds } from "@atrium/functions/queue/cloud-tasks-request";
import { RecentStore } from "@atrium/functions/store/recent-store";
import type { IndexFile } from "@atrium/functions/store/tree";
import indexFile from "../../firestore.indexes.json" with { type: "json" };
import { ModelStore, origins } from "./model/store.ts";
import { ModelTasks } from "./model/tasks.ts";
import { Usage } from "./model/usage.ts";
import { VirtualTime } from "./virtual-time.ts";

/** How long a customer's server takes to answer a webhook, in ms. */
const RECEIVER_MS = 100;
const noLimits = { apiKey: 0, user: 0, allUsers: 0, workspace: 0, public: 0 };
const noStreams = { perKey: 0, perUser: 0, perAddress: 0, perProcess: 0 };
const noLog = { info() {}, warn() {}, error() {} };

/** One process of a function, with caches of its own. */
interface Instance {
  context: Context;
  queue: CloudTasksQueue;
  serve: Serve;
  receiver: CloudTasksReceiver;
}

/** The whole installation: all functions with their instances, on the models of Firestore and Cloud Tasks. */
export class Fleet {
  readonly time = new VirtualTime();
  readonly usage = new Usage();
  readonly store = new ModelStore(this.time, this.usage, (indexFile as IndexFile).indexes);
  readonly tasks = new ModelTasks(this.time, this.usage);
  /** Webhook calls that have arrived. */
  webhooks = 0;
  readonly #perFunction: number;
  readonly #functions = new Map<string, Instance[]>();
  #turn = 0;

  /** @param perFunction number of instances of each function. */
  constructor(perFunction: number) {
    this.#perFunction = perFunction;
    this.tasks.receive = (body) => this.#receive(body);
  }

  /** An instance of a function; the instances take turns. */
  instance(name: string): Instance {
    let instances = this.#functions.get(name);
    if (!instances) {
      instances = Array.from({ length: this.#perFunction }, () => this.#open());
      this.#functions.set(name, instances);
    }
    return instances[this.#turn++ % instances.length] as Instance;
  }

  #open(): Instance {
    const { time } = this;
    const queues = Object.fromEntries(declaredJobs.map((job) => [job.name, queueIds(job)]));
    const own = { project: "p", location: "l", baseUrl: "https://functions.example.com", serviceAccount: "s" };
    const settings = { ...own, queues };
    const queue: CloudTasksQueue = new CloudTasksQueue({
      context: () => context,
      settings,
      service: this.tasks.client(),
      timer: time.timer,
    });
    const context: Context = createContext({
      store: new RecentStore(this.store, time),
      queue,
      outbound: { post: () => this.#answer(), close: async () => {} },
      settings: {
        headerBrand: "service",
        issuer: "atrium",
        allowWorkspaceCreate: true,
        rateLimits: noLimits,
        streams: noStreams,
      },
      log: noLog,
      encryptionKey: new Uint8Array(32).fill(7),
      userTokenKeys: () => {
        throw new Error("the simulator calls with API keys");
      },
      now: time.now,
      monotonic: time.now,
      timer: time.timer,
      heavyWork: new HeavyWork(Number.POSITIVE_INFINITY),
    });
    const receiver = new CloudTasksReceiver({ context: () => context, jobs: declaredJobs, queue, timer: time.timer });
    return { context, queue, serve: createServe(context, callEndpoints), receiver };
  }

  async #answer(): Promise<OutboundReply> {
    await this.time.pause(RECEIVER_MS);
    this.webhooks++;
    return { status: 200, body: "" };
  }

  async #receive(body: { id: string; job: string }): Promise<boolean> {
    const origin = { name: `job ${body.job}`, hasReplied: false };
    const { status } = await origins.run(origin, () => this.instance(`jobs ${body.job}`).receiver.run(body));
    origin.hasReplied = true;
    return status === 200;
  }

  /** Calls an endpoint with an API key. @returns its result. @throws Error if it fails. */
  async call(path: string, data: unknown, { apiKeyId, authToken }: { apiKeyId: string; authToken: string }) {
    const origin = { name: path, hasReplied: false };
    const body = Buffer.from(JSON.stringify({ data }));
    const headers = {
      "content-type": "application/json",
      "x-service-api-key": apiKeyId,
      "x-service-auth-token": authToken,
    };
    const request = { method: "POST", path, ip: "192.0.2.1", headers, body: async () => body };
    const response = await origins.run(origin, () => this.instance(path).serve(request));
    origin.hasReplied = true;
    const reply = JSON.parse(textOfBody(response.body));
    if (response.status === 200) return reply.result;
    this.usage.add(reply.error?.status === "ABORTED" ? "aborted" : "failed", path);
    throw new Error(`${path} answered ${JSON.stringify(reply)}`);
  }
}
