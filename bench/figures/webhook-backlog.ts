import { ORGANIZATION } from "../against-floor.ts";
import type { Figure, Options, Outcome } from "../figure.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant } from "../tenant.ts";
import { addEndpoints, addSteadily, latencies, quantile, type Sink, startSink } from "../webhooks.ts";

const WAITING = 100_000;
const RATE = 200;
const LARGEST_RATIO = 1.3;
const MOST_MEMORY = 300;
/** No server listens at this address. */
const DEAD = "http://127.0.0.1:1/";

/** A server with an endpoint at the sink and, if deliveries are waiting, a dead endpoint. */
async function startBeside(sink: Sink, waiting: number) {
  const tenant = await makeTenant({ organizationId: ORGANIZATION.organizationId });
  const backlog = waiting > 0 ? [{ url: DEAD, deliveries: waiting }] : [];
  await addEndpoints(tenant, [`${sink.urls[0]}/0`], backlog);
  const server = await startProduct(tenant.folder);
  const measure = async (seconds: number): Promise<number> => {
    sink.reset();
    const sendTimes = await addSteadily(server, tenant, RATE, seconds);
    return quantile(latencies(sendTimes, await sink.until(sendTimes.size)), 0.99);
  };
  return { server, measure };
}

/** The p99 of the other endpoint, measured alternately with that of a server without a backlog. */
export const webhookBacklog: Figure = {
  id: "webhook-backlog",
  title: `webhooks, p99 beside ${WAITING} deliveries that wait for a dead endpoint (floor: beside none)`,
  target: `≤ ${LARGEST_RATIO} of p99 without them`,
  async run({ seconds, rounds }: Options): Promise<Outcome> {
    const sink = await startSink();
    const burdened = await startBeside(sink, WAITING);
    const free = await startBeside(sink, 0);
    try {
      for (const { measure } of [burdened, free]) await measure(Math.min(2, seconds));
      const p99Pairs: [number, number][] = [];
      for (let round = 0; round < rounds; round++)
        p99Pairs.push([await burdened.measure(seconds), await free.measure(seconds)]);
      const product = median(p99Pairs.map(([one]) => one));
      const floor = median(p99Pairs.map(([, one]) => one));
      const ratio = product / floor;
      const ms = (value: number) => ({ value, unit: "ms" as const });
      return { product: ms(product), floor: ms(floor), ratio, met: ratio <= LARGEST_RATIO };
    } finally {
      await burdened.server.stop();
      await free.server.stop();
      sink.stop();
    }
  },
};

/** Resident memory with the whole backlog, under load. */
export const webhookBacklogMemory: Figure = {
  id: "webhook-backlog-memory",
  title: `resident memory beside ${WAITING} deliveries that wait for a dead endpoint`,
  target: `< ${MOST_MEMORY} MB`,
  async run({ seconds }: Options): Promise<Outcome> {
    const sink = await startSink();
    const { server, measure } = await startBeside(sink, WAITING);
    try {
      await measure(seconds);
      const value = server.memory();
      return { product: { value, unit: "MB" }, met: value < MOST_MEMORY };
    } finally {
      await server.stop();
      sink.stop();
    }
  },
};

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
