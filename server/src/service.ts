import type { Context, Log } from "@atrium/functions/context";
import { timeOrderedId } from "@atrium/functions/domain/base62";
import { HeavyWork } from "@atrium/functions/heavy-work";
import { CredentialCache } from "@atrium/functions/http/credentials";
import { RateLimits } from "@atrium/functions/http/rate-limit";
import { Revocations } from "@atrium/functions/http/revocations";
import { UserTokenCache } from "@atrium/functions/http/user-tokens";
import { declaredJobs } from "@atrium/functions/jobs";
import { GuardedOutbound } from "@atrium/functions/outbound/guarded";
import { StoreQueue } from "@atrium/functions/queue/store-queue";
import { Wakes } from "@atrium/functions/queue/wakes";
import { PermissionProviders } from "@atrium/functions/store/permission-providers";
import { FolderGuesses } from "@atrium/functions/store/user-access-guesses";
import { type Data, openData } from "./data-folder.ts";
import type { HostSettings } from "./settings.ts";

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
  return serviceOver(await openData(settings.dataFolder, file), settings, log);
}

/** The service over data that has been opened. */
export function serviceOver(data: Data, settings: HostSettings, log: Log): Service {
  const queue = new StoreQueue({ context: () => context, jobs: declaredJobs, processes: settings.workers });
  const outbound = new GuardedOutbound({ allowPrivate: settings.allowPrivateWebhooks });
  const monotonic = () => performance.now();
  const context: Context = {
    store: data.store,
    encryptionKey: data.encryptionKey,
    userTokenKeys: data.userTokenKeys,
    queue,
    settings: settings.service,
    log,
    outbound,
    deliveryWakes: new Wakes(),
    now: Date.now,
    monotonic,
    random: Math.random,
    newId: (prefix) => `${prefix}_${timeOrderedId(Date.now())}`,
    userTokens: new UserTokenCache(),
    credentials: new CredentialCache(monotonic),
    rateLimits: new RateLimits(settings.rateLimits),
    revocations: new Revocations(),
    permissionProviders: new PermissionProviders(),
    folderGuesses: new FolderGuesses(),
    heavyWork: new HeavyWork(),
  };
  return { context, queue, data };
}
