import { Link } from "@tanstack/react-router";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { useUrlValues } from "../../router/url-state.ts";
import { useTexts } from "../../texts/texts.tsx";
import { DocumentTab } from "./document-tab.tsx";
import { ListTab } from "./list-tab.tsx";
import { documentLists } from "./lists/document-lists.ts";
import { PeopleTab } from "./people-tab.tsx";
import { useDocumentName } from "./use-document-name.ts";
import { useOrganizationName } from "./use-organization-name.ts";

/** One document, and what it holds. */
export default function DocumentPage() {
  const { data, pages } = useTexts();
  const { organization: organizationId = "", document: documentId = "" } = useUrlValues();
  const name = useDocumentName(organizationId, documentId);
  const organizationName = useOrganizationName(organizationId);
  const way = (
    <>
      <Link to="/data">{pages.data}</Link> /{" "}
      <Link to="/data/organization" search={{ organization: organizationId }}>
        {organizationName}
      </Link>{" "}
      / {data.document} <code>{documentId}</code>
    </>
  );
  return (
    <Page title={name} lead={way}>
      <WithCurrentKey>
        {(client, apiKey) => {
          const place = { client, apiKey, organizationId, documentId };
          const lists = documentLists.map(({ id, draw }) => ({
            id,
            title: data.lists[id],
            content: () => draw((declared) => <ListTab place={place} declared={declared} />),
          }));
          return (
            <Tabs
              label={data.document}
              tabs={[
                ...lists,
                { id: "people", title: data.people, content: () => <PeopleTab {...place} /> },
                { id: "document", title: data.document, content: () => <DocumentTab {...place} /> },
              ]}
            />
          );
        }}
      </WithCurrentKey>
    </Page>
  );
}
