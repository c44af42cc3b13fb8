import type { WebhookEndpoint, WorkspaceAdvancedwebhookEndpointsUpdateInput } from "@atrium/client";
import { QueryView } from "../../components/query-view.tsx";
import { useContract } from "../../forms/contract.ts";
import type { FormValue } from "../../forms/form-value.ts";
import { SavingForm } from "../../forms/saving-form.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { KeyClient } from "./key-client.ts";
import { useRereadEndpoints } from "./use-endpoints.ts";

/** The settings of an endpoint as a form. */
export function EndpointSettings({ client, apiKey, endpoint }: KeyClient & { endpoint: WebhookEndpoint }) {
  const { common } = useTexts();
  const contract = useContract();
  const rereadAll = useRereadEndpoints({ client, apiKey });
  const reread = async () => {
    const storedEndpoint = (await rereadAll()).find(({ id }) => id === endpoint.id);
    if (!storedEndpoint) throw new Error(common.gone);
    return formValueOf(storedEndpoint);
  };
  return (
    <QueryView query={contract}>
      {(loadedContract) => (
        <SavingForm
          key={endpoint.id}
          contract={loadedContract}
          path="/v2/workspace/advancedwebhook/endpoints/update"
          without={["endpointId"]}
          // Metadata is replaced as a whole, not entry by entry.
          whole={["metadata"]}
          stored={formValueOf(endpoint)}
          reread={reread}
          write={(changes) =>
            client.workspace.advancedwebhook.endpoints.update({
              ...changes,
              endpointId: endpoint.id,
            } as WorkspaceAdvancedwebhookEndpointsUpdateInput)
          }
        />
      )}
    </QueryView>
  );
}

/** The fields of an endpoint that are set. */
function formValueOf(endpoint: WebhookEndpoint): FormValue {
  return Object.fromEntries(Object.entries(endpoint).filter(([, value]) => value !== null));
}
