import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Loading } from "../../components/loading.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useContract } from "../../forms/contract.ts";
import { SavingForm } from "../../forms/saving-form.tsx";
import type { Client } from "../../session/clients.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { Configuration } from "./configurations.ts";

interface ConfigurationTabProps {
  apiKey: string;
  client: Client;
  configuration: Configuration;
  /** Shown below the form, and only together with it: the form would otherwise push it down when it appears. */
  children?: ReactNode;
}

/** A form for a group of settings of an API key, built from the contract of the endpoint that changes them. */
export function ConfigurationTab({ apiKey, client, configuration, children }: ConfigurationTabProps) {
  const { keys } = useTexts();
  const { login, client: workspaceClient } = useSession();
  const queries = useQueryClient();
  const caller = { apiKey, client, workspaceClient };
  const contract = useContract();
  const queryKey = [login.workspaceId, "configuration", apiKey, configuration.id];
  const read = async () => (await configuration.read(caller)).data;
  const settings = useQuery({ queryKey, queryFn: read });
  const reread = async () => {
    const storedSettings = await read();
    queries.setQueryData(queryKey, storedSettings);
    return storedSettings;
  };
  if (contract.error) return <ErrorPanel error={contract.error} onRetry={() => void contract.refetch()} />;
  if (!contract.data) return <Loading />;
  const { id, path, without } = configuration;
  return (
    <QueryView query={settings}>
      {(storedSettings) => (
        <>
          <p className="quiet">{keys.configurationLeads[id]}</p>
          <SavingForm
            key={apiKey}
            contract={contract.data}
            path={path}
            without={without}
            stored={storedSettings}
            reread={reread}
            check={(value) => configuration.check?.(value, keys) ?? []}
            write={(changes) => configuration.write(caller, changes)}
          />
          {children}
        </>
      )}
    </QueryView>
  );
}
