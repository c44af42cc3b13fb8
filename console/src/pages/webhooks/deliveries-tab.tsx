import type { WorkspaceAdvancedwebhookDeliveriesGetData } from "@atrium/client";
import { Button } from "../../components/button.tsx";
import { ChoiceField } from "../../components/fields/choice-field.tsx";
import { Filters } from "../../components/filters.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { useList } from "../../lists/use-list.ts";
import { useUrlState } from "../../router/url-state.ts";
import { useTexts } from "../../texts/texts.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { useEventTypes } from "./event-types.ts";
import type { KeyClient } from "./key-client.ts";
import { StatusOfDelivery } from "./status-of-delivery.tsx";

/** One delivery of an event to an endpoint. */
export type Delivery = WorkspaceAdvancedwebhookDeliveriesGetData[number];

/** Polling interval for new deliveries, ms. */
const LOOK = 2_000;

/** The deliveries to one endpoint, or to all of them, newest first. New ones appear automatically. */
export function DeliveriesTab({ client, apiKey, endpointId }: KeyClient & { endpointId?: string }) {
  const { webhooks, common } = useTexts();
  const [status, setStatus] = useUrlState("status");
  const [eventType, setEventType] = useUrlState("event");
  const [opened, open] = useUrlState("delivery", "", { isStep: true });
  const types = useEventTypes({ client, apiKey });
  const list = useList<Delivery>({
    queryKey: [apiKey, "deliveries", endpointId, status, eventType],
    fetchPage: (page, signal) =>
      client.workspace.advancedwebhook.deliveries.get(
        {
          ...page,
          endpointId,
          statuses: status === "" ? undefined : [status as Delivery["status"]],
          eventTypes: eventType === "" ? undefined : [eventType],
        },
        { signal },
      ),
    refetchInterval: LOOK,
  });
  const ofEndpoint: Column<Delivery> = {
    title: webhooks.endpoint,
    width: "minmax(22ch, 1fr)",
    cell: ({ endpointId }) => <code>{endpointId}</code>,
  };
  const columns: Column<Delivery>[] = [
    {
      title: webhooks.event,
      width: "minmax(20ch, 2fr)",
      cell: ({ deliveryId, eventType }) => (
        <Button kind="link" onClick={() => open(deliveryId)}>
          {eventType}
        </Button>
      ),
    },
    { title: webhooks.state, cell: ({ status }) => <StatusOfDelivery status={status} />, width: "minmax(12ch, 0.5fr)" },
    { title: webhooks.reply, cell: ({ attempts }) => replyOf(attempts), width: "minmax(10ch, 1.5fr)" },
    { title: webhooks.attempts, cell: ({ attempts }) => attempts.length, width: "minmax(8ch, 0.5fr)" },
    ...(endpointId === undefined ? [ofEndpoint] : []),
    {
      title: common.time,
      width: "20ch",
      cell: ({ createdAt }) => <Time at={Date.parse(createdAt)} isExact />,
    },
  ];
  const names = types.data?.map(({ name }) => [name, name] as const) ?? [];
  return (
    <>
      <Filters>
        <ChoiceField
          label={webhooks.state}
          value={status}
          choices={{ "": webhooks.anyStatus, ...webhooks.statuses }}
          onChange={setStatus}
        />
        <ChoiceField
          label={webhooks.event}
          value={eventType}
          choices={{ "": webhooks.allEvents, ...Object.fromEntries(names) }}
          onChange={setEventType}
        />
      </Filters>
      <p className="quiet">{webhooks.live}</p>
      <DataTable
        label={webhooks.deliveries}
        list={list}
        columns={columns}
        keyOf={({ deliveryId }) => deliveryId}
        empty={
          <Notice kind="plain" title={webhooks.noDeliveries}>
            {webhooks.noDeliveriesHelp}
          </Notice>
        }
      />
      <DeliveryDialog
        client={client}
        apiKey={apiKey}
        deliveryId={opened}
        listed={list.rows?.find(({ deliveryId }) => deliveryId === opened)}
        isLoaded={list.rows !== undefined}
        onClose={() => open("")}
      />
    </>
  );
}

/** The reply to the last attempt, in a word. */
function replyOf(attempts: Delivery["attempts"]) {
  const last = attempts.at(-1);
  return last && (last.error ?? last.status);
}
