// The floor of deliveries, run as a separate process: plain POSTs over the same number of connections, storing nothing.
import { Agent } from "undici";

/** The post, its number and its concurrency. */
export interface PostJob {
  urls: string[];
  body: string;
  count: number;
  concurrency: number;
}

async function run({ urls, body, count, concurrency }: PostJob): Promise<number> {
  const agent = new Agent({ connections: Math.ceil(concurrency / urls.length) });
  const targets = urls.map((url) => new URL(url));
  let next = 0;
  const started = performance.now();
  const one = async () => {
    while (next < count) {
      const { origin, pathname } = targets[next++ % targets.length] as URL;
      const headers = { "content-type": "application/json" };
      const reply = await agent.request({ origin, path: pathname, method: "POST", headers, body });
      await reply.body.dump();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return count / ((performance.now() - started) / 1000);
}

process.once("message", async (job: PostJob) => {
  process.send?.(await run(job), () => process.disconnect());
});
