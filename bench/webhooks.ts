import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { advancedWebhookDefaults } from "@atrium/functions/domain/configs/advanced-webhook-config";
import { configPath, toStoredConfig } from "@atrium/functions/domain/configs/store/configs";
import { writeSubscriptions } from "@atrium/functions/domain/events/store/subscriptions";
import { deliveryTask } from "@atrium/functions/domain/webhooks/store/deliver-later";
import { endpointPath, newEndpoint } from "@atrium/functions/domain/webhooks/store/endpoints";
import {
  deliveryIdOf,
  deliveryPath,
  messagePath,
  newDelivery,
  newMessage,
} from "@atrium/functions/domain/webhooks/store/messages";
import { apiKeyPath } from "@atrium/functions/domain/workspaces/store/api-keys";
import type { Write } from "@atrium/functions/store/port";
import { createLog } from "../server/src/log/log.ts";
import { openService } from "../server/src/service.ts";
import { readSettings } from "../server/src/settings/settings.ts";
import type { Server } from "./server-process.ts";
import type { SinkOrder, SinkReport } from "./sink.ts";
import type { Tenant } from "./tenant.ts";

/** A running sink. */
export class Sink {
  readonly urls: string[];
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, urls: string[]) {
    this.#child = child;
    this.urls = urls;
  }

  /** Reports what has arrived since the last reset. */
  async report(): Promise<SinkReport> {
    this.#tell({ report: true });
    const [report] = (await once(this.#child, "message")) as [SinkReport];
    return report;
  }

  /** Waits until `arrivals` events have arrived. @throws Error if no more arrive. */
  async until(arrivals: number): Promise<SinkReport> {
    let before = -1;
    for (let changedAt = performance.now(); ; await sleep(250)) {
      const report = await this.report();
      if (report.arrivals >= arrivals) return report;
      if (report.arrivals > before) changedAt = performance.now();
      else if (performance.now() - changedAt > 10_000)
        throw new Error(`Only ${report.arrivals} of ${arrivals} deliveries arrived.`);
      before = report.arrivals;
    }
  }

  reset(): void {
    this.#tell({ reset: true });
  }

  stop(): void {
    this.#child.disconnect();
  }

  #tell(order: SinkOrder): void {
    this.#child.send(order);
  }
}

/** Starts a sink. */
export async function startSink(): Promise<Sink> {
  const child = fork(join(import.meta.dirname, "sink.ts"));
  const [urls] = (await once(child, "message")) as [string[]];
  return new Sink(child, urls);
}

/** Adds users: each causes an event. */
export async function addUsers({ url }: Server, { headers }: Tenant, userIds: string[]): Promise<void> {
  const users = userIds.map((userId) => ({ userId, name: "Ada Lovelace", email: `${userId}@example.com` }));
  const body = JSON.stringify({ data: { organizationId: "everyday", users } });
  const status = await new Promise<number>((resolve, reject) => {
    const call = request(`${url}/v2/users/add`, { method: "POST", agent, headers }, (reply) => {
      reply.resume().once("end", () => resolve(reply.statusCode ?? 0));
    });
    call.once("error", reject).end(body);
  });
  if (status !== 200) throw new Error(`users/add answered ${status}.`);
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** When the user of each number was added, in ms since 1970. */
export type SendTimes = ReadonlyMap<number, number>;

let nextNumber = 0;

/** Adds new users one by one, `rate` per second, however fast the server replies. */
export async function addSteadily(server: Server, tenant: Tenant, rate: number, seconds: number): Promise<SendTimes> {
  const sendTimes = new Map<number, number>();
  const calls: Promise<void>[] = [];
  const started = performance.now();
  for (let due = 0; due < rate * seconds; ) {
    for (; due < ((performance.now() - started) / 1000) * rate; due++) {
      const number = nextNumber++;
      sendTimes.set(number, performance.timeOrigin + performance.now());
      calls.push(addUsers(server, tenant, [`timed-user-${number}`]));
    }
    await sleep(1);
  }
  await Promise.all(calls);
  return sendTimes;
}

/** Gives the tenant endpoints at these addresses; those in `backlog` have `deliveries` deliveries waiting. */
export async function addEndpoints(
  { folder, headers }: Tenant,
  urls: readonly string[],
  backlog: { url: string; deliveries: number }[] = [],
): Promise<void> {
  const { context } = await openService(readSettings({ ATRIUM_DATA: folder }), createLog("silent"));
  const apiKeyId = Object.entries(headers).find(([name]) => name.endsWith("-api-key"))?.[1] as string;
  const all = [...urls, ...backlog.map(({ url }) => url)].map((url, i) => ({ id: `ep_${i}`, url }));
  await context.store.transact(async (tx) => {
    const config = { ...advancedWebhookDefaults, isEnabled: true };
    tx.set(configPath(apiKeyId, "advancedWebhook"), toStoredConfig(context, "advancedWebhook", config));
    for (const { id, url } of all) tx.create(endpointPath(apiKeyId, id), newEndpoint(context, { url }));
    // A dead endpoint receives nothing beyond its backlog, so that the load is the same with and without it.
    const list = all.slice(0, urls.length).map(({ id }) => ({ endpointId: id }));
    writeSubscriptions(tx, apiKeyId, list);
  });
  for (const [i, { deliveries }] of backlog.entries())
    await fill(context, apiKeyId, all[urls.length + i]?.id as string, deliveries);
  await context.store.close();
}

type Filled = Awaited<ReturnType<typeof openService>>["context"];

async function fill(context: Filled, apiKeyId: string, endpointId: string, deliveries: number): Promise<void> {
  const apiKey = apiKeyPath(apiKeyId);
  const now = context.now();
  const user = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" };
  const metadata = { apiKey: apiKeyId, organizationId: "everyday" };
  const event = { type: "user.add", source: "user", timestamp: now, data: { user, metadata } };
  function* writes(): Iterable<Write> {
    for (let i = 0; i < deliveries; i++) {
      const messageId = `evt_${i}`;
      yield { op: "set", path: messagePath(apiKey, messageId), data: newMessage(event, [], now) };
      const data = newDelivery({ messageId, endpointId, eventType: event.type }, now, context.store);
      yield { op: "set", path: deliveryPath(apiKey, deliveryIdOf(messageId, endpointId, now)), data };
    }
  }
  await context.store.bulk(writes());
  await context.store.transact(async (tx) => context.queue.add(tx, deliveryTask(apiKeyId, endpointId)));
}

/** How long each event took from the call to its arrival, in ms, sorted. */
export function latencies(sendTimes: SendTimes, { byNumber }: SinkReport): number[] {
  return byNumber.map(([number, at]) => at - (sendTimes.get(number) ?? Number.NaN)).sort((a, b) => a - b);
}

/** The value below which this fraction of the sorted values lies. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
