import { type StoredUser, userPath } from "#domain/organizations/store/members";
import {
  organizationPath,
  type Place,
  placePath,
  requireOrganization,
} from "#domain/organizations/store/organizations";
import { type Page, type UserFilter, usersAt } from "#domain/organizations/store/users";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import type { Doc, QueryResult, StoreReader } from "#store/port";
import { loadPlace, missingPart, readPlace } from "./places.ts";

/**
 * Reads users of a place in one round trip.
 * @returns the one that an item is about; fails that item with NOT_FOUND when it is not there, nor its folder or document.
 * @throws ApiError NOT_FOUND when the organization is not there.
 */
export async function readUsers(
  reader: StoreReader,
  call: KeyCall,
  place: Place,
  userIds: readonly string[],
): Promise<(userId: string) => Doc<StoredUser>> {
  const level = placePath(call, place);
  const [found, users] = await Promise.all([
    readPlace(reader, call, place),
    reader.getMany<StoredUser>(userIds.map((userId) => userPath(level, userId))),
  ]);
  requireOrganization(found.organization);
  const missing = missingPart(place, found);
  const byId = new Map(users.map((user) => [user?.id, user]));
  return (userId) => {
    if (missing) throw missing;
    const user = byId.get(userId);
    if (!user) throw notFound("user");
    return user;
  };
}

/** One page of the users of a place. @throws ApiError NOT_FOUND when the place is not there. */
export async function usersOfPlace(
  call: KeyCall,
  query: Place & UserFilter,
  page: Page,
): Promise<QueryResult<StoredUser>> {
  const organization = organizationPath(call, query.organizationId);
  const [, users] = await Promise.all([
    loadPlace(call.store, call, query),
    usersAt(call.store, { organization, level: placePath(call, query) }, query, page),
  ]);
  return users;
}
