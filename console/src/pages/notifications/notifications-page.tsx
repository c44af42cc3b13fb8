import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { MailboxTab } from "./mailbox-tab.tsx";
import { OutcomesTab } from "./outcomes-tab.tsx";

/** The outcomes of notifications, and the mails that were kept instead of being sent. */
export default function NotificationsPage() {
  const { pages, notifications } = useTexts();
  return (
    <Page title={pages.notifications} lead={notifications.lead}>
      <WithCurrentKey>
        {(client, apiKey) => (
          <Tabs
            label={pages.notifications}
            tabs={[
              {
                id: "outcomes",
                title: notifications.outcomes,
                content: () => <OutcomesTab client={client} apiKey={apiKey} />,
              },
              {
                id: "mailbox",
                title: notifications.mailbox,
                content: () => <MailboxTab client={client} apiKey={apiKey} />,
              },
            ]}
          />
        )}
      </WithCurrentKey>
    </Page>
  );
}
