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
import type { Doc, QueryResult, Transaction } from "#store/port";
import { loadPlace, missingPart, readPlaceForChange } from "./places.ts";

/**
 * Reads users of a place in one round trip.
 * @returns a function that returns the user of an item. It throws NOT_FOUND, which fails the item, when the user,
 * folder or document does not exist.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export async function readUsers(
  tx: Transaction,
  call: KeyCall,
  place: Place,
  userIds: readonly string[],
): Promise<(userId: string) => Doc<StoredUser>> {
  const level = placePath(call, place);
  const [placeDocs, users] = await Promise.all([
    readPlaceForChange(tx, call, place),
    tx.getMany<StoredUser>(userIds.map((userId) => userPath(level, userId))),
  ]);
  requireOrganization(placeDocs.organization);
  const missing = missingPart(place, placeDocs);
  const byId = new Map(users.map((user) => [user?.id, user]));
  return (userId) => {
    if (missing) throw missing;
    const user = byId.get(userId);
    if (!user) throw notFound("user");
    return user;
  };
}

/** Reads one page of the users of a place. @throws ApiError NOT_FOUND when the place does not exist. */
export async function usersOfPlace(
  call: KeyCall,
  query: Place & UserFilter,
  page: Page,
): Promise<QueryResult<StoredUser>> {
  const organization = organizationPath(call, query.organizationId);
  const [, users] = await Promise.all([
    loadPlace(call.store, call, query),
    usersAt(call, { organization, level: placePath(call, query) }, query, page),
  ]);
  return users;
}
