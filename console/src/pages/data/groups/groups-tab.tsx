import type { ReadUserGroup } from "@atrium/client";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Time } from "../../../components/time.tsx";
import type { Column } from "../../../lists/data-table.tsx";
import { RecordTable } from "../../../lists/record-table.tsx";
import { useList } from "../../../lists/use-list.ts";
import { useUrlState } from "../../../router/url-state.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { ItemButton } from "../item-button.tsx";
import type { OrganizationPlace } from "../place.ts";
import { findGroup } from "../stored.ts";
import { GroupView } from "./group-members.tsx";

/** The user groups of an organization, or the people of the open group. */
export function GroupsTab(place: OrganizationPlace) {
  const [groupId, open] = useUrlState("group", "", { isStep: true });
  return groupId === "" ? (
    <Groups {...place} onOpen={open} />
  ) : (
    <GroupView {...place} groupId={groupId} onClose={() => open("")} />
  );
}

function Groups({ client, apiKey, organizationId, onOpen }: OrganizationPlace & { onOpen: (groupId: string) => void }) {
  const { groups, common, data } = useTexts();
  const queries = useQueryClient();
  const queryKey = [apiKey, "groups", organizationId];
  const list = useList<ReadUserGroup>({
    queryKey,
    fetchPage: (page, signal) => client.organizations.usergroups.get({ ...page, organizationId }, { signal }),
  });
  const columns: Column<ReadUserGroup>[] = [
    {
      title: common.name,
      cell: ({ groupId, groupName }) => (
        <Button kind="link" onClick={() => onOpen(groupId)}>
          {groupName}
        </Button>
      ),
    },
    { title: common.id, cell: ({ groupId }) => <code>{groupId}</code> },
    { title: data.created, cell: ({ createdAt }) => <Time at={createdAt} />, width: "minmax(11rem, 0.5fr)" },
  ];
  const empty = (
    <Notice kind="plain" title={groups.none}>
      {groups.noneHelp}
    </Notice>
  );
  return (
    <>
      <div className="filters">
        <ItemButton
          title={groups.add}
          path="/v2/organizations/usergroups/add"
          list="organizationUserGroups"
          refusalOf={async ({ groupId }) =>
            (await findGroup({ client, organizationId, groupId: String(groupId) })) ? data.taken.group : undefined
          }
          send={(value) =>
            client.organizations.usergroups.add({ organizationId, organizationUserGroups: [{ groupId: "", ...value }] })
          }
          nameOf={({ groupId, groupName }) => (
            <Button kind="link" onClick={() => onOpen(String(groupId))}>
              {String(groupName ?? groupId)}
            </Button>
          )}
          onDone={() => void queries.invalidateQueries({ queryKey })}
        />
      </div>
      <RecordTable
        label={groups.groups}
        list={list}
        columns={columns}
        keyOf={({ groupId }) => groupId}
        empty={empty}
        actions={({ groupId }) => <Button onClick={() => onOpen(groupId)}>{groups.members}</Button>}
      />
    </>
  );
}
