import type { UserSummary } from "@atrium/client";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { DeleteButton } from "../../../components/delete-button.tsx";
import { SearchField } from "../../../components/fields/search-field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { checkItems } from "../../../forms/item-results.ts";
import type { Column } from "../../../lists/data-table.tsx";
import { dropRow } from "../../../lists/drop-row.ts";
import { RecordTable } from "../../../lists/record-table.tsx";
import { useList } from "../../../lists/use-list.ts";
import { useUrlState } from "../../../router/url-state.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { ItemButton } from "../item-button.tsx";
import { nameWithId } from "../name-with-id.ts";
import type { OrganizationPlace } from "../place.ts";
import { copyOf, findPerson } from "../stored.ts";
import { findPeople } from "./find-people.ts";
import { usePeopleColumns } from "./people-columns.tsx";

/** The people of an organization, or of a document of it. */
export function PeopleTab({ client, apiKey, organizationId, documentId }: OrganizationPlace & { documentId?: string }) {
  const { data, common } = useTexts();
  const queries = useQueryClient();
  const [person, search] = useUrlState("person");
  const place = { organizationId, documentId };
  const queryKey = [apiKey, "people", organizationId, documentId];
  const list = useList<UserSummary>({
    queryKey: [...queryKey, person],
    fetchPage: (page, signal) => findPeople({ client, apiKey, ...place }, person, page, signal),
  });
  const columns: Column<UserSummary>[] = [
    ...usePeopleColumns(organizationId),
    { title: data.role, cell: ({ accessRole }) => accessRole, width: "minmax(6rem, 0.4fr)" },
  ];
  const empty = (
    <Notice kind="plain" title={person ? data.noMatch : data.noPeople}>
      {person ? `${data.noMatchHelp} ${data.noMatchWords}` : data.noPeopleHelp}
    </Notice>
  );
  return (
    <>
      <div className="filters">
        <SearchField label={data.findPerson} value={person} onChange={search} />
        <ItemButton
          title={data.addPerson}
          path="/v2/users/add"
          list="users"
          refusalOf={async ({ userId }) =>
            (await findPerson({ client, ...place }, String(userId))) ? data.taken.person : undefined
          }
          send={(value) => client.users.add({ ...place, users: [{ userId: "", ...value }] })}
          nameOf={({ userId, name }) => (
            <Link to="/data/person" search={{ organization: organizationId, person: String(userId) }}>
              {String(name ?? userId)}
            </Link>
          )}
          onDone={() => void queries.invalidateQueries({ queryKey })}
        />
      </div>
      <RecordTable
        label={data.people}
        list={list}
        columns={columns}
        keyOf={({ userId }) => userId}
        empty={empty}
        actions={(user, close) => (
          <>
            <ItemButton
              title={common.edit}
              of={`${data.person} ${nameWithId(user.name, user.userId)}`}
              path="/v2/users/update"
              list="users"
              initial={{ ...user }}
              without={["userId"]}
              reread={async () => copyOf(await findPerson({ client, ...place }, user.userId))}
              send={(changes) => client.users.update({ ...place, users: [{ ...changes, userId: user.userId }] })}
              onDone={() => void queries.invalidateQueries({ queryKey: [apiKey] })}
            />
            <DeleteButton
              action={common.remove}
              title={data.removePerson(user.name || user.userId)}
              onDelete={async () => {
                checkItems(await client.users.delete({ ...place, userIds: [user.userId] }));
                close();
                dropRow<UserSummary>(queries, queryKey, ({ userId }) => userId === user.userId);
              }}
            >
              <p>{data.removePersonHelp}</p>
            </DeleteButton>
          </>
        )}
      />
    </>
  );
}
