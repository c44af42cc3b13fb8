import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";

/** Fields of a record whose id may be chosen by a user with a token. A server can always take over such an id. */
export interface NamedByUser {
  /** Set if a user chose the id: a server that uses the same id takes it over. */
  namedByUser?: true;
}

/** The mark for a new record. @param isNamed whether the call chose its id. */
export function nameMark(call: Pick<KeyCall, "user">, isNamed: boolean): NamedByUser {
  return call.user && isNamed ? { namedByUser: true } : {};
}

/**
 * The existing record that a new one with the same id replaces; undefined if there is none or a server takes its id.
 * @param author returns the author of a record.
 * @throws ApiError ALREADY_EXISTS for a user, unless the record is the user's own, in the same document, under an id
 * that the user chose. The message reveals nothing else about the record, which the user may not be allowed to see.
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
    `The id ${JSON.stringify(id)} is in use. Choose another one, or omit it to have one generated.`,
  );
}
