import { fork } from "node:child_process";
import { join } from "node:path";
import type { Figure, Options, Outcome } from "../figure.ts";
import type { FloodOrder, FloodReport } from "../flood.ts";
import { measure } from "../measure.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant } from "../tenant.ts";

const OPEN = 10_000;
const TIMES = 4;
const LONGEST = 250;
const organizationId = "flooded";

/** What it can serve is measured first; then four times as much is asked for, over ten thousand connections. */
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
      const { admitted, refused, failures, unsent } = await flood({
        url: `${server.url}${subject.path}`,
        headers: tenant.headers,
        body: JSON.stringify(body),
        connections: OPEN,
        rate: TIMES * requestsPerSecond,
        seconds: options.seconds,
      });
      const [p50, p99, p99Refused] = [part(admitted, 0.5), part(admitted, 0.99), part(refused, 0.99)];
      console.error(
        `  can serve ${Math.round(requestsPerSecond)}/s; refused ${Math.round(refused.length / options.seconds)}/s, ` +
          `p99 ${p99Refused.toFixed(1)} ms; ${failures} failures; ${unsent} not sent, for all connections were waiting or resting`,
      );
      const product = { requestsPerSecond: admitted.length / options.seconds, p50, p99 };
      return { product, met: p99 < LONGEST && p99Refused < LONGEST && failures === 0 };
    } finally {
      await server.stop();
    }
  },
};

function part(sorted: number[], at: number): number {
  return sorted[Math.floor(sorted.length * at)] ?? 0;
}

function flood(order: FloodOrder): Promise<FloodReport> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "..", "flood.ts"));
    child.once("message", (report: FloodReport) => resolve(report));
    child.once("exit", (code) => reject(new Error(`The flood ended with code ${code}.`)));
    child.send(order);
  });
}
