import type { NewWebhookEndpoint } from "@atrium/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CancelButton } from "../../components/cancel-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useContract } from "../../forms/contract.ts";
import { Form } from "../../forms/form.tsx";
import type { FormValue } from "../../forms/form-value.ts";
import { SchemaFields } from "../../forms/schema-fields.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { KeyClient } from "./key-client.ts";

interface CreateEndpointDialogProps extends KeyClient {
  isOpen: boolean;
  onClose: () => void;
}

/** Adds an endpoint, and opens its page. */
export function CreateEndpointDialog({ client, apiKey, isOpen, onClose }: CreateEndpointDialogProps) {
  const { webhooks, common } = useTexts();
  const contract = useContract();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [value, setValue] = useState<FormValue>({});
  const creating = useMutation({
    // The cast is safe: the form is built from the contract, and the service validates the fields.
    mutationFn: () => client.workspace.advancedwebhook.endpoints.create(value as NewWebhookEndpoint),
    onSuccess: async ({ data: { id } }) => {
      await queries.invalidateQueries({ queryKey: [apiKey, "webhooks"] });
      await navigate({ to: "/webhooks/$endpoint", params: { endpoint: id } });
    },
  });
  const close = () => {
    setValue({});
    creating.reset();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={webhooks.addEndpoint}>
      <Form
        error={creating.error}
        isChanged={Object.keys(value).length > 0 && !creating.isPending && !creating.isSuccess}
        onSubmit={() => creating.mutate()}
        end={
          <div className="actions">
            <CancelButton />
            <Button kind="primary" type="submit" isBusy={creating.isPending}>
              {common.create}
            </Button>
          </div>
        }
      >
        <QueryView query={contract}>
          {(loadedContract) => (
            <SchemaFields
              contract={loadedContract}
              schema={loadedContract.operations["/v2/workspace/advancedwebhook/endpoints/create"]?.input ?? {}}
              value={value}
              onChange={setValue}
            />
          )}
        </QueryView>
      </Form>
    </Dialog>
  );
}
