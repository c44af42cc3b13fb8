import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Loading } from "../../components/loading.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { changesOf } from "../../forms/changes.ts";
import { useContract } from "../../forms/contract.ts";
import type { FormValue } from "../../forms/form-value.ts";
import { type Saving, SavingForm } from "../../forms/saving-form.tsx";
import type { Contract } from "../../forms/schema.ts";
import { SchemaFields } from "../../forms/schema-fields.tsx";
import type { Client } from "../../session/clients.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { Configuration } from "./configurations.ts";

interface ConfigurationTabProps {
  apiKey: string;
  client: Client;
  configuration: Configuration;
  /** What stands below the form. It comes with the form, which would push it down. */
  children?: ReactNode;
}

/** A group of settings of an API key as a form, which follows the contract of the endpoint that changes it. */
export function ConfigurationTab({ apiKey, client, configuration, children }: ConfigurationTabProps) {
  const { login, client: workspaceClient } = useSession();
  const caller = { apiKey, client, workspaceClient };
  const contract = useContract();
  const settings = useQuery({
    queryKey: [login.workspaceId, "configuration", apiKey, configuration.id],
    queryFn: async () => (await configuration.read(caller)).data,
    // A form in which somebody types is not replaced.
    refetchOnWindowFocus: false,
  });
  const saving = useMutation({
    mutationFn: async (changes: FormValue) => {
      await configuration.write(caller, changes);
      await settings.refetch();
    },
  });
  if (contract.error) return <ErrorPanel error={contract.error} onRetry={() => void contract.refetch()} />;
  if (!contract.data) return <Loading />;
  return (
    <QueryView query={settings}>
      {(stored) => (
        <>
          <Settings
            key={settings.dataUpdatedAt}
            contract={contract.data}
            configuration={configuration}
            stored={stored}
            saving={saving}
          />
          {children}
        </>
      )}
    </QueryView>
  );
}

interface SettingsProps {
  contract: Contract;
  configuration: Configuration;
  stored: FormValue;
  saving: Saving;
}

function Settings({ contract, configuration, stored, saving }: SettingsProps) {
  const { keys } = useTexts();
  const [value, setValue] = useState(stored);
  const changes = changesOf(stored, value);
  const { path, without } = configuration;
  const operation = contract.operations[path];
  if (!operation) throw new Error(`The contract does not know ${path}.`);
  return (
    <SavingForm changes={changes} saving={saving}>
      <p className="quiet">{keys.configurationLeads[configuration.id]}</p>
      <SchemaFields contract={contract} schema={operation.input} value={value} onChange={setValue} without={without} />
    </SavingForm>
  );
}
