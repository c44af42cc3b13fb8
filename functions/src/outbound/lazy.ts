import type { Outbound } from "./port.ts";

/**
 * Makes calls by a `GuardedOutbound` that loads its HTTP client at the first call. Loading takes a fifth of the start
 * of a command and a third of a function's cold start, and few of them make outbound calls.
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
