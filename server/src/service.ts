import { type Context, createContext, type HostParts } from "@atrium/functions/context";
import { declaredJobs } from "@atrium/functions/jobs";
import { GuardedOutbound } from "@atrium/functions/outbound/guarded";
import type { Log } from "@atrium/functions/platform/log";
import { StoreQueue } from "@atrium/functions/queue/store-queue";
import { type Data, openData } from "./data/data-folder.ts";
import type { HostSettings } from "./settings/settings.ts";

/** The service over a data folder, without a listener: what the server and the command line share. */
export interface Service {
  context: Context;
  queue: StoreQueue;
  data: Data;
}

/**
 * Opens the data folder and builds the context.
 * @param file the data file, where it is not yet at its place.
 * @throws DataFileError
 */
export async function openService(settings: HostSettings, log: Log, file?: string): Promise<Service> {
  return serviceOver(await openData(settings.dataFolder, file, settings.checkpointPages), settings, log);
}

/** The service over data that has been opened. @param clock takes the place of the machine's. */
export function serviceOver(data: Data, settings: HostSettings, log: Log, clock: Pick<HostParts, "now"> = {}): Service {
  const queue = new StoreQueue({ context: () => context, jobs: declaredJobs, processes: settings.workers });
  const outbound = new GuardedOutbound({ allowPrivate: settings.allowPrivateWebhooks });
  const context: Context = createContext({
    store: data.store,
    encryptionKey: data.encryptionKey,
    userTokenKeys: data.userTokenKeys,
    queue,
    settings: settings.service,
    log,
    outbound,
    ...clock,
  });
  return { context, queue, data };
}
