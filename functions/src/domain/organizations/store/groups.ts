import { transactChange } from "#domain/events/store/change";
import type { NewEvent } from "#domain/events/store/outbox";
import { batchesOf } from "#platform/async/parallel";
import { MAX_IN } from "#platform/shapes/limits";
import type { KeyCall, WriteCall } from "#src/call";
import { notFound } from "#src/errors";
import { toPath } from "#store/paths";
import type { Cursor, Doc, DocRef, Query, Store, StoreReader } from "#store/port";
import type { StoredGroup, StoredMember } from "./members.ts";
import { organizationPath, requireOrganization } from "./organizations.ts";

/** Memberships deleted per transaction. */
export const MEMBERS_PAGE = 300;

/** Identifies an organization user group. */
export interface GroupPlace {
  organizationId: string;
  organizationUserGroupId: string;
}

/** Path of a group. @param organization path of its organization. */
export function groupPath(organization: string, groupId: string): DocRef<StoredGroup> {
  return `${organization}/${toPath("userGroups", groupId)}`;
}

/** Path of a membership. @param organization path of the group's organization. */
export function memberPath(organization: string, groupId: string, userId: string): DocRef<StoredMember> {
  return `${groupPath(organization, groupId)}/${toPath("members", userId)}`;
}

/** A new membership. It stores its ids as fields too, for queries over all groups of an organization. */
export function newMember(call: Pick<KeyCall, "now">, groupId: string, userId: string): StoredMember {
  return { groupId, userId, addedAt: call.now() };
}

/** The event for a user who joins or leaves a group. */
export function membershipEvent(
  type: "usergroup.user_add" | "usergroup.user_delete",
  { organizationId, organizationUserGroupId }: GroupPlace,
  userId: string,
): NewEvent {
  return { type, organizationId, data: { organizationUserGroupId, userId } };
}

/** A new group as stored. Its name defaults to its id. */
export function newGroup(call: Pick<KeyCall, "now">, groupId: string, groupName = groupId): StoredGroup {
  return { groupName, createdAt: call.now() };
}

/**
 * Reads a group and its organization in one round trip; undefined if the organization has no such group.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export async function readGroup(
  reader: StoreReader,
  call: KeyCall,
  place: GroupPlace,
): Promise<Doc<StoredGroup> | undefined> {
  const organization = organizationPath(call, place.organizationId);
  const [owner, group] = await reader.getMany([organization, groupPath(organization, place.organizationUserGroupId)]);
  requireOrganization(owner);
  return group;
}

/** Reads a group and its organization in one round trip. @throws ApiError NOT_FOUND when either does not exist. */
export async function loadGroup(reader: StoreReader, call: KeyCall, place: GroupPlace): Promise<Doc<StoredGroup>> {
  const group = await readGroup(reader, call, place);
  if (!group) throw notFound("group");
  return group;
}

/** Removes all members of a group in pages. @returns their ids. @throws ApiError NOT_FOUND when the group does not exist. */
export async function deleteAllMembers(call: WriteCall, place: GroupPlace): Promise<string[]> {
  const { path } = await loadGroup(call.store, call, place);
  const userIds: string[] = [];
  let after: Cursor | undefined;
  do {
    const query: Query = { collection: `${path}/members`, select: [], limit: MEMBERS_PAGE, after };
    const { docs, cursor } = await transactChange(call, async (tx, { emit }) => {
      const page = await tx.query(query);
      for (const member of page.docs) {
        tx.delete(member.path);
        emit(membershipEvent("usergroup.user_delete", place, member.id));
      }
      return page;
    });
    for (const { id } of docs) userIds.push(id);
    after = cursor;
  } while (after);
  return userIds;
}

/**
 * Deletes the memberships of users in all groups of an organization, in pages. It can be interrupted and repeated.
 * @param departure.organization path in the store.
 * @param departure.leftAt memberships that began after this time (ms) are kept: the user has come back.
 */
export async function leaveAllGroups(
  store: Store,
  departure: { organization: string; userIds: readonly string[]; leftAt: number },
): Promise<void> {
  for (const userIds of batchesOf(departure.userIds, MAX_IN)) {
    let after: Cursor | undefined;
    do after = await leavePage(store, { ...departure, userIds }, after);
    while (after);
  }
}

function leavePage(
  store: Store,
  { organization, userIds, leftAt }: { organization: string; userIds: string[]; leftAt: number },
  after: Cursor | undefined,
): Promise<Cursor | undefined> {
  return store.transact(async (tx) => {
    const { docs, cursor } = await tx.query<StoredMember>({
      group: "members",
      under: organization,
      where: [{ field: "userId", op: "in", value: userIds }],
      limit: MEMBERS_PAGE,
      after,
    });
    for (const { path, data } of docs) if (data.addedAt <= leftAt) tx.delete(path);
    return cursor;
  });
}
