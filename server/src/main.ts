import cluster from "node:cluster";
import type { AddressInfo } from "node:net";
import { keepSweeping } from "@atrium/functions/jobs/sweep";
import { Connections } from "./connections.ts";
import { firstRun } from "./first-run.ts";
import { createHttpServer } from "./http-server.ts";
import { createLog } from "./log.ts";
import { runPrimary } from "./primary.ts";
import { openService } from "./service.ts";
import { type HostSettings, printNotices, readSettings } from "./settings.ts";
import { startFailure } from "./start-failure.ts";
import { welcome } from "./welcome.ts";

/** Starts the service and keeps it until SIGINT or SIGTERM. Failures to start are one line and exit code 1. */
export async function main(): Promise<void> {
  try {
    const settings = readSettings(process.env);
    if (cluster.isWorker) await serve(settings);
    else if (settings.workers > 1) await runPrimary(settings);
    else {
      const isFirstRun = await firstRun(settings);
      const port = await serve(settings);
      console.log(await welcome(settings, { port, isFirstRun, isTerminal: process.stdout.isTTY }));
      printNotices(settings);
    }
  } catch (error) {
    const failure = startFailure(error);
    if (failure === undefined) throw error;
    // The primary prints it, once for all workers.
    if (cluster.isWorker) process.send?.({ failure }, () => process.exit(1));
    else {
      console.error(`atrium: ${failure}`);
      process.exit(1);
    }
  }
}

/** How long an ending process waits for long work, in ms. */
const LONGEST_DRAIN = 5000;

/** How long the last log lines may take, in ms. */
const LONGEST_FLUSH = 500;

/** @returns the port that it listens on. */
async function serve(settings: HostSettings): Promise<number> {
  const log = createLog(settings.logLevel);
  const { context, queue } = await openService(settings, log);
  const app = createHttpServer(context, undefined, settings.trustProxy);
  new Connections(app.server, { limits: settings.connections, log });
  let isStopping = false;
  const stop = async () => {
    // One Ctrl-C arrives several times: from the terminal, and handed on by npm and by the start script.
    if (isStopping) return;
    isStopping = true;
    await app.close();
    // What is left of long work goes on in another process or at the next start.
    await queue.stop(LONGEST_DRAIN);
    await context.store.close();
    await log.flush(LONGEST_FLUSH);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
  await app.listen({ host: settings.host, port: settings.port });
  await keepSweeping(context);
  await queue.work();
  return (app.server.address() as AddressInfo).port;
}

void main();
