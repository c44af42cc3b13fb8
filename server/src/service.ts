import type { Context, Log } from "@atrium/functions/context";
import { FolderGuesses } from "@atrium/functions/domain/access/store/ancestor-cache";
import { PermissionProviders } from "@atrium/functions/domain/access/store/permission-providers";
import { HeavyWork } from "@atrium/functions/heavy-work";
import { CredentialCache } from "@atrium/functions/http/auth/credentials";
import { Revocations } from "@atrium/functions/http/auth/revocations";
import { UserTokenCache } from "@atrium/functions/http/auth/user-tokens";
import { RateLimits } from "@atrium/functions/http/rate-limit";
import { declaredJobs } from "@atrium/functions/jobs";
import { GuardedOutbound } from "@atrium/functions/outbound/guarded";
import { timeOrderedId } from "@atrium/functions/platform/base62";
import { StoreQueue } from "@atrium/functions/queue/store-queue";
import { Wakes } from "@atrium/functions/queue/wakes";
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
