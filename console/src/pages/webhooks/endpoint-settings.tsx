import type { WebhookEndpoint, WorkspaceAdvancedwebhookEndpointsUpdateInput } from "@atrium/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "../../components/query-view.tsx";
import { changesOf } from "../../forms/changes.ts";
import { useContract } from "../../forms/contract.ts";
import type { FormValue } from "../../forms/form-value.ts";
import { type Saving, SavingForm } from "../../forms/saving-form.tsx";
import { SchemaFields } from "../../forms/schema-fields.tsx";
import type { KeyClient } from "./key-client.ts";

/** The settings of an endpoint as a form. */
export function EndpointSettings({ client, apiKey, endpoint }: KeyClient & { endpoint: WebhookEndpoint }) {
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (changes: FormValue) =>
      client.workspace.advancedwebhook.endpoints.update({
        ...changes,
        endpointId: endpoint.id,
      } as WorkspaceAdvancedwebhookEndpointsUpdateInput),
    onSuccess: () => queries.invalidateQueries({ queryKey: [apiKey, "webhooks"] }),
  });
  return <SettingsForm key={endpoint.updatedAt} endpoint={endpoint} saving={saving} />;
}

function SettingsForm({ endpoint, saving }: { endpoint: WebhookEndpoint; saving: Saving }) {
  const contract = useContract();
  const stored = formValueOf(endpoint);
  const [value, setValue] = useState(stored);
  const changed = changesOf(stored, value);
  // Entries of metadata are not changed one by one.
  const changes = "metadata" in changed ? { ...changed, metadata: value.metadata ?? null } : changed;
  return (
    <SavingForm changes={changes} saving={saving}>
      <QueryView query={contract}>
        {(known) => (
          <SchemaFields
            contract={known}
            schema={known.operations["/v2/workspace/advancedwebhook/endpoints/update"]?.input ?? {}}
            value={value}
            onChange={setValue}
            without={["endpointId"]}
          />
        )}
      </QueryView>
    </SavingForm>
  );
}

/** The fields of an endpoint that are set. */
function formValueOf(endpoint: WebhookEndpoint): FormValue {
  return Object.fromEntries(Object.entries(endpoint).filter(([, value]) => value !== null));
}
