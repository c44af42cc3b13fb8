import { fork } from "node:child_process";
import { join } from "node:path";
import type { Round } from "../connections.ts";
import type { Figure, Options, Outcome, Throughput } from "../figure.ts";
import { medianRound } from "../measure.ts";
import { type Server, startProduct } from "../server-process.ts";
import type { SyncJob } from "../sync-load.ts";
import { makeTenant } from "../tenant.ts";

const DOCUMENTS = 100;
const CONNECTIONS = 64;
const LEAST = 8000;
const ORGANIZATION = { organizationId: "edited", documents: DOCUMENTS };

/** Updates of 100 bytes that clients exchange over HTTP. */
export const crdtSync: Figure = {
  id: "crdt-sync",
  title: `crdt/sync, 100 bytes, ${DOCUMENTS} documents, durable`,
  target: `≥ ${LEAST}/s`,
  async run(options: Options): Promise<Outcome> {
    const tenant = await makeTenant(ORGANIZATION);
    const server = await startProduct(tenant.folder);
    try {
      const rounds: Throughput[] = [];
      for (let round = 0; round <= options.rounds; round++) {
        const seconds = round === 0 ? Math.min(2, options.seconds) : options.seconds;
        const job = { url: server.url, headers: tenant.headers, documents: DOCUMENTS, connections: CONNECTIONS };
        rounds.push(await load(server, { ...job, organizationId: ORGANIZATION.organizationId, seconds, round }));
      }
      const product = medianRound(rounds.slice(1));
      return { product, met: product.requestsPerSecond >= LEAST };
    } finally {
      await server.stop();
    }
  },
};

async function load(server: Server, job: SyncJob): Promise<Throughput> {
  const before = server.cpuTime();
  const { requests, failures, firstFailure, seconds, p50, p99 } = await runLoad(job);
  const after = server.cpuTime();
  if (failures > 0) throw new Error(`${failures} of ${requests} requests failed: ${firstFailure}`);
  const cpu = before !== undefined && after !== undefined && { cpu: (after - before) / requests };
  return { requestsPerSecond: requests / seconds, p50, p99, ...cpu };
}

function runLoad(job: SyncJob): Promise<Round> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "..", "sync-load.ts"));
    child.once("message", (round: Round) => resolve(round));
    child.once("exit", (code) => reject(new Error(`The load ended with code ${code}.`)));
    child.send(job);
  });
}
