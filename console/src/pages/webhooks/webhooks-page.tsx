import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { CatalogueTab } from "./catalogue-tab.tsx";
import { DeliveriesTab } from "./deliveries-tab.tsx";
import { EndpointsTab } from "./endpoints-tab.tsx";
import type { KeyClient } from "./key-client.ts";
import { ReceiversTab } from "./receivers-tab.tsx";
import { WhenSwitchedOn } from "./when-switched-on.tsx";

/** Webhook endpoints, their deliveries, and the event catalogue. */
export default function WebhooksPage() {
  const { pages, webhooks } = useTexts();
  return (
    <Page title={pages.webhooks} lead={webhooks.lead}>
      <WithCurrentKey>{(client, apiKey) => <WebhookTabs client={client} apiKey={apiKey} />}</WithCurrentKey>
    </Page>
  );
}

function WebhookTabs(place: KeyClient) {
  const { pages, webhooks } = useTexts();
  return (
    <Tabs
      label={pages.webhooks}
      tabs={[
        {
          id: "endpoints",
          title: webhooks.endpoints,
          content: () => (
            <WhenSwitchedOn {...place}>
              <EndpointsTab {...place} />
            </WhenSwitchedOn>
          ),
        },
        {
          id: "deliveries",
          title: webhooks.deliveries,
          content: () => (
            <WhenSwitchedOn {...place}>
              <DeliveriesTab {...place} />
            </WhenSwitchedOn>
          ),
        },
        {
          id: "receivers",
          title: webhooks.receivers,
          content: () => (
            <WhenSwitchedOn {...place}>
              <ReceiversTab {...place} />
            </WhenSwitchedOn>
          ),
        },
        { id: "catalogue", title: webhooks.catalogue, content: () => <CatalogueTab {...place} /> },
      ]}
    />
  );
}
