import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { usePathPart } from "../../router/url-state.ts";
import { useTexts } from "../../texts/texts.tsx";
import { DocumentsTab } from "./documents-tab.tsx";
import { PeopleTab } from "./people-tab.tsx";

/** One organization: its documents and people. */
export default function OrganizationPage() {
  const { data } = useTexts();
  const organizationId = usePathPart("organization");
  return (
    <Page title={organizationId} lead={data.organization}>
      <WithCurrentKey>
        {(client, apiKey) => {
          const place = { client, apiKey, organizationId };
          return (
            <Tabs
              label={data.organization}
              tabs={[
                { id: "documents", title: data.documents, content: () => <DocumentsTab {...place} /> },
                { id: "people", title: data.people, content: () => <PeopleTab {...place} /> },
              ]}
            />
          );
        }}
      </WithCurrentKey>
    </Page>
  );
}
