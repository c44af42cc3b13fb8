import cluster, { type Worker } from "node:cluster";
import { firstRun } from "./first-run.ts";
import { createLog } from "./log.ts";
import { openService } from "./service.ts";
import { type HostSettings, printNotices } from "./settings.ts";
import { welcome } from "./welcome.ts";

/** Opens the data once, so that secrets and tables are made once, then keeps as many workers as the settings ask for. */
export async function runPrimary(settings: HostSettings): Promise<void> {
  const isFirstRun = await firstRun(settings);
  const { context } = await openService(settings, createLog("silent"));
  await context.store.close();

  let isStopping = false;
  const stop = () => {
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);

  for (let i = 0; i < settings.workers; i++) cluster.fork();
  cluster.on("message", (_worker, message: { failure?: string }) => {
    if (message.failure === undefined) return;
    console.error(`atrium: ${message.failure}`);
    // The others fail for the same reason and have nothing to add.
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGKILL");
    process.exit(1);
  });
  const ready = new Set<Worker>();
  cluster.on("listening", (worker) => ready.add(worker));
  cluster.on("exit", (worker) => {
    if (!isStopping) {
      // One that never got as far would not get farther the next time.
      if (!ready.has(worker)) process.exit(1);
      cluster.fork();
    } else if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
  });
  const port = await new Promise<number>((resolve) => {
    cluster.once("listening", (_worker, address) => resolve(address.port));
  });
  console.log(await welcome(settings, { port, isFirstRun, isTerminal: process.stdout.isTTY }));
  printNotices(settings);
}
