import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { isUnreachable } from "./unreachable.ts";

/** Whether any read of the current page failed because no server answered. */
export function useUnreachable(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]);
  return useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => query.isActive() && isUnreachable(query.state.error)),
  );
}
