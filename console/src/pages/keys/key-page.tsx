import { Link } from "@tanstack/react-router";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Loading } from "../../components/loading.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { WithKey } from "../../components/with-key.tsx";
import { usePathPart } from "../../router/url-state.ts";
import { useApiKeys, useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { ConfigurationTab } from "./configuration-tab.tsx";
import { configurations } from "./configurations.ts";
import { DomainsTab } from "./domains-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { ReadOnlyNotice } from "./read-only-notice.tsx";
import { TestMail } from "./test-mail.tsx";
import { TokensTab } from "./tokens-tab.tsx";

/** One API key: its name, tokens and settings. */
export default function KeyPage() {
  const { keys, common } = useTexts();
  const apiKey = usePathPart("apiKey");
  const { isReadOnly } = useSession();
  const { data, error, refetch } = useApiKeys();
  const summary = data?.find(({ id }) => id === apiKey);
  // Calls with a key from outside this workspace are refused as if the session had ended, so none is made.
  if (!data)
    return (
      <Page title={apiKey}>{error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Loading />}</Page>
    );
  if (!summary)
    return (
      <Page title={apiKey}>
        <Notice kind="bad" title={common.foreignKey}>
          <Link to="/keys">{common.toKeys}</Link>
        </Notice>
      </Page>
    );
  return (
    <Page title={summary.apiKeyName || apiKey} lead={<code>{apiKey}</code>}>
      <Tabs
        label={summary.apiKeyName || apiKey}
        tabs={[
          { id: "general", title: keys.general, content: () => <GeneralTab summary={summary} /> },
          {
            id: "tokens",
            title: keys.tokens,
            // A read-only session sees no secrets.
            content: () => (isReadOnly ? <ReadOnlyNotice /> : <TokensTab apiKey={apiKey} />),
          },
          {
            id: "domains",
            title: keys.domains,
            content: () => (
              <WithKey apiKey={apiKey}>{(client) => <DomainsTab apiKey={apiKey} client={client} />}</WithKey>
            ),
          },
          ...configurations.map((configuration) => ({
            id: configuration.id,
            title: keys.configurations[configuration.id],
            content: () => (
              <WithKey apiKey={apiKey}>
                {(client) => (
                  <ConfigurationTab apiKey={apiKey} client={client} configuration={configuration}>
                    {configuration.id === "email" && <TestMail client={client} />}
                  </ConfigurationTab>
                )}
              </WithKey>
            ),
          })),
        ]}
      />
    </Page>
  );
}
