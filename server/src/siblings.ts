import type { OutOfDate, Siblings } from "@atrium/functions/platform/siblings";
import { joinChannel, relayChannel } from "./worker-channel.ts";

/** The channel on which workers tell each other what caches must forget. */
const CHANNEL = "forget";

/** In the primary: passes on what caches must forget. */
export function relayForgetting(): void {
  relayChannel(CHANNEL);
}

/** The other workers of this server, and what has all caches of this process read anew what they have read. */
export interface SiblingWorkers extends Siblings {
  /** Empties the caches of this process, because it is not known what another one has changed. */
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
