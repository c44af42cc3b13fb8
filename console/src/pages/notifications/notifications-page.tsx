import { Page } from "../../components/page.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { OutcomesTab } from "./outcomes-tab.tsx";

/** What became of notifications. */
export default function NotificationsPage() {
  const { pages, notifications } = useTexts();
  return (
    <Page title={pages.notifications} lead={notifications.lead}>
      <WithCurrentKey>{(client, apiKey) => <OutcomesTab client={client} apiKey={apiKey} />}</WithCurrentKey>
    </Page>
  );
}
