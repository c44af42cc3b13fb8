import type { InspectedRequest, Inspector } from "@atrium/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { completeList } from "../../lists/complete-list.ts";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { useSession } from "../../session/session.tsx";
import { useLanguage } from "../../texts/texts.tsx";
import type { KeyClient } from "./key-client.ts";
import { ReceivedRequest, SignatureOfRequest } from "./received-request.tsx";

interface ReceiverViewProps extends KeyClient {
  receiver: Inspector;
  address: string;
}

/** Polling interval for new requests, ms. */
const LOOK = 2_000;

/** One receiver, and what it has received. */
export function ReceiverView({ client, apiKey, receiver: { inspectorId, description }, address }: ReceiverViewProps) {
  const { language, texts } = useLanguage();
  const { webhooks, common } = texts;
  const { isReadOnly } = useSession();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const [opened, open] = useState<InspectedRequest>();
  const requests = useQuery({
    queryKey: [apiKey, "receiver", inspectorId],
    queryFn: async ({ signal }) =>
      (await client.workspace.inspectors.requests.get({ inspectorId, limit: 100 }, { signal })).data,
    refetchInterval: LOOK,
  });
  const columns: Column<InspectedRequest>[] = [
    {
      title: common.time,
      width: "24ch",
      cell: (request) => (
        <Button kind="link" onClick={() => open(request)}>
          <Time at={request.time} isExact />
        </Button>
      ),
    },
    {
      title: webhooks.signature,
      cell: (request) => <SignatureOfRequest request={request} />,
      width: "minmax(14ch, 1fr)",
    },
    { title: webhooks.size, cell: ({ bytes }) => new Intl.NumberFormat(language).format(bytes) },
    {
      title: webhooks.message,
      width: "minmax(22ch, 1.5fr)",
      cell: ({ headers }) => <code>{headers["webhook-id"] ?? "–"}</code>,
    },
  ];
  const remove = async () => {
    await client.workspace.inspectors.delete({ inspectorId });
    await queries.invalidateQueries({ queryKey: [apiKey, "webhooks", "receivers"] });
  };
  return (
    <section className="section">
      <div className="head-with-copy">
        <h2>
          <code>{address}</code>
        </h2>
        <CopyButton text={address} />
      </div>
      {description && <p>{description}</p>}
      <DataTable
        label={`${webhooks.received}: ${inspectorId}`}
        list={completeList(requests.data, requests)}
        columns={columns}
        keyOf={({ number }) => String(number)}
        empty={
          <Notice kind="plain" title={webhooks.nothingReceived}>
            {webhooks.nothingReceivedHelp}
          </Notice>
        }
      />
      {!isReadOnly && (
        <Button kind="danger" onClick={() => setDeleting(true)}>
          {webhooks.deleteReceiver}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={webhooks.deleteReceiverTitle}
        action={webhooks.deleteReceiver}
        onConfirm={remove}
      >
        <p>{webhooks.deleteReceiverHelp}</p>
      </ConfirmDialog>
      <Dialog isOpen={opened !== undefined} onClose={() => open(undefined)} title={webhooks.received}>
        {opened && <ReceivedRequest request={opened} />}
        <div className="actions">
          <Button onClick={() => open(undefined)}>{common.close}</Button>
        </div>
      </Dialog>
    </section>
  );
}
