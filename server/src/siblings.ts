import type { OutOfDate, Siblings } from "@atrium/functions/platform/siblings";
import { joinChannel, relayChannel } from "./worker-channel.ts";

/** The channel on which workers tell each other which cache entries to drop. */
const CHANNEL = "forget";

/** In the primary: relays messages about cache entries to drop. */
export function relayForgetting(): void {
  relayChannel(CHANNEL);
}

/** The other workers of this server, and a way to clear all caches of this process. */
export interface SiblingWorkers extends Siblings {
  /** Clears the caches of this process when it is not known what another process has changed. */
  forgetAll(): void;
}

/** The other workers of this server. */
export function siblingWorkers(): SiblingWorkers {
  const listeners = new Map<string, (keys: OutOfDate) => void>();
  const tellOthers = joinChannel<{ cache: string; keys: readonly string[] }>(CHANNEL, ({ cache, keys }) =>
    listeners.get(cache)?.(keys),
  );
  return {
    tell: (cache, keys) => tellOthers({ cache, keys }),
    hear: (cache, drop) => void listeners.set(cache, drop),
    forgetAll: () => {
      for (const drop of listeners.values()) drop("all");
    },
  };
}
