import type { ApiKeySummary } from "@atrium/client";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { pageEntries } from "../pages.ts";
import { useChangeUrl, usePathPart, useUrlValues } from "../router/url-state.ts";
import { keepChosenKey, readChosenKey } from "./chosen-key.ts";
import { useApiKeys, useSession } from "./session.tsx";
import { useUsualKey } from "./usual-key.ts";

/** The API key that the address names as `key`, else the one that was chosen last, else one of the workspace that has data. */
export function useCurrentKey(): {
  /** Missing while it is not known which of them is to be shown. */
  keys: readonly ApiKeySummary[] | undefined;
  /** Missing while the keys are loaded, where there is none, and where the address names none of this workspace. */
  apiKey: string | undefined;
  error: Error | null;
} {
  const { data: keys, error } = useApiKeys();
  const { login } = useSession();
  const { key } = useUrlValues();
  const isForeign = key !== undefined && keys?.every(({ id }) => id !== key);
  const last = readChosenKey(login.workspaceId);
  const chosen = key ?? keys?.find(({ id }) => id === last)?.id;
  const usual = useUsualKey(keys, chosen === undefined);
  const shown = chosen ?? usual;
  if (keys?.length && shown === undefined) return { keys: undefined, error, apiKey: undefined };
  // With a key that is not known to be one of this workspace every call is refused, as if the session had ended.
  return { keys, error, apiKey: !keys || isForeign ? undefined : shown };
}

/**
 * Opens the page with the data of another API key. What the address keeps of a place belongs to the key before: a page of one
 * organization, document or endpoint is left for the page of the navigation above it.
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
 * Names the current API key in the address as soon as there are several: the first one is another when a key is added, and a link
 * would open the page of another key. The page of a key chooses it.
 */
export function useKeyInAddress(): void {
  const { keys, apiKey } = useCurrentKey();
  const { login } = useSession();
  const { key } = useUrlValues();
  const change = useChangeUrl();
  const shown = usePathPart("apiKey");
  const before = useRef<string>(undefined);
  const isOwn = (id: string | undefined) => id !== undefined && keys?.some((one) => one.id === id);
  const wanted = isOwn(shown) ? shown : (key ?? (isOwn(before.current) ? before.current : apiKey));
  const isMissing = keys !== undefined && keys.length > 1 && wanted !== undefined && wanted !== key;
  useEffect(() => {
    if (isMissing) change({ key: wanted });
    else if (apiKey !== undefined) before.current = apiKey;
    if (apiKey !== undefined && (key === apiKey || keys?.length === 1)) keepChosenKey(login.workspaceId, apiKey);
  });
}
