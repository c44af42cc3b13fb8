import type { UserSummary } from "#domain/organizations/user";
import { searchUsers } from "#domain/organizations/user-search";
import { unpackCustomFields } from "#platform/shapes/custom-fields";
import type { KeyCall } from "#src/call";
import { scanInTurn } from "#src/heavy-reads";
import { getPage, PAGE_BYTES } from "#store/page-bytes";
import type { Cursor, Doc, Query, QueryResult, StoreReader } from "#store/port";
import { cursorAfter } from "#store/scan";
import { memberPath } from "./groups.ts";
import { type StoredMember, type StoredUser, userPath } from "./members.ts";

/** Selects users of a place: those who meet every filter that is set; without filters, all users. */
export interface UserFilter {
  userIds?: string[] | undefined;
  /** Members of at least one of these groups. */
  organizationUserGroupIds?: string[] | undefined;
  /** Text with which a word of the name or e-mail address begins; a blank text selects everybody. */
  searchKey?: string | undefined;
}

/** A part of a list: at most `limit` items after a position. */
export interface Page {
  limit: number;
  after?: Cursor | undefined;
}

/** A user as returned. */
export function toUserSummary({ id, data }: Doc<StoredUser>): UserSummary {
  const { name = "", email = "", initial, accessRole } = data;
  const optional = { ...(initial !== undefined && { initial }), ...(accessRole && { accessRole }) };
  return { ...unpackCustomFields(data.open), email, name, userId: id, ...optional };
}

/** Reads one page of the users of a place, ordered by id. A page with a `cursor` may be short. */
export async function usersAt(
  call: KeyCall,
  at: { organization: string; level: string },
  { userIds, organizationUserGroupIds: groupIds, searchKey }: UserFilter,
  page: Page,
): Promise<QueryResult<StoredUser>> {
  const search = (users: Doc<StoredUser>[]) => searchUsers(users, searchKey, ({ data }) => data);
  if (!userIds && !groupIds) {
    const query: Query = { collection: `${at.level}/users`, ...(page.after && { after: page.after }) };
    if (!searchKey) return call.store.query<StoredUser>({ ...query, limit: page.limit, maxBytes: PAGE_BYTES });
    return scanInTurn<StoredUser>(call, query, page.limit, search);
  }
  const { docs, ...end } = userIds
    ? await namedUsers(call.store, at, { userIds, groupIds }, page)
    : await groupUsers(call.store, at, groupIds ?? [], page);
  return { docs: await search(docs), ...end };
}

async function namedUsers(
  reader: StoreReader,
  { organization, level }: { organization: string; level: string },
  { userIds, groupIds }: { userIds: string[]; groupIds: string[] | undefined },
  { limit, after }: Page,
): Promise<QueryResult<StoredUser>> {
  const start = String(after?.[0] ?? "");
  const byPath = new Map(userIds.map((userId) => [userPath(level, userId), userId]));
  const remaining = [...byPath.keys()].sort().filter((path) => path > start);
  const paths = remaining.slice(0, limit);
  const [users, ...memberships] = await Promise.all([
    reader.getMany<StoredUser>(paths),
    ...(groupIds ?? []).map((groupId) =>
      reader.getMany(paths.map((path) => memberPath(organization, groupId, byPath.get(path) as string))),
    ),
  ]);
  const isMember = (i: number) => !groupIds || memberships.some((members) => members[i] !== undefined);
  const docs = users.filter((_user, i) => isMember(i)).filter((user) => user !== undefined);
  const last = paths.at(-1);
  return remaining.length > limit && last !== undefined ? { docs, cursor: [last] } : { docs };
}

/** Reads memberships of all groups ordered by user, so that several memberships of one user are adjacent. */
async function groupUsers(
  reader: StoreReader,
  { organization, level }: { organization: string; level: string },
  groupIds: string[],
  page: Page,
): Promise<QueryResult<StoredUser>> {
  const query: Query = {
    group: "members",
    under: organization,
    where: [{ field: "groupId", op: "in", value: [...new Set(groupIds)] }],
    orderBy: [{ field: "userId", direction: "asc" }],
    ...page,
  };
  const { docs: memberships, cursor } = await reader.query<StoredMember>(query);
  const userIds = new Set(memberships.map(({ data }) => data.userId));
  userIds.delete(String(page.after?.[0]));
  const ids = [...userIds];
  const { docs: users, end } = await getPage<StoredUser>(
    reader,
    ids.map((userId) => userPath(level, userId)),
  );
  const docs = users.filter((user) => user !== undefined);
  const last = end === undefined ? undefined : memberships.findLast(({ data }) => data.userId === ids[end - 1]);
  if (last) return { docs, cursor: cursorAfter(query, last) };
  return cursor ? { docs, cursor } : { docs };
}
