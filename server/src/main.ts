import cluster from "node:cluster";
import type { Context } from "@atrium/functions/context";
import { usages } from "@atrium/functions/domain/quotas/store/usages";
import { keepSweeping } from "@atrium/functions/domain/sweep/jobs/sweep";
import { latestTime } from "@atrium/functions/domain/tokens/latest-time";
import { traffic } from "@atrium/functions/domain/traffic/store/traffic";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { afterStart } from "./after-start.ts";
import { endWithoutOutput } from "./commands/output/end-without-output.ts";
import { afterCommands } from "./data/command-notes.ts";
import { findLoss, watchDataFile } from "./data/data-file-watch.ts";
import { dataFile } from "./data/data-folder.ts";
import { lockFolder } from "./data/folder-lock.ts";
import { exit } from "./exit.ts";
import { CommitFailures, Readiness } from "./health/readiness.ts";
import { createHttpServer } from "./http-server.ts";
import { listen } from "./listen.ts";
import { Connections } from "./load/connections.ts";
import { openLog, type ProcessLog } from "./log/log.ts";
import { lastLines } from "./log/log-tail.ts";
import { createIsOperator } from "./metrics/operator.ts";
import { ProcessMetrics } from "./metrics/process-metrics.ts";
import { registerServerMetrics } from "./metrics/register.ts";
import { Scraper } from "./metrics/scraper.ts";
import { nameStart, takeOverOrphans } from "./orphaned-tasks.ts";
import { prepareData } from "./prepare-data.ts";
import { runPrimary } from "./primary.ts";
import { openService } from "./service.ts";
import { requireSealing } from "./settings/backups.ts";
import { type HostSettings, readSettings } from "./settings/settings.ts";
import { readOptions, startHelp } from "./settings/start-options.ts";
import { endOnSignals } from "./shutdown.ts";
import { startFailure } from "./start-failure.ts";
import { ignoreOtherSignals } from "./stop-causes.ts";
import { openTracing } from "./tracing/open-tracing.ts";
import { answerWatch } from "./worker-watch.ts";

/**
 * Starts the service, which runs until SIGINT, SIGTERM or SIGHUP. A failure to start prints one line and sets exit code
 * 1.
 */
export async function main(): Promise<void> {
  let folder: string | undefined;
  try {
    const { isHelp, variables } = readOptions(process.argv.slice(2));
    if (isHelp) {
      process.stdout.on("error", endWithoutOutput);
      return console.log(startHelp());
    }
    const settings = readSettings({ ...process.env, ...variables });
    folder = settings.dataFolder;
    const warning = requireSealing(settings);
    if (warning !== undefined && !cluster.isWorker) console.error(`atrium: ${warning}`);
    const log = await openLog(settings);
    ignoreOtherSignals(log);
    if (cluster.isWorker) {
      answerWatch();
      await serve(settings, log);
    } else if (settings.workers > 1) await runPrimary(settings, log);
    else {
      nameStart();
      const isFirstRun = await prepareData(settings, log);
      const port = await serve(settings, log);
      await afterStart(settings, log, { port, isFirstRun });
    }
  } catch (error) {
    // The file may have gone while a worker opened it.
    const failure = (folder && findLoss(dataFile(folder))) || startFailure(error, folder);
    if (failure === undefined) throw error;
    fail(failure, () => process.exit(1));
  }
}

/** Prints why the process ends. @param end ends it. */
function fail(failure: string, end: () => void): void {
  // The primary prints the message once for all workers, and ends them.
  if (cluster.isWorker) process.send?.({ failure }, end);
  else {
    console.error(`atrium: ${failure}`);
    end();
  }
}

/** Bytes at the end of the log from which the page at `/` shows requests. */
const SHOWN_LOG = 128 * 1024;

/** @returns the port on which it listens. */
async function serve(settings: HostSettings, log: ProcessLog): Promise<number> {
  const requireOpenedFile = () => {
    const loss = findLoss(dataFile(settings.dataFolder));
    if (loss !== undefined) throw new DataFileError(loss);
  };
  requireOpenedFile();
  const metrics = new ProcessMetrics(log);
  const failures = new CommitFailures(() => performance.now());
  const tracing = await openTracing(settings.tracing);
  const { context, queue, forgetAll } = await openService(settings, log, {
    metrics,
    tracing,
    onCommitFailed: (error) => failures.note(error),
    onFlushFailed: ({ message }) => fail(message, () => void exit(log, 1)),
  }).catch((error) => {
    requireOpenedFile();
    throw error;
  });
  // The primary has locked the folder for its workers.
  if (!cluster.isWorker) lockFolder(settings.dataFolder);
  watchDataFile(dataFile(settings.dataFolder), (message) => fail(message, () => void exit(log, 1)));
  registerServerMetrics(metrics, { context, queue, log, dataFolder: settings.dataFolder });
  const readiness = new Readiness({ context, queue, failures, dataFolder: settings.dataFolder });
  const scraper = new Scraper(metrics);
  const { logFile } = settings;
  const app = createHttpServer(context, {
    ...settings,
    readLog: logFile === undefined ? undefined : () => lastLines(logFile, SHOWN_LOG),
    operator: { readiness, scraper, isOperator: createIsOperator(settings.metricsToken) },
  });
  const { connections: limits, trustProxy } = settings;
  const isProxy = (address: string) => trustProxy !== false && trustProxy(address, 0);
  const connections = new Connections(app.server, { limits, log, metrics, isProxy });
  let starting: Promise<unknown> = Promise.resolve();
  const { store } = context;
  const flush = async () => {
    await Promise.all([usages(context).flush(store), traffic(context).flush(store)]);
  };
  keepWritingTraffic(context);
  // Another worker may sign tokens while the clock is ahead, and this one may revoke tokens after it was set back.
  setInterval(() => latestTime(context).look(), LOOK_PAUSE).unref();
  endOnSignals({ app, connections, queue, store, tracing, log, starting: () => starting, flush });
  await afterCommands(context, forgetAll);
  takeOverOrphans(queue, log);
  const port = await listen(app, settings);
  starting = keepSweeping(context).then(() => queue.work());
  await starting;
  return port;
}

/** Pause between two checks of the clock, in ms. */
const LOOK_PAUSE = 1000;
/** Pause between two writes of the API keys' usage, in ms. */
const TRAFFIC_PAUSE = 60_000;

function keepWritingTraffic(context: Context): void {
  const write = () =>
    traffic(context)
      .flush(context.store)
      .catch((err: unknown) => context.log.warn({ err }, "the use of API keys could not be written"));
  setInterval(write, TRAFFIC_PAUSE).unref();
}

void main();
