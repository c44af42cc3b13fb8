import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { KeyClient } from "./key-client.ts";

/** Renders content that needs advanced webhooks, or offers to switch them on if they are off for the API key. */
export function WhenSwitchedOn({ client, apiKey, children }: KeyClient & { children: ReactNode }) {
  const config = useQuery({
    queryKey: [apiKey, "webhooks", "config"],
    queryFn: async ({ signal }) => (await client.workspace.advancedwebhookconfig.get({}, { signal })).data,
  });
  return (
    <QueryView query={config}>
      {({ isEnabled }) => (isEnabled ? children : <SwitchedOff client={client} apiKey={apiKey} />)}
    </QueryView>
  );
}

function SwitchedOff({ client, apiKey }: KeyClient) {
  const { webhooks } = useTexts();
  const { isReadOnly } = useSession();
  const queries = useQueryClient();
  const switching = useMutation({
    mutationFn: () => client.workspace.advancedwebhookconfig.update({ isEnabled: true }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [apiKey, "webhooks"] }),
  });
  return (
    <>
      <Notice kind="plain" title={webhooks.isOff}>
        <p>{webhooks.isOffHelp}</p>
        {!isReadOnly && (
          <Button kind="primary" isBusy={switching.isPending} onClick={() => switching.mutate()}>
            {webhooks.switchOn}
          </Button>
        )}
      </Notice>
      {switching.error && <ErrorPanel error={switching.error} />}
    </>
  );
}
