// Calls of another tenant, run as a process of its own, so that a stalled server does not slow down the measurement.
import { Agent } from "undici";

/** The calls and their rate. */
export interface BystanderJob {
  /** Calls with a body are POSTs, the others GETs. `########` in a body becomes the digits of a number. */
  calls: { url: string; headers?: Record<string, string>; body?: string }[];
  /** Ms between two rounds of all calls; a round begins whether or not the one before it has been answered. */
  every: number;
  /** Numbers count up and begin anew here. Default: 1. */
  among?: number;
}

/** Ms between two looks at the clock: what is due late is measured as if the server had been late. */
const TICK = 1;

const agent = new Agent({ connections: 64 });
const times: number[] = [];
const pending = new Set<Promise<void>>();

async function time({ url, headers, body }: BystanderJob["calls"][number], number: string, due: number): Promise<void> {
  const { origin, pathname } = new URL(url);
  const method = body === undefined ? "GET" : "POST";
  const reply = await agent.request({
    origin,
    path: pathname,
    method,
    ...(headers && { headers }),
    ...(body !== undefined && { body: body.replaceAll("########", number) }),
  });
  await reply.body.dump();
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`);
  // Measured from when it was due, because a call that was sent late has waited as well.
  times.push(performance.now() - due);
}

function start({ calls, every, among = 1 }: BystanderJob): NodeJS.Timeout {
  let due = performance.now();
  let count = 0;
  return setInterval(() => {
    for (const now = performance.now(); due <= now; due += every)
      for (const call of calls) {
        const number = String(count++ % among).padStart(8, "0");
        const one = time(call, number, due).finally(() => pending.delete(one));
        pending.add(one);
      }
  }, TICK);
}

process.once("message", (job: BystanderJob) => {
  const timer = start(job);
  process.once("message", async () => {
    clearInterval(timer);
    await Promise.all(pending);
    process.send?.(times, () => process.disconnect());
  });
});
