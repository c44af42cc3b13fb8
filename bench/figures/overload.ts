import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Figure, Options, Outcome } from "../figure.ts";
import type { FloodOrder, FloodReport } from "../flood.ts";
import { measure } from "../measure.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant } from "../tenant.ts";

const OPEN = 10_000;
/** The measuring connections, and their requests per second. */
const SAMPLED = 500;
const SAMPLED_RATE = 500;
const TIMES = 4;
const LONGEST = 250;
const organizationId = "flooded";

/** Measures the server's capacity first, then requests four times as much over ten thousand connections. */
export const overload: Figure = {
  id: "overload",
  title: `users/get, ${OPEN} connections, ${TIMES} times what it can serve: what is admitted`,
  target: `p99 < ${LONGEST} ms, also of the refusals; nothing breaks`,
  async run(options: Options): Promise<Outcome> {
    const tenant = await makeTenant({ organizationId, users: 100 });
    const server = await startProduct(tenant.folder);
    try {
      const subject = { server, path: "/v2/users/get", headers: tenant.headers };
      const body = { data: { organizationId, userIds: ["user-00000000"] } };
      const [{ requestsPerSecond }] = await measure({ ...options, rounds: 1 }, { ...subject, body });
      const { seconds } = options;
      const url = `${server.url}${subject.path}`;
      const common = { url, headers: tenant.headers, body: JSON.stringify(body), seconds };
      // The flood uses up its processor and would measure itself, so a second process measures the replies.
      const before = server.cpuTime() ?? 0;
      const [mass, sample] = (await floods(
        { ...common, network: 1, connections: OPEN - SAMPLED, rate: TIMES * requestsPerSecond },
        { ...common, network: 2, connections: SAMPLED, rate: SAMPLED_RATE },
      )) as [FloodReport, FloodReport];
      const processor = ((server.cpuTime() ?? 0) - before) / 1e6 / seconds;
      const [p50, p99, p99Refused] = [
        part(sample.admitted, 0.5),
        part(sample.admitted, 0.99),
        part(sample.refused, 0.99),
      ];
      const failures = mass.failures + sample.failures;
      const perSecond = (times: number[]) => `${Math.round(times.length / seconds)}/s`;
      console.error(
        `  the server had ${processor.toFixed(2)} of a processor; can serve ${Math.round(requestsPerSecond)}/s; refused ${perSecond(mass.refused)}, p99 ${p99Refused.toFixed(1)} ms; ` +
          `${failures} failures; ${mass.unsent} not sent, for all connections were waiting or resting\n` +
          `  of the sample ${perSecond(sample.admitted)} admitted, ${perSecond(sample.refused)} refused, its process late by ${sample.lag.toFixed(1)} ms; ` +
          `the flood, late by ${mass.lag.toFixed(1)} ms, saw p99 ${part(mass.admitted, 0.99).toFixed(1)} ms of what is admitted\n` +
          `  after the first second: sample p99 ${part(sample.admittedLater, 0.99).toFixed(1)} ms, flood p99 ${part(mass.admittedLater, 0.99).toFixed(1)} ms`,
      );
      const product = { requestsPerSecond: mass.admitted.length / seconds, p50, p99 };
      return { product, met: p99 < LONGEST && p99Refused < LONGEST && failures === 0 };
    } finally {
      await server.stop();
    }
  },
};

function part(sorted: number[], at: number): number {
  return sorted[Math.floor(sorted.length * at)] ?? 0;
}

/** Opens the connections of all orders; then all start at once. */
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
