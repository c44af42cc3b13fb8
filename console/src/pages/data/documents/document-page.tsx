import { Link } from "@tanstack/react-router";
import { Page } from "../../../components/page.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { WithCurrentKey } from "../../../components/with-key.tsx";
import { useUrlValues } from "../../../router/url-state.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { Existing } from "../existing.tsx";
import { useOrganizationName } from "../organizations/use-organization-name.ts";
import { PeopleTab } from "../people/people-tab.tsx";
import { findDocument } from "../stored.ts";
import { DocumentTab } from "./document-tab.tsx";
import { ListTab } from "./list-tab.tsx";
import { documentLists } from "./lists/document-lists.ts";
import { useDocumentName } from "./use-document-name.ts";

/** One document and its contents. */
export default function DocumentPage() {
  const { data, pages } = useTexts();
  const { organization: organizationId = "", document: documentId = "", migration } = useUrlValues();
  const name = useDocumentName(organizationId, documentId);
  const organizationName = useOrganizationName(organizationId);
  const way = (
    <>
      <Link to="/data">{pages.data}</Link> /{" "}
      <Link to="/data/organization" search={{ organization: organizationId }}>
        {organizationName || data.organization}
      </Link>{" "}
      / {data.document} <code>{documentId}</code>
    </>
  );
  return (
    <Page title={name || data.document} lead={way}>
      <WithCurrentKey>
        {(client, apiKey) => {
          const place = { client, apiKey, organizationId, documentId };
          const lists = documentLists.map(({ id, draw }) => ({
            id,
            title: data.lists[id],
            content: () => draw((declared) => <ListTab place={place} declared={declared} />),
          }));
          const tabs = (
            <Tabs
              label={data.document}
              tabs={[
                ...lists,
                { id: "people", title: data.people, content: () => <PeopleTab {...place} /> },
                { id: "document", title: data.document, content: () => <DocumentTab {...place} /> },
              ]}
            />
          );
          // The document's tab shows the progress of its migration, after which no document with this id exists.
          return migration !== undefined ? (
            tabs
          ) : (
            <Existing
              kind="document"
              ids={[organizationId, documentId]}
              queryKey={[apiKey, "document", organizationId, documentId]}
              find={(signal) => findDocument(place, signal)}
            >
              {tabs}
            </Existing>
          );
        }}
      </WithCurrentKey>
    </Page>
  );
}
