import type { UserSummary } from "@atrium/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../../components/button.tsx";
import { DeleteButton } from "../../../components/delete-button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { checkItems } from "../../../forms/item-results.ts";
import type { Column } from "../../../lists/data-table.tsx";
import { dropRow } from "../../../lists/drop-row.ts";
import { RecordTable } from "../../../lists/record-table.tsx";
import { useList } from "../../../lists/use-list.ts";
import { useSession } from "../../../session/session.tsx";
import { useTexts } from "../../../texts/texts.tsx";
import { usePeopleColumns } from "../people/people-columns.tsx";
import type { GroupPlace } from "../place.ts";
import { findGroup } from "../stored.ts";
import { GroupActions } from "./group-actions.tsx";
import { JoinGroup } from "./join-group.tsx";

/** A user group with its people, or a notice that there is no such group. */
export function GroupView({ onClose, ...place }: GroupPlace & { onClose: () => void }) {
  const { groups, common } = useTexts();
  const group = useQuery({
    queryKey: [place.apiKey, "group", place.organizationId, place.groupId],
    queryFn: ({ signal }) => findGroup(place, signal),
  });
  return (
    <>
      <Button kind="link" onClick={onClose}>
        ← {groups.all}
      </Button>
      <QueryView query={group}>
        {(storedGroup) =>
          storedGroup ? (
            <>
              <h2>{groups.group(storedGroup.groupName || place.groupId)}</h2>
              <p className="quiet">
                {common.id} <code>{place.groupId}</code>
              </p>
              <GroupActions {...place} groupName={storedGroup.groupName} onDeleted={onClose} />
              <GroupMembers {...place} />
            </>
          ) : (
            <Notice kind="bad" title={groups.unknown(place.groupId)} />
          )
        }
      </QueryView>
    </>
  );
}

/** The people of a user group, with controls to add and remove them. */
function GroupMembers(place: GroupPlace) {
  const { groups, common } = useTexts();
  const { isReadOnly } = useSession();
  const { client, apiKey, organizationId, groupId } = place;
  const queries = useQueryClient();
  const queryKey = [apiKey, "people", organizationId, "group", groupId];
  const refresh = () => queries.invalidateQueries({ queryKey });
  const list = useList<UserSummary>({
    queryKey,
    fetchPage: (page, signal) => {
      const where = { organizationId, organizationUserGroupIds: [groupId], groupByDocumentId: false as const };
      return client.users.get({ ...page, ...where }, { signal });
    },
  });
  const people = usePeopleColumns(organizationId);
  const removal: Column<UserSummary> = {
    title: common.remove,
    width: "7rem",
    cell: ({ userId, name }) => (
      <DeleteButton
        action={common.remove}
        of={name || userId}
        title={groups.leave(name || userId)}
        onDelete={async () => {
          const leaving = { organizationId, organizationUserGroupId: groupId, userIds: [userId] };
          checkItems(await client.organizations.usergroups.users.delete(leaving));
          dropRow<UserSummary>(queries, queryKey, (user) => user.userId === userId);
        }}
      >
        <p>{groups.leaveHelp}</p>
      </DeleteButton>
    ),
  };
  const empty = (
    <Notice kind="plain" title={groups.noMembers}>
      {groups.noMembersHelp}
    </Notice>
  );
  return (
    <>
      <JoinGroup {...place} onDone={refresh} />
      <RecordTable
        label={groups.members}
        list={list}
        columns={isReadOnly ? people : [...people, removal]}
        keyOf={({ userId }) => userId}
        empty={empty}
      />
    </>
  );
}
