import type { UserSummary } from "@atrium/client";
import { Notice } from "../../components/notice.tsx";
import { SearchField } from "../../components/search-field.tsx";
import type { Column } from "../../lists/data-table.tsx";
import { RecordTable } from "../../lists/record-table.tsx";
import { useList } from "../../lists/use-list.ts";
import { useUrlState } from "../../router/url-state.ts";
import { useTexts } from "../../texts/texts.tsx";
import type { OrganizationPlace } from "./place.ts";

/** The people of an organization. */
export function PeopleTab({ client, apiKey, organizationId }: OrganizationPlace) {
  const { data, common } = useTexts();
  const [person, findPerson] = useUrlState("person");
  const list = useList<UserSummary>({
    queryKey: [apiKey, "people", organizationId, person],
    fetchPage: (page, signal) =>
      client.users.get(
        { ...page, organizationId, searchKey: person || undefined, groupByDocumentId: false },
        { signal },
      ),
  });
  const columns: Column<UserSummary>[] = [
    { title: common.name, cell: ({ name, userId }) => name || userId },
    { title: data.email, cell: ({ email }) => email },
    { title: common.id, cell: ({ userId }) => <code>{userId}</code> },
    { title: data.role, cell: ({ accessRole }) => accessRole, width: "minmax(8ch, 0.4fr)" },
  ];
  const empty = (
    <Notice kind="plain" title={person ? data.noMatch : data.noPeople}>
      {person ? data.noMatchHelp : data.noPeopleHelp}
    </Notice>
  );
  return (
    <>
      <div className="filters">
        <SearchField label={data.findPerson} value={person} onChange={findPerson} />
      </div>
      <RecordTable label={data.people} list={list} columns={columns} keyOf={({ userId }) => userId} empty={empty} />
    </>
  );
}
