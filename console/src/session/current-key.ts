import type { ApiKeySummary } from "@atrium/client";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { pageEntries } from "../pages.ts";
import { useChangeUrl, usePathPart, useUrlValues } from "../router/url-state.ts";
import { keepChosenKey, readChosenKey } from "./chosen-key.ts";
import { useDefaultKey } from "./default-key.ts";
import { useApiKeys, useSession } from "./session.tsx";

/** The API key that the address names as `key`, otherwise the last chosen one, otherwise one that has data. */
export function useCurrentKey(): {
  /** Undefined while it is not known which key to show. */
  keys: readonly ApiKeySummary[] | undefined;
  /** Undefined while the keys are loading, if there are none, or if the address names a key of another workspace. */
  apiKey: string | undefined;
  error: Error | null;
} {
  const { data: keys, error } = useApiKeys();
  const { login } = useSession();
  const { key } = useUrlValues();
  const isForeign = key !== undefined && keys?.every(({ id }) => id !== key);
  const last = readChosenKey(login.workspaceId);
  const chosenId = key ?? keys?.find(({ id }) => id === last)?.id;
  const usual = useDefaultKey(keys, chosenId === undefined);
  const currentId = chosenId ?? usual;
  if (keys?.length && currentId === undefined) return { keys: undefined, error, apiKey: undefined };
  // Calls with a key from outside this workspace are refused as if the session had ended, so none is made.
  return { keys, error, apiKey: !keys || isForeign ? undefined : currentId };
}

/**
 * Returns a function that switches to another API key. Places named in the address belong to the previous key, so a
 * page about one organization, document or endpoint is left for its parent page in the navigation.
 */
export function useChooseKey(): (apiKey: string) => void {
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname }).replace(/^\/console(?=\/|$)/, "") || "/";
  const { organization } = useUrlValues();
  return (key) => {
    if (path.startsWith("/keys/"))
      return void navigate({ to: "/keys/$apiKey", params: { apiKey: key }, search: { key } });
    const above =
      pageEntries.findLast(({ path: one, label }) => label && `${path}/`.startsWith(`${one}/`))?.path ?? "/";
    if (above !== path || organization !== undefined) void navigate({ to: above, search: { key } });
    else void navigate({ to: ".", search: (before: object) => ({ ...before, key }) });
  };
}

/**
 * Names the current API key in the address as soon as there are several: a newly added key may become the first one,
 * and a link without a key would then open another key's data. The page of a key also chooses that key.
 */
export function useKeyInAddress(): void {
  const { keys, apiKey } = useCurrentKey();
  const { login } = useSession();
  const { key } = useUrlValues();
  const change = useChangeUrl();
  const pathKey = usePathPart("apiKey");
  const before = useRef<string>(undefined);
  const isOwn = (id: string | undefined) => id !== undefined && keys?.some((one) => one.id === id);
  const targetKey = isOwn(pathKey) ? pathKey : (key ?? (isOwn(before.current) ? before.current : apiKey));
  const isMissing = keys !== undefined && keys.length > 1 && targetKey !== undefined && targetKey !== key;
  useEffect(() => {
    if (isMissing) change({ key: targetKey });
    else if (apiKey !== undefined) before.current = apiKey;
    if (apiKey !== undefined && (key === apiKey || keys?.length === 1)) keepChosenKey(login.workspaceId, apiKey);
  });
}
