import type { ApiKeySummary } from "@atrium/client";
import { useEffect, useRef } from "react";
import { useChangeUrl, useUrlValues } from "../router/url-state.ts";
import { useApiKeys } from "./session.tsx";

/** The API key that the address names as `key`, else the first of the workspace. */
export function useCurrentKey(): {
  keys: readonly ApiKeySummary[] | undefined;
  /** Missing while the keys are loaded, where there is none, and where the address names none of this workspace. */
  apiKey: string | undefined;
  error: Error | null;
  choose(apiKey: string): void;
} {
  const { data: keys, error } = useApiKeys();
  const { key } = useUrlValues();
  const change = useChangeUrl();
  const isForeign = key !== undefined && keys?.every(({ id }) => id !== key);
  return {
    keys,
    error,
    apiKey: isForeign ? undefined : (key ?? keys?.[0]?.id),
    choose: (next) => change({ key: next }),
  };
}

/**
 * Names the current API key in the address as soon as there are several: the first one is another when a key is added, and a link
 * would open the page of another key.
 */
export function useKeyInAddress(): void {
  const { keys, apiKey, choose } = useCurrentKey();
  const { key } = useUrlValues();
  const before = useRef<string>(undefined);
  const stays = keys?.find(({ id }) => id === before.current)?.id ?? apiKey;
  const isMissing = key === undefined && keys !== undefined && keys.length > 1 && stays !== undefined;
  useEffect(() => {
    if (isMissing) choose(stays);
    else before.current = apiKey;
  });
}
