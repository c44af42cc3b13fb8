import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ORGANIZATION } from "../against-floor.ts";
import type { Figure, Options, Outcome, Throughput } from "../figure.ts";
import type { PostJob } from "../posts.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant } from "../tenant.ts";
import { addEndpoints, addUsers, startSink } from "../webhooks.ts";

const ENOUGH = 5000;
const ENDPOINTS = 5;
const CONCURRENCY = 64;
const USERS_PER_CALL = 100;
/** Expected deliveries per second, so that a round has about the requested length. */
const EXPECTED = 5000;

/** From the first of many calls until the last delivery of their events; the floor posts as much but stores nothing. */
export const webhookDeliveries: Figure = {
  id: "webhook-deliveries",
  title: `webhooks, ${ENDPOINTS} endpoints an event, each attempt durable, signed (floor: POSTs alone)`,
  target: `≥ ${ENOUGH} deliveries/s`,
  async run({ seconds, rounds }: Options): Promise<Outcome> {
    const tenant = await makeTenant({ organizationId: ORGANIZATION.organizationId });
    const sink = await startSink();
    const urls = Array.from({ length: ENDPOINTS }, (_, i) => `${sink.urls[i % sink.urls.length]}/${i}`);
    await addEndpoints(tenant, urls);
    const server = await startProduct(tenant.folder);
    let number = 0;
    const calls = Math.ceil((EXPECTED * seconds) / (USERS_PER_CALL * ENDPOINTS));
    const deliver = async (calls: number): Promise<Throughput> => {
      sink.reset();
      const cpu = server.cpuTime();
      const started = performance.timeOrigin + performance.now();
      const pending = Array.from({ length: calls }, () => {
        const userIds = Array.from({ length: USERS_PER_CALL }, () => `user-${number++}`);
        return addUsers(server, tenant, userIds);
      });
      const count = calls * USERS_PER_CALL * ENDPOINTS;
      const [{ last }] = await Promise.all([sink.until(count), ...pending]);
      const used = ((server.cpuTime() ?? 0) - (cpu ?? 0)) / count;
      return { requestsPerSecond: count / ((last - started) / 1000), ...(cpu !== undefined && { cpu: used }) };
    };
    const post = async (): Promise<Throughput> => {
      const body = JSON.stringify({ event: "user.add", data: { user: { name: "x".repeat(250) } } });
      const child = fork(join(import.meta.dirname, "..", "posts.ts"));
      child.send({ urls, body, count: EXPECTED * seconds, concurrency: CONCURRENCY } satisfies PostJob);
      const [requestsPerSecond] = (await once(child, "message")) as [number];
      return { requestsPerSecond };
    };
    try {
      await deliver(Math.ceil(calls / 3));
      const throughputPairs: [Throughput, Throughput][] = [];
      for (let round = 0; round < rounds; round++) throughputPairs.push([await deliver(calls), await post()]);
      const product = median(throughputPairs.map(([one]) => one));
      const floor = median(throughputPairs.map(([, one]) => one));
      const ratio = product.requestsPerSecond / floor.requestsPerSecond;
      return { product, floor, ratio, met: product.requestsPerSecond >= ENOUGH };
    } finally {
      await server.stop();
      sink.stop();
    }
  },
};

function median(rounds: Throughput[]): Throughput {
  const sorted = rounds.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  return sorted[Math.floor(sorted.length / 2)] as Throughput;
}
