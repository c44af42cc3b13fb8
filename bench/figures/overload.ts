import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Figure, Options, Outcome } from "../figure.ts";
import type { FloodOrder, FloodReport } from "../flood.ts";
import { measure } from "../measure.ts";
import { type Server, startProduct, startRefusing } from "../server-process.ts";
import { makeTenant, type Tenant } from "../tenant.ts";

const OPEN = 10_000;
/** The measuring connections, and their requests per second. */
const SAMPLED = 500;
const SAMPLED_RATE = 500;
const TIMES = 4;
const LONGEST = 250;
/** Maximum ratio of the refusals' p99 to that of a server that only refuses, which suffices if it exceeds `LONGEST`. */
const LONGEST_RATIO = 1.3;
const organizationId = "flooded";
const path = "/v2/users/get";
const body = { data: { organizationId, userIds: ["user-00000000"] } };

/** Measures the server's capacity, then sends four times as many requests over ten thousand connections. */
export const overload: Figure = {
  id: "overload",
  title: `users/get, ${OPEN} connections, ${TIMES} times what it can serve: what is admitted`,
  target: `p99 < ${LONGEST} ms; nothing breaks`,
  async run(options: Options): Promise<Outcome> {
    const tenant = await makeTenant({ organizationId, users: 100 });
    const server = await startProduct(tenant.folder);
    try {
      const capacity = await capacityOf(server, tenant, options);
      const { mass, sample, failures } = await flood(server, tenant, TIMES * capacity, options);
      console.error(`  can serve ${Math.round(capacity)}/s`);
      const [p50, p99] = [part(sample.admitted, 0.5), part(sample.admitted, 0.99)];
      const product = { requestsPerSecond: mass.admitted.length / options.seconds, p50, p99 };
      return { product, met: p99 < LONGEST && failures === 0 };
    } finally {
      await server.stop();
    }
  },
};

/**
 * Compares refusals with a server that only refuses, because all connections send at once at first, which slows both
 * alike.
 */
export const overloadRefusals: Figure = {
  id: "overload-refusals",
  title: `the same: what is refused (floor: Node's HTTP server, which refuses everything)`,
  target: `p99 < ${LONGEST} ms or ≤ ${LONGEST_RATIO} of the floor; nothing breaks`,
  async run(options: Options): Promise<Outcome> {
    const tenant = await makeTenant({ organizationId, users: 100 });
    const servers: Server[] = [];
    try {
      servers.push(await startProduct(tenant.folder), await startRefusing());
      const [product, floor] = servers as [Server, Server];
      const rate = TIMES * (await capacityOf(product, tenant, options));
      const rounds: [Refused, Refused][] = [];
      for (let round = 0; round < options.rounds; round++)
        rounds.push([await refused(product, tenant, rate, options), await refused(floor, tenant, rate, options)]);
      const [ofProduct, ofFloor] = [median(rounds.map(([one]) => one)), median(rounds.map(([, one]) => one))];
      const ratio = ofProduct.p99 / ofFloor.p99;
      const isBroken = rounds.some(([{ failures }]) => failures > 0);
      const met = (ofProduct.p99 < LONGEST || ratio <= LONGEST_RATIO) && !isBroken;
      return { product: ofProduct, floor: ofFloor, ratio, met };
    } finally {
      for (const server of servers) await server.stop();
    }
  },
};

/** Requests per second that a server can serve. */
async function capacityOf(server: Server, { headers }: Tenant, options: Options): Promise<number> {
  const [{ requestsPerSecond }] = await measure({ ...options, rounds: 1 }, { server, path, headers, body });
  return requestsPerSecond;
}

interface Refused {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  failures: number;
}

async function refused(server: Server, tenant: Tenant, rate: number, options: Options): Promise<Refused> {
  const { mass, sample, failures } = await flood(server, tenant, rate, options);
  const requestsPerSecond = mass.refused.length / options.seconds;
  return { requestsPerSecond, p50: part(sample.refused, 0.5), p99: part(sample.refused, 0.99), failures };
}

function median(rounds: Refused[]): Omit<Refused, "failures"> {
  const sorted = rounds.toSorted((a, b) => a.p99 - b.p99);
  const { failures: _, ...rest } = sorted[Math.floor(sorted.length / 2)] as Refused;
  return rest;
}

/**
 * Floods a server. The flood uses up its processor and would measure itself, so a second process measures the replies.
 */
async function flood(server: Server, { headers }: Tenant, rate: number, { seconds }: Options) {
  const common = { url: `${server.url}${path}`, headers, body: JSON.stringify(body), seconds };
  const before = server.cpuTime() ?? 0;
  const [mass, sample] = (await floods(
    { ...common, network: 1, connections: OPEN - SAMPLED, rate },
    { ...common, network: 2, connections: SAMPLED, rate: SAMPLED_RATE },
  )) as [FloodReport, FloodReport];
  const processor = ((server.cpuTime() ?? 0) - before) / 1e6 / seconds;
  const failures = mass.failures + sample.failures;
  const perSecond = (times: number[]) => `${Math.round(times.length / seconds)}/s`;
  const ms = (times: number[]) => `p99 ${part(times, 0.99).toFixed(1)} ms`;
  console.error(
    `  the server had ${processor.toFixed(2)} of a processor; refused ${perSecond(mass.refused)}; ${mass.unsent} not sent, since all connections were waiting or pausing\n` +
      `  ${failures} failures ${mass.firstFailure ?? sample.firstFailure ?? ""}\n` +
      `  of the sample ${perSecond(sample.admitted)} admitted, ${ms(sample.admitted)}, ${perSecond(sample.refused)} refused, ${ms(sample.refused)}, its process late by ${sample.lag.toFixed(1)} ms\n` +
      `  of the flood, late by ${mass.lag.toFixed(1)} ms: admitted ${ms(mass.admitted)}, refused ${ms(mass.refused)}\n` +
      `  after the first second: sample ${ms(sample.admittedLater)}, flood ${ms(mass.admittedLater)}`,
  );
  return { mass, sample, failures };
}

function part(sorted: number[], at: number): number {
  return sorted[Math.floor(sorted.length * at)] ?? 0;
}

/** Opens the connections of all orders, then starts all at once. */
async function floods(...orders: FloodOrder[]): Promise<FloodReport[]> {
  const children = orders.map((order) => {
    const child = fork(join(import.meta.dirname, "..", "flood.ts"));
    child.send(order);
    return child;
  });
  await Promise.all(children.map(nextMessage));
  return Promise.all(
    children.map((child) => {
      child.send("begin");
      return nextMessage(child) as Promise<FloodReport>;
    }),
  );
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`A flood ended with code ${code}.`)));
  });
}
