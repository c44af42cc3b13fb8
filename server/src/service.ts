import type { Context, Log } from "@atrium/functions/context";
import { timeOrderedId } from "@atrium/functions/domain/base62";
import { CredentialCache } from "@atrium/functions/http/credentials";
import { RateLimits } from "@atrium/functions/http/rate-limit";
import { runTask } from "@atrium/functions/jobs";
import { InProcessQueue } from "@atrium/functions/queue/in-process";
import { type Data, openData } from "./data-folder.ts";
import type { HostSettings } from "./settings.ts";

/** The service over a data folder, without a listener: what the server and the command line share. */
export interface Service {
  context: Context;
  queue: InProcessQueue;
  data: Data;
}

/**
 * Opens the data folder and builds the context.
 * @param file the data file, where it is not yet at its place.
 * @throws DataFileError
 */
export async function openService(settings: HostSettings, log: Log, file?: string): Promise<Service> {
  const data = await openData(settings.dataFolder, file);
  const queue = new InProcessQueue(() => context, runTask);
  const context: Context = {
    ...data,
    queue,
    settings: settings.service,
    log,
    now: Date.now,
    newId: (prefix) => `${prefix}_${timeOrderedId(Date.now())}`,
    credentials: new CredentialCache(Date.now),
    rateLimits: new RateLimits(settings.rateLimits),
  };
  return { context, queue, data };
}
