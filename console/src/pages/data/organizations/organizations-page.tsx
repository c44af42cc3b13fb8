import type { Organization } from "@atrium/client";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SearchField } from "../../../components/fields/search-field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Page } from "../../../components/page.tsx";
import { WithCurrentKey } from "../../../components/with-key.tsx";
import type { Column } from "../../../lists/data-table.tsx";
import { RecordTable } from "../../../lists/record-table.tsx";
import { useList } from "../../../lists/use-list.ts";
import { useUrlState } from "../../../router/url-state.ts";
import type { Client } from "../../../session/clients.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { BlockedBadge } from "../block-button.tsx";
import { ItemButton } from "../item-button.tsx";
import { findOrganization } from "../stored.ts";

/** The organizations of an API key. */
export default function OrganizationsPage() {
  const { pages, data } = useTexts();
  return (
    <Page title={pages.data} lead={data.lead}>
      <WithCurrentKey>{(client, apiKey) => <Organizations client={client} apiKey={apiKey} />}</WithCurrentKey>
    </Page>
  );
}

function Organizations({ client, apiKey }: { client: Client; apiKey: string }) {
  const { data, common } = useTexts();
  const queries = useQueryClient();
  const [text, find] = useUrlState("find");
  const list = useList({
    queryKey: [apiKey, "organizations", text],
    fetchPage: (page, signal) =>
      client.organizations.get({ ...page, organizationIds: undefined, searchKey: text || undefined }, { signal }),
  });
  const columns: Column<Organization>[] = [
    {
      title: common.name,
      cell: (organization) => (
        <Link to="/data/organization" search={{ organization: organization.id }}>
          {organization.organizationName}
        </Link>
      ),
    },
    { title: common.id, cell: (organization) => <code>{organization.id}</code> },
    {
      title: data.disabled,
      cell: ({ disabled }) => disabled && <BlockedBadge />,
      width: "7rem",
    },
  ];
  const empty = (
    <Notice kind="plain" title={text ? data.noMatch : data.noOrganizations}>
      {text ? `${data.noMatchHelp} ${data.noMatchWords}` : data.noOrganizationsHelp}
    </Notice>
  );
  return (
    <>
      <div className="filters">
        <SearchField label={data.find} value={text} onChange={find} />
        <ItemButton
          title={data.addOrganization}
          path="/v2/organizations/add"
          list="organizations"
          refusalOf={async ({ organizationId }) => {
            const existingOrganization = await findOrganization({ client, organizationId: String(organizationId) });
            return existingOrganization ? data.taken.organization : undefined;
          }}
          send={(value) => client.organizations.add({ organizations: [{ organizationId: "", ...value }] })}
          nameOf={({ organizationId, organizationName }) => (
            <Link to="/data/organization" search={{ organization: String(organizationId) }}>
              {String(organizationName ?? organizationId)}
            </Link>
          )}
          onDone={() => void queries.invalidateQueries({ queryKey: [apiKey, "organizations"] })}
        />
      </div>
      <p>
        <Link to="/data/personal">{data.toPersonalData}</Link>
      </p>
      <RecordTable label={data.organizations} list={list} columns={columns} keyOf={(one) => one.id} empty={empty} />
    </>
  );
}
