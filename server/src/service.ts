import { type Context, createContext, type HostParts } from "@atrium/functions/context";
import { declaredJobs } from "@atrium/functions/jobs";
import { lazyOutbound } from "@atrium/functions/outbound/lazy";
import type { Log } from "@atrium/functions/platform/observability/log";
import type { Tracing } from "@atrium/functions/platform/observability/tracing";
import { StoreQueue } from "@atrium/functions/queue/store-queue";
import { type Data, openData, type StoreObservers } from "./data/data-folder.ts";
import { browserAddress, recordedAddress } from "./data/server-address.ts";
import { describeHost } from "./health/describe-host.ts";
import type { ProcessLog } from "./log/log.ts";
import { lastLines } from "./log/log-tail.ts";
import { ownName } from "./orphaned-tasks.ts";
import type { HostSettings } from "./settings/settings.ts";
import { siblingWorkers } from "./siblings.ts";

/** Bytes at the end of the log from which requests are shown: about 2,000 lines. */
const SHOWN_LOG = 1024 * 1024;
/** Longest wait for lines that are still being written before requests are shown, in ms. */
const LOG_PATIENCE = 100;

/** The service over a data folder, without a listener: shared by the server and the command line. */
export interface Service {
  context: Context;
  queue: StoreQueue;
  data: Data;
  /** Clears the caches of data that other processes may have changed. */
  forgetAll(): void;
}

/** Observability of a server; the command line has none. */
export interface Observers extends StoreObservers {
  tracing?: Tracing | undefined;
}

/**
 * Opens the data folder and builds the context.
 * @param file path of the data file if it is not in its final place yet.
 * @throws DataFileError
 */
export async function openService(
  settings: HostSettings,
  log: Log & Partial<Pick<ProcessLog, "flush">>,
  { file, tracing, ...observers }: Observers & { file?: string | undefined } = {},
): Promise<Service> {
  const { checkpointPages, workers } = settings;
  const data = await openData(settings.dataFolder, file, {
    ...observers,
    checkpointPages,
    isShared: workers > 1,
    onKeysFailed: (err) =>
      log.error(
        { err },
        "the signing keys can't be read: the earlier ones stay in use, and a change of them has no effect",
      ),
  });
  return serviceOver(data, settings, log, { tracing, metrics: observers.metrics });
}

/** Builds the service over open data. @param overrides replace the default clock and observers. */
export function serviceOver(
  data: Data,
  settings: HostSettings,
  log: Log & Partial<Pick<ProcessLog, "flush">>,
  overrides: Pick<HostParts, "now" | "metrics" | "tracing"> = {},
): Service {
  const { logFile } = settings;
  const queue = new StoreQueue({
    context: () => context,
    jobs: declaredJobs,
    processes: settings.workers,
    owner: ownName(),
  });
  const siblings = siblingWorkers();
  const outbound = lazyOutbound(settings.allowPrivateWebhooks);
  const context: Context = createContext({
    store: data.store,
    encryptionKey: data.encryptionKey,
    userTokenKeys: data.userTokenKeys,
    queue,
    settings: settings.service,
    // Mails that leave the machine must not contain links to an address that only this machine can reach.
    publicAddress: async () => {
      const server = settings.service.mail?.hasMailbox ? await recordedAddress(data.store) : undefined;
      return settings.publicUrl ?? (server && browserAddress(server));
    },
    log,
    ...(logFile !== undefined && {
      readLog: async () => {
        // A caller that looks for a request has usually just sent it.
        await log.flush?.(LOG_PATIENCE);
        return lastLines(logFile, SHOWN_LOG);
      },
    }),
    describeHost: () => describeHost(settings.dataFolder),
    outbound,
    siblings,
    ...overrides,
  });
  return { context, queue, data, forgetAll: siblings.forgetAll };
}
