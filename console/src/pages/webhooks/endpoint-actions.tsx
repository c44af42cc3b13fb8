import type { WebhookEndpoint } from "@atrium/client";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { KeyClient } from "./key-client.ts";
import { RecoverDialog } from "./recover-dialog.tsx";
import { SendExampleDialog } from "./send-example-dialog.tsx";

/** The actions for an endpoint. */
export function EndpointActions({ client, apiKey, endpoint }: KeyClient & { endpoint: WebhookEndpoint }) {
  const { webhooks } = useTexts();
  const { isReadOnly } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [pendingAction, ask] = useState<"example" | "recover" | "delete">();
  const close = () => ask(undefined);
  const remove = async () => {
    await client.workspace.advancedwebhook.endpoints.delete({ endpointId: endpoint.id });
    await navigate({ to: "/webhooks" });
    await queries.invalidateQueries({ queryKey: [apiKey, "webhooks"] });
  };
  if (isReadOnly) return null;
  const place = { client, apiKey, endpointId: endpoint.id, onClose: close };
  return (
    <div className="actions">
      <Button kind="primary" onClick={() => ask("example")} disabled={endpoint.disabled}>
        {webhooks.sendExample}
      </Button>
      <Button onClick={() => ask("recover")} disabled={endpoint.disabled}>
        {webhooks.recover}
      </Button>
      <Button kind="danger" onClick={() => ask("delete")}>
        {webhooks.delete}
      </Button>
      <SendExampleDialog {...place} isOpen={pendingAction === "example"} />
      <RecoverDialog {...place} isOpen={pendingAction === "recover"} />
      <ConfirmDialog
        isOpen={pendingAction === "delete"}
        onClose={close}
        title={webhooks.delete}
        action={webhooks.delete}
        word={endpoint.id}
        onConfirm={remove}
      >
        <p>{webhooks.deleteHelp}</p>
      </ConfirmDialog>
    </div>
  );
}
