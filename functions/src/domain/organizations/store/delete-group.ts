import { nameTarget } from "#domain/audit/store/audited-store";
import { transactChange } from "#domain/events/store/change";
import type { WriteCall } from "#src/call";
import { type GroupPlace, groupPath, MEMBERS_PAGE, membershipEvent, readGroup } from "./groups.ts";
import { organizationPath } from "./organizations.ts";

/**
 * Deletes a user group with its memberships, in pages. The group itself is deleted with the last page, so a user who
 * joins meanwhile is either removed too or creates the group again.
 * @returns whether the group existed.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export async function deleteGroup(call: WriteCall, place: GroupPlace): Promise<boolean> {
  let page = await deletePage(call, place);
  const { existed } = page;
  while (page.hasMore) page = await deletePage(call, place);
  return existed;
}

/** Deletes one page of memberships, and the group with the last page. */
function deletePage(call: WriteCall, place: GroupPlace): Promise<{ existed: boolean; hasMore: boolean }> {
  const { organizationUserGroupId: groupId } = place;
  const path = groupPath(organizationPath(call, place.organizationId), groupId);
  return transactChange(call, async (tx, { emit }) => {
    const [group, members] = await Promise.all([
      readGroup(tx, call, place),
      tx.query({ collection: `${path}/members`, select: [], limit: MEMBERS_PAGE }),
    ]);
    if (!group) return { existed: false, hasMore: false };
    for (const member of members.docs) {
      tx.delete(member.path);
      emit(membershipEvent("usergroup.user_delete", place, member.id));
    }
    const hasMore = members.cursor !== undefined;
    if (!hasMore) tx.delete(path);
    nameTarget(tx, { groupId });
    return { existed: true, hasMore };
  });
}
