import cluster from "node:cluster";
import { afterStart } from "./after-start.ts";
import { nameDataFile } from "./data/data-file-watch.ts";
import { dataFile } from "./data/data-folder.ts";
import { lockFolder } from "./data/folder-lock.ts";
import { exit } from "./exit.ts";
import { closeLostConnections } from "./handed-connections.ts";
import { createLog, type ProcessLog } from "./log/log.ts";
import { relayFigures } from "./metrics/workers.ts";
import { nameStart, passOnOrphans } from "./orphaned-tasks.ts";
import { prepareData } from "./prepare-data.ts";
import { openService } from "./service.ts";
import type { HostSettings } from "./settings/settings.ts";
import { relayForgetting } from "./siblings.ts";
import { relayAnnouncements } from "./socket/channel.ts";
import { onStop, SAME_SIGNAL } from "./stop-causes.ts";
import { WorkerReplacement } from "./worker-replacement.ts";
import { watchWorkers } from "./worker-watch.ts";

/** Time after the signal at which remaining workers are killed, in ms: they exit by themselves a second earlier. */
const LONGEST_END = 9000;

/**
 * Opens the data once, so that secrets and tables are created once, then keeps the configured number of workers running.
 */
export async function runPrimary(settings: HostSettings, log: ProcessLog): Promise<void> {
  const isFirstRun = await prepareData(settings, log);
  const { context } = await openService(settings, createLog("silent"));
  await context.store.close();
  lockFolder(settings.dataFolder);
  const variables = { ...nameStart(), ...nameDataFile(dataFile(settings.dataFolder)) };

  let stoppedAt: number | undefined;
  const kill = (signal: NodeJS.Signals) => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    for (const worker of workers) worker.process.kill(signal);
    return workers.length;
  };
  const endNow = async (message: string) => {
    log.error({ workers: kill("SIGKILL") }, message);
    await exit(log, 1);
  };
  const replacement = new WorkerReplacement({
    log,
    // Keeps the process alive even without a worker.
    timer: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    monotonic: () => performance.now(),
    fork: () => cluster.fork(variables),
    giveUp: (reason) => {
      console.error(`atrium: ${reason}`);
      void endNow(reason);
    },
  });
  onStop(() => {
    replacement.stop();
    const now = performance.now();
    if (stoppedAt === undefined) {
      stoppedAt = now;
      kill("SIGTERM");
      setTimeout(() => void endNow("workers were killed: they did not end in time"), LONGEST_END);
    } else if (now - stoppedAt > SAME_SIGNAL) void endNow("workers were killed by a second signal");
  });

  closeLostConnections();
  for (let i = 0; i < settings.workers; i++) cluster.fork(variables);
  cluster.on("message", (_worker, message: { failure?: string }) => {
    if (message.failure === undefined) return;
    console.error(`atrium: ${message.failure}`);
    // The other workers fail for the same reason.
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGKILL");
    process.exit(1);
  });
  relayFigures();
  relayAnnouncements();
  relayForgetting();
  passOnOrphans();
  watchWorkers(log);
  cluster.on("listening", ({ process: { pid = 0 } }) => replacement.serves(pid));
  cluster.on("exit", ({ process: { pid = 0 } }, code, signal) => {
    replacement.ended(pid, { code, signal });
    if (stoppedAt !== undefined && Object.keys(cluster.workers ?? {}).length === 0) void exit(log, 0);
  });
  const port = await new Promise<number>((resolve) => {
    cluster.once("listening", (_worker, address) => resolve(address.port));
  });
  await afterStart(settings, log, { port, isFirstRun });
}
