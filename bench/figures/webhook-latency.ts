import { ORGANIZATION } from "../against-floor.ts";
import type { Figure, Options, Outcome, Throughput } from "../figure.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant } from "../tenant.ts";
import { addEndpoints, addSteadily, latencies, quantile, startSink } from "../webhooks.ts";

const RATE = 500;
const ENDPOINTS = 5;
const LONGEST = { p50: 20, p99: 150 };

/** From sending the call that causes an event until the event arrives at each of its endpoints. */
export const webhookLatency: Figure = {
  id: "webhook-latency",
  title: `webhooks, call to first attempt at ${RATE} events/s, ${ENDPOINTS} endpoints`,
  target: `p50 < ${LONGEST.p50} ms, p99 < ${LONGEST.p99} ms`,
  async run({ seconds, rounds }: Options): Promise<Outcome> {
    const tenant = await makeTenant({ organizationId: ORGANIZATION.organizationId });
    const sink = await startSink();
    const urls = Array.from({ length: ENDPOINTS }, (_, i) => `${sink.urls[i % sink.urls.length]}/${i}`);
    await addEndpoints(tenant, urls);
    const server = await startProduct(tenant.folder);
    try {
      const warm = await addSteadily(server, tenant, RATE, Math.min(2, seconds));
      await sink.until(warm.size * ENDPOINTS);
      const throughputs: Throughput[] = [];
      for (let round = 0; round < rounds; round++) {
        sink.reset();
        const cpu = server.cpuTime();
        const sendTimes = await addSteadily(server, tenant, RATE, seconds);
        const report = await sink.until(sendTimes.size * ENDPOINTS);
        const times = latencies(sendTimes, report);
        const used = ((server.cpuTime() ?? 0) - (cpu ?? 0)) / sendTimes.size;
        const requestsPerSecond = (1000 * sendTimes.size) / (report.last - Math.min(...sendTimes.values()));
        throughputs.push({ requestsPerSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99), cpu: used });
      }
      const product = throughputs.sort((a, b) => (a.p99 ?? 0) - (b.p99 ?? 0))[Math.floor(rounds / 2)] as Throughput;
      const { p50 = Number.NaN, p99 = Number.NaN } = product;
      return { product, met: p50 < LONGEST.p50 && p99 < LONGEST.p99 };
    } finally {
      await server.stop();
      sink.stop();
    }
  },
};
