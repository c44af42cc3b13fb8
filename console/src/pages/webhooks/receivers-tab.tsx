import type { Inspector } from "@atrium/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAnnounceAdded } from "../../components/announcements.tsx";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { KeyClient } from "./key-client.ts";
import { ReceiverView } from "./receiver-view.tsx";

/** Receivers on the server itself, which show deliveries without needing one's own server. */
export function ReceiversTab({ client, apiKey }: KeyClient) {
  const { webhooks } = useTexts();
  const { isReadOnly } = useSession();
  const queries = useQueryClient();
  const announceAdded = useAnnounceAdded();
  const receivers = useQuery({
    queryKey: [apiKey, "webhooks", "receivers"],
    queryFn: async ({ signal }) => (await client.workspace.inspectors.get({}, { signal })).data,
  });
  const creating = useMutation({
    mutationFn: async () => {
      const { data } = await client.workspace.inspectors.create();
      try {
        await client.workspace.advancedwebhook.endpoints.create({ url: addressOf(data) });
      } catch (error) {
        // Otherwise each failed try would leave behind a receiver without an endpoint.
        await client.workspace.inspectors.delete({ inspectorId: data.inspectorId });
        throw error;
      }
      return data;
    },
    onSuccess: ({ inspectorId }) => announceAdded(<code>{inspectorId}</code>),
    onSettled: () => queries.invalidateQueries({ queryKey: [apiKey, "webhooks"] }),
  });
  return (
    <>
      <p className="quiet">{webhooks.receiversLead}</p>
      {!isReadOnly && (
        <Button kind="primary" isBusy={creating.isPending} onClick={() => creating.mutate()}>
          {webhooks.addReceiver}
        </Button>
      )}
      {creating.error && <ErrorPanel error={creating.error} />}
      <QueryView query={receivers}>
        {(list) =>
          list.length === 0 ? (
            <Notice kind="plain" title={webhooks.noReceivers}>
              {webhooks.noReceiversHelp}
            </Notice>
          ) : (
            newestFirst(list).map((receiver) => (
              <ReceiverView
                key={receiver.inspectorId}
                client={client}
                apiKey={apiKey}
                receiver={receiver}
                address={addressOf(receiver)}
              />
            ))
          )
        }
      </QueryView>
    </>
  );
}

function newestFirst(list: readonly Inspector[]): Inspector[] {
  return list.toSorted((a, b) => b.createdAt - a.createdAt);
}

/** The address of a receiver. */
function addressOf({ path }: Inspector): string {
  return location.origin + path;
}
