import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Loading } from "../../components/loading.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { changesOf } from "../../forms/changes.ts";
import { useContract } from "../../forms/contract.ts";
import type { FormValue } from "../../forms/form-value.ts";
import { SavingForm } from "../../forms/saving-form.tsx";
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
}

/** A group of settings of an API key as a form, which follows the contract of the endpoint that changes it. */
export function ConfigurationTab({ apiKey, client, configuration }: ConfigurationTabProps) {
  const { login, client: workspaceClient } = useSession();
  const caller = { apiKey, client, workspaceClient };
  const contract = useContract();
  const settings = useQuery({
    queryKey: [login.workspaceId, "configuration", apiKey, configuration.id],
    queryFn: async () => (await configuration.read(caller)).data,
    // A form in which somebody types is not replaced.
    refetchOnWindowFocus: false,
  });
  if (contract.error) return <ErrorPanel error={contract.error} onRetry={() => void contract.refetch()} />;
  if (!contract.data) return <Loading />;
  const write = async (changes: FormValue) => {
    await configuration.write(caller, changes);
    await settings.refetch();
  };
  return (
    <QueryView query={settings}>
      {(stored) => (
        <Settings
          key={settings.dataUpdatedAt}
          contract={contract.data}
          configuration={configuration}
          stored={stored}
          write={write}
        />
      )}
    </QueryView>
  );
}

interface SettingsProps {
  contract: Contract;
  configuration: Configuration;
  stored: FormValue;
  write: (changes: FormValue) => Promise<unknown>;
}

function Settings({ contract, configuration, stored, write }: SettingsProps) {
  const { common } = useTexts();
  const [value, setValue] = useState(stored);
  const changes = changesOf(stored, value);
  const saving = useMutation({ mutationFn: () => write(changes) });
  const { path, without } = configuration;
  const operation = contract.operations[path];
  if (!operation) throw new Error(`The contract does not know ${path}.`);
  return (
    <SavingForm
      changes={changes}
      saving={saving}
      done={saving.isSuccess && <Notice kind="good" title={common.saved} />}
    >
      <p className="quiet">{operation.description}</p>
      <SchemaFields contract={contract} schema={operation.input} value={value} onChange={setValue} without={without} />
    </SavingForm>
  );
}
