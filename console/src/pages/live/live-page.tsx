import { SearchField } from "../../components/fields/search-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { useDocuments, useOrganizations, usePeople } from "../../places/suggestions.ts";
import { useUrlState } from "../../router/url-state.ts";
import type { Client } from "../../session/clients.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { StreamView } from "./stream-view.tsx";

/** Follows a document as one of its people. */
export default function LivePage() {
  const { pages, live } = useTexts();
  return (
    <Page title={pages.live} lead={live.lead}>
      <WithCurrentKey>{(client, apiKey) => <Choice client={client} apiKey={apiKey} />}</WithCurrentKey>
    </Page>
  );
}

function Choice({ client, apiKey }: { client: Client; apiKey: string }) {
  const { live } = useTexts();
  const { isReadOnly } = useSession();
  const organizations = useOrganizations({ client, apiKey });
  // If the person clears the field, it stays empty: the page shows data only for the organization that it names.
  const [organizationId, setOrganization] = useUrlState("organization", organizations.data?.[0]?.[0]);
  const [documentId, setDocument] = useUrlState("document");
  const [userId, setPerson] = useUrlState("user");
  const [editors, setEditors] = useUrlState("editors");
  const documents = useDocuments({ client, apiKey }, organizationId);
  const people = usePeople({ client, apiKey }, organizationId);
  const place = { organizationId, documentId, userId, editors };
  const isChosen = organizationId !== "" && documentId !== "" && userId !== "";
  return (
    <>
      <div className="filters">
        <SearchField
          label={live.organization}
          value={organizationId}
          onChange={setOrganization}
          suggestions={organizations.data}
        />
        <SearchField label={live.document} value={documentId} onChange={setDocument} suggestions={documents.data} />
        <SearchField label={live.person} value={userId} onChange={setPerson} suggestions={people.data} />
        <SearchField label={live.editors} value={editors} onChange={setEditors} />
      </div>
      <p className="quiet">{live.personHelp}</p>
      {isReadOnly && <Notice kind="plain" title={live.onlyReads} />}
      {!isChosen && (
        <Notice kind="plain" title={live.choose}>
          {live.chooseHelp}
        </Notice>
      )}
      {isChosen && !isReadOnly && (
        <StreamView key={JSON.stringify(place)} client={client} apiKey={apiKey} place={place} />
      )}
    </>
  );
}
