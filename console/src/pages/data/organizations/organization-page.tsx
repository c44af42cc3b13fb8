import { Link } from "@tanstack/react-router";
import { Page } from "../../../components/page.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { WithCurrentKey } from "../../../components/with-key.tsx";
import { useUrlValues } from "../../../router/url-state.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { DocumentsTab } from "../documents/documents-tab.tsx";
import { Existing } from "../existing.tsx";
import { GroupsTab } from "../groups/groups-tab.tsx";
import { NotificationsTab } from "../notifications-tab.tsx";
import { PeopleTab } from "../people/people-tab.tsx";
import { findOrganization } from "../stored.ts";
import { OrganizationTab } from "./organization-tab.tsx";
import { useOrganizationName } from "./use-organization-name.ts";

/** One organization: its folders and documents, people, groups and notifications. */
export default function OrganizationPage() {
  const { data, groups, pages } = useTexts();
  const { organization: organizationId = "" } = useUrlValues();
  const name = useOrganizationName(organizationId);
  const way = (
    <>
      <Link to="/data">{pages.data}</Link> / {data.organization} <code>{organizationId}</code>
    </>
  );
  return (
    <Page title={name || data.organization} lead={way}>
      <WithCurrentKey>
        {(client, apiKey) => {
          const place = { client, apiKey, organizationId };
          return (
            <Existing
              kind="organization"
              ids={[organizationId]}
              queryKey={[apiKey, "organization", organizationId]}
              find={(signal) => findOrganization(place, signal)}
            >
              <Tabs
                label={data.organization}
                tabs={[
                  { id: "documents", title: data.documents, content: () => <DocumentsTab {...place} /> },
                  { id: "people", title: data.people, content: () => <PeopleTab {...place} /> },
                  { id: "groups", title: groups.groups, content: () => <GroupsTab {...place} /> },
                  { id: "notifications", title: data.notifications, content: () => <NotificationsTab {...place} /> },
                  { id: "organization", title: data.organization, content: () => <OrganizationTab {...place} /> },
                ]}
              />
            </Existing>
          );
        }}
      </WithCurrentKey>
    </Page>
  );
}
