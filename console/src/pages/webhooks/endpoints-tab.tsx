import type { WebhookEndpoint } from "@atrium/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { completeList } from "../../lists/complete-list.ts";
import type { Column } from "../../lists/data-table.tsx";
import { RecordTable } from "../../lists/record-table.tsx";
import { useSession } from "../../session/session.tsx";
import { useLanguage } from "../../texts/texts.tsx";
import { CreateEndpointDialog } from "./create-endpoint-dialog.tsx";
import { healthOf } from "./endpoint-health.ts";
import { HealthOfEndpoint } from "./health-of-endpoint.tsx";
import type { KeyClient } from "./key-client.ts";
import { useEndpoints, useNewestDeliveries } from "./use-endpoints.ts";

/** The endpoints of an API key, with their health and number of deliveries. */
export function EndpointsTab(place: KeyClient) {
  const { language, texts } = useLanguage();
  const { webhooks } = texts;
  const { isReadOnly } = useSession();
  const [isCreating, setCreating] = useState(false);
  const endpoints = useEndpoints(place);
  const newest = useNewestDeliveries(place);
  const number = new Intl.NumberFormat(language);
  const health = ({ id }: WebhookEndpoint) =>
    healthOf(newest.data?.filter(({ endpointId }) => endpointId === id) ?? [], Date.now());
  const columns: Column<WebhookEndpoint>[] = [
    {
      title: webhooks.url,
      width: "minmax(20ch, 2fr)",
      cell: ({ id, url }) => (
        <Link to="/webhooks/$endpoint" params={{ endpoint: id }}>
          {url}
        </Link>
      ),
    },
    {
      title: webhooks.health,
      width: "minmax(12ch, 1fr)",
      cell: (endpoint) => <HealthOfEndpoint endpoint={endpoint} health={health(endpoint)} />,
    },
    { title: webhooks.perHour, cell: (one) => number.format(health(one).inLastHour), width: "minmax(10ch, 0.7fr)" },
    { title: webhooks.waiting, cell: (one) => number.format(health(one).waiting) },
    {
      title: webhooks.rate,
      width: "minmax(10ch, 0.7fr)",
      cell: ({ rateLimit }) => (rateLimit === null ? webhooks.unlimited : number.format(rateLimit)),
    },
    {
      title: webhooks.events,
      width: "minmax(14ch, 1fr)",
      cell: ({ filterTypes }) => filterTypes?.join(", ") ?? webhooks.allEvents,
    },
  ];
  return (
    <>
      {!isReadOnly && (
        <Button kind="primary" onClick={() => setCreating(true)}>
          {webhooks.addEndpoint}
        </Button>
      )}
      <RecordTable
        label={webhooks.endpoints}
        list={completeList(endpoints.data, endpoints)}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Notice kind="plain" title={webhooks.noEndpoints}>
            {webhooks.noEndpointsHelp}
          </Notice>
        }
      />
      <CreateEndpointDialog {...place} isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
