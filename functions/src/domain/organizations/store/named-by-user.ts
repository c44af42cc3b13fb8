import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";

/** Part of a record whose id may be chosen by a user with a token. Such an id is never kept from the server. */
export interface NamedByUser {
  /** A user has chosen the id. A server that uses the same id takes it over. */
  namedByUser?: true;
}

/** The mark for a new record. @param isNamed whether the call has chosen its id. */
export function nameMark(call: Pick<KeyCall, "user">, isNamed: boolean): NamedByUser {
  return call.user && isNamed ? { namedByUser: true } : {};
}

/**
 * The record under the id of a new one, as far as the call may go by it: a server passes over what a user has named.
 * @param author of the record that is there.
 * @throws ApiError ALREADY_EXISTS for a user who has not named it, in the same document. Nothing tells more about the record:
 * the user may not be allowed to see it.
 */
export function recordToKeep<T extends NamedByUser & { documentId: string }>(
  call: Pick<KeyCall, "user">,
  existing: T | undefined,
  { id, documentId, author }: { id: string; documentId: string; author: (record: T) => string | undefined },
): T | undefined {
  if (!existing) return undefined;
  if (!call.user) return existing.namedByUser ? undefined : existing;
  const isOwn = existing.namedByUser && existing.documentId === documentId && author(existing) === call.user.userId;
  if (isOwn) return existing;
  throw new ApiError(
    "ALREADY_EXISTS",
    `The id ${JSON.stringify(id)} is in use. Choose another one, or leave it out to be given one.`,
  );
}
