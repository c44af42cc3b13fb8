import { useQueryClient } from "@tanstack/react-query";
import { DeleteButton } from "../../../components/delete-button.tsx";
import { checkItems } from "../../../forms/item-results.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { ItemButton } from "../item-button.tsx";
import { nameWithId } from "../name-with-id.ts";
import type { GroupPlace } from "../place.ts";
import { fieldsInForm, findGroup } from "../stored.ts";

interface GroupActionsProps extends GroupPlace {
  groupName: string;
  /** Called when the group has been deleted. */
  onDeleted: () => void;
}

/** Renames or deletes a user group. */
export function GroupActions({ client, apiKey, organizationId, groupId, groupName, onDeleted }: GroupActionsProps) {
  const { groups } = useTexts();
  const { usergroups } = client.organizations;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [apiKey] });
  const remove = async () => {
    checkItems(await usergroups.delete({ organizationId, organizationUserGroupIds: [groupId] }));
    onDeleted();
    await refresh();
  };
  return (
    <div className="actions">
      <ItemButton
        title={groups.rename}
        of={groups.group(nameWithId(groupName, groupId))}
        path="/v2/organizations/usergroups/add"
        list="organizationUserGroups"
        without={["groupId"]}
        {...fieldsInForm<{ groupName: string }>(
          { groupName },
          () => findGroup({ client, organizationId, groupId }),
          (group) => ({ groupName: group.groupName }),
        )}
        // A group without a name uses its id as its name.
        send={({ groupName: newName }) => {
          const name = typeof newName === "string" ? newName : groupId;
          return usergroups.add({ organizationId, organizationUserGroups: [{ groupId, groupName: name }] });
        }}
        onDone={() => void refresh()}
      />
      <DeleteButton action={groups.deleteGroup} title={groups.delete(groupName)} onDelete={remove}>
        <p>{groups.deleteHelp}</p>
      </DeleteButton>
    </div>
  );
}
