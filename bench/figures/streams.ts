import { setTimeout as sleep } from "node:timers/promises";
import type { Figure, Options, Outcome } from "../figure.ts";
import { startStreamRig } from "../streams.ts";
import { quantile } from "../webhooks.ts";

const STREAMS = 1000;
const RATE = 5;
const LONGEST = 200;
const MOST = 100;

/** From sending a change until each of its streams has received it. */
export const streamLatency: Figure = {
  id: "stream-latency",
  title: `change to ${STREAMS.toLocaleString("en-US")} streams of a document, ${RATE} changes/s`,
  target: `p99 < ${LONGEST} ms`,
  async run({ seconds, rounds }: Options): Promise<Outcome> {
    const rig = await startStreamRig();
    try {
      await rig.open(await rig.tokens(STREAMS));
      await rig.change(RATE, Math.min(2, seconds), STREAMS);
      const percentiles: { p50: number; p99: number }[] = [];
      for (let round = 0; round < rounds; round++) {
        const times = await rig.change(RATE, seconds, STREAMS);
        percentiles.push({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
      }
      const { p50 = Number.NaN, p99 = Number.NaN } =
        percentiles.sort((a, b) => a.p99 - b.p99)[Math.floor(rounds / 2)] ?? {};
      return { product: { requestsPerSecond: RATE * STREAMS, p50, p99 }, met: p99 < LONGEST };
    } finally {
      await rig.stop();
    }
  },
};

/** The resident memory that open streams add to the server, after changes have been sent through them. */
export const streamMemory: Figure = {
  id: "stream-memory",
  title: `${STREAMS.toLocaleString("en-US")} open streams: memory`,
  target: `< ${MOST} MB more than without`,
  async run({ seconds }: Options): Promise<Outcome> {
    const rig = await startStreamRig();
    try {
      const tokens = await rig.tokens(STREAMS);
      await sleep(seconds * 1000);
      const before = rig.server.memory();
      await rig.open(tokens);
      await rig.change(RATE, seconds, STREAMS);
      const value = rig.server.memory() - before;
      return { product: { value, unit: "MB" }, met: value < MOST };
    } finally {
      await rig.stop();
    }
  },
};
