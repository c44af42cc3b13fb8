import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { releaseHeld, releaseSteps } from "@atrium/functions/domain/notifications/store/pipeline/release";
import { sendBatches } from "@atrium/functions/domain/notifications/store/pipeline/send-batches";
import type { BystanderJob } from "../bystander.ts";
import type { Figure, Outcome } from "../figure.ts";
import { addPending, isPending, openTenant, organizationId, PENDING, userIds } from "../pending-notices.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant, type Tenant, THREAD } from "../tenant.ts";
import { quantile } from "../webhooks.ts";

const LEAST_RATE = 5000;
const MOST_MEMORY = 300;
const LARGEST_RATIO = 1.3;
/** Comments per second, and for how many seconds. */
const RATE = 200;
const SECONDS = 5;
const DOCUMENTS = 1000;

/** How many pending notices are decided, batched and delivered per second. */
export const noticesPipeline: Figure = {
  id: "notices-pipeline",
  title: `notices, ${PENDING} pending with batches on, decided and delivered`,
  target: `≥ ${LEAST_RATE} decided/s`,
  async run(): Promise<Outcome> {
    const call = await openTenant(await newTenant());
    await addPending(call);
    const begun = performance.now();
    const cpu = process.cpuUsage();
    const steps = releaseSteps(call);
    while (await releaseHeld(call, organizationId, steps)) while (await sendBatches(call, organizationId, steps));
    const took = performance.now() - begun;
    const used = process.cpuUsage(cpu);
    if (await isPending(call)) throw new Error("Notices are left.");
    await call.store.close();
    const requestsPerSecond = (1000 * PENDING) / took;
    const product = { requestsPerSecond, cpu: (used.user + used.system) / PENDING };
    return { product, met: requestsPerSecond >= LEAST_RATE };
  },
};

/** How long comments take while the server decides notices. */
export const noticesBeside: Figure = {
  id: "notices-beside",
  title: `comments/add, p99 at ${RATE}/s beside ${PENDING} pending notices that are decided (floor: beside none)`,
  target: `≤ ${LARGEST_RATIO} of p99 beside none`,
  async run({ rounds }): Promise<Outcome> {
    const floors: number[] = [];
    const products: number[] = [];
    for (let round = 0; round < rounds; round++) {
      floors.push((await comments(await newTenant())).p99);
      products.push(await p99Beside(await pendingTenant()));
    }
    const [product, floor] = [median(products), median(floors)];
    const ratio = product / floor;
    const ms = (value: number) => ({ value, unit: "ms" as const });
    return { product: ms(product), floor: ms(floor), ratio, met: ratio <= LARGEST_RATIO };
  },
};

/** The peak memory of a server that decides notices. */
export const noticesMemory: Figure = {
  id: "notices-memory",
  title: `resident memory while ${PENDING} pending notices are decided`,
  target: `< ${MOST_MEMORY} MB`,
  async run(): Promise<Outcome> {
    const { memory: value } = await comments(await pendingTenant());
    return { product: { value, unit: "MB" }, met: value < MOST_MEMORY };
  },
};

async function p99Beside(tenant: Tenant): Promise<number> {
  const { p99 } = await comments(tenant);
  const call = await openTenant(tenant);
  if (!(await isPending(call))) throw new Error("The notices did not last as long as the comments.");
  await call.store.close();
  return p99;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return quantile(sorted, 0.5);
}

function newTenant(): Promise<Tenant> {
  const filling = { organizationId, documents: 1, users: userIds.length };
  return makeTenant(filling, { organizationId: OTHER, documents: DOCUMENTS, threads: true });
}

async function pendingTenant(): Promise<Tenant> {
  const tenant = await newTenant();
  const call = await openTenant(tenant);
  await addPending(call);
  await call.store.close();
  return tenant;
}

/** The organization of the comments. */
const OTHER = "other";

/** Adds comments to a server of this data folder. @returns their p99 in ms, and the server's peak memory in MB. */
async function comments({ folder, headers }: Tenant): Promise<{ p99: number; memory: number }> {
  const server = await startProduct(folder);
  const child: ChildProcess = fork(join(import.meta.dirname, "..", "bystander.ts"));
  try {
    const place = { organizationId: OTHER, documentId: "document-########", annotationId: THREAD };
    const commentData = [{ commentText: "Shorter, please.", from: { userId: "ada" } }];
    const url = `${server.url}/v2/commentannotations/comments/add`;
    const body = JSON.stringify({ data: { ...place, commentData } });
    child.send({ calls: [{ url, headers, body }], every: 1000 / RATE, among: DOCUMENTS } satisfies BystanderJob);
    let memory = 0;
    for (let second = 0; second < SECONDS; second++) {
      await sleep(1000);
      memory = Math.max(memory, server.memory());
    }
    child.send("end");
    const [times] = (await once(child, "message")) as [number[]];
    times.sort((a, b) => a - b);
    return { p99: quantile(times, 0.99), memory };
  } finally {
    child.kill();
    await server.stop();
  }
}
