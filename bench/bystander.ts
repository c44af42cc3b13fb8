// Makes calls of another tenant in a separate process, so that a stalled server does not slow down the measurement.
import { Agent } from "undici";

/** The calls and their rate. */
export interface BystanderJob {
  /** Calls with a body are POSTs, the others GETs. `########` in a body becomes the digits of a number. */
  calls: { url: string; headers?: Record<string, string>; body?: string }[];
  /** Ms between two rounds of all calls; a round begins even if the previous one has not been answered. */
  every: number;
  /** The numbers count up to this one and start again. Default: 1. */
  among?: number;
}

/** Ms between two checks of the clock: a call that is sent late counts as if the server had been late. */
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
  // Measured from the time it was due, so that the wait of a call sent late counts.
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
