import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Client } from "../session/clients.ts";
import { useCurrentKey } from "../session/current-key.ts";
import { useApiKeys, useKeyClient } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";
import { ErrorPanel } from "./error-panel.tsx";
import { Loading } from "./loading.tsx";
import { Notice } from "./notice.tsx";

interface WithKeyProps {
  apiKey: string;
  children: (client: Client) => ReactNode;
}

/** Renders content that needs the client of an API key. */
export function WithKey({ apiKey, children }: WithKeyProps) {
  const { data, error, refetch } = useKeyClient(apiKey);
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return data ? children(data) : <Loading />;
}

interface WithCurrentKeyProps {
  children: (client: Client, apiKey: string) => ReactNode;
}

/** Renders content for the API key chosen at the top, or says what to do if there is none. */
export function WithCurrentKey({ children }: WithCurrentKeyProps) {
  const { common } = useTexts();
  const { keys, apiKey, error } = useCurrentKey();
  const { refetch } = useApiKeys();
  if (apiKey !== undefined)
    return (
      <WithKey key={apiKey} apiKey={apiKey}>
        {(client) => children(client, apiKey)}
      </WithKey>
    );
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!keys) return <Loading />;
  if (keys.length > 0)
    return (
      <Notice kind="bad" title={common.foreignKey}>
        {common.foreignKeyHelp}
      </Notice>
    );
  return (
    <Notice kind="plain" title={common.noKey}>
      <p>{common.noKeyHelp}</p>
      <Link to="/keys">{common.toKeys}</Link>
    </Notice>
  );
}
