import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { usePathPart } from "../../router/url-state.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { DeliveriesTab } from "./deliveries-tab.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointSettings } from "./endpoint-settings.tsx";
import type { KeyClient } from "./key-client.ts";
import { SecretTab } from "./secret-tab.tsx";
import { useEndpoints } from "./use-endpoints.ts";
import { WhenSwitchedOn } from "./when-switched-on.tsx";

/** One webhook endpoint: its deliveries, settings and secret. */
export default function EndpointPage() {
  const { webhooks } = useTexts();
  const endpointId = usePathPart("endpoint");
  return (
    <Page title={webhooks.endpoint} lead={<code>{endpointId}</code>}>
      <WithCurrentKey>
        {(client, apiKey) => (
          <WhenSwitchedOn client={client} apiKey={apiKey}>
            <EndpointView client={client} apiKey={apiKey} endpointId={endpointId} />
          </WhenSwitchedOn>
        )}
      </WithCurrentKey>
    </Page>
  );
}

function EndpointView({ endpointId, ...place }: KeyClient & { endpointId: string }) {
  const { webhooks, data } = useTexts();
  const { isReadOnly } = useSession();
  const endpoints = useEndpoints(place);
  return (
    <QueryView query={endpoints}>
      {(list) => {
        const endpoint = list.find(({ id }) => id === endpointId);
        if (!endpoint)
          return (
            <Notice kind="bad" title={webhooks.absent(endpointId)}>
              {data.absentHelp}
            </Notice>
          );
        return (
          <>
            <h2>{endpoint.url}</h2>
            {endpoint.disabled && <Notice kind="bad" title={endpoint.disabledReason ?? webhooks.disabled} />}
            <EndpointActions {...place} endpoint={endpoint} />
            <Tabs
              label={endpoint.url}
              tabs={[
                {
                  id: "deliveries",
                  title: webhooks.deliveries,
                  content: () => <DeliveriesTab {...place} endpointId={endpointId} />,
                },
                {
                  id: "settings",
                  title: webhooks.settings,
                  content: () => <EndpointSettings {...place} endpoint={endpoint} />,
                },
                // A read-only session sees no secrets.
                ...(isReadOnly
                  ? []
                  : [
                      {
                        id: "secret",
                        title: webhooks.secret,
                        content: () => <SecretTab {...place} endpointId={endpointId} />,
                      },
                    ]),
              ]}
            />
          </>
        );
      }}
    </QueryView>
  );
}
