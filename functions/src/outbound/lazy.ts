import type { Outbound } from "./port.ts";

/**
 * Calls by `GuardedOutbound`, whose HTTP client is loaded at the first call: that takes a fifth of the time in which a command
 * starts and a third of a function's cold start, and few of them call anybody.
 * @param allowPrivate whether private addresses may be called.
 */
export function lazyOutbound(allowPrivate: boolean): Outbound {
  let loading: Promise<Outbound> | undefined;
  return {
    post: async (request) => {
      loading ??= import("./guarded.ts").then(({ GuardedOutbound }) => new GuardedOutbound({ allowPrivate }));
      return (await loading).post(request);
    },
    close: async () => (await loading)?.close(),
  };
}
