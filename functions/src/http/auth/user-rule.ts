import type { AccessAction } from "#domain/access/decide-access";
import type { Place } from "#domain/organizations/store/organizations";

/**
 * What a user with a token may do at an endpoint (docs/behaviour.md#acting-as-a-user). The kernel enforces it between
 * the input and the handler; an endpoint without it takes no user tokens.
 *
 * Paths name fields of the input: `users[].userId` is that of each element of `users`. A `?` at the end: it may be left out;
 * else a missing last part is filled in.
 */
export interface UserRule<Input> {
  /** What the user must be allowed to do on each of the places. */
  action: AccessAction;
  /** Everything that the call reads or changes, as far as the input names it. */
  on(input: Input): Place | readonly Place[];
  /**
   * The handler itself leaves out what the user may not see: of an organization alone the kernel asks only that it is there
   * and not disabled.
   */
  handlerFilters?: true;
  /** Fields that hold the user's id, or a list of it. Anybody else's is refused. */
  self?: readonly string[];
  /** Fields that hold the user as an object. Anybody else is refused; name and e-mail address are those of the token. */
  author?: readonly string[];
  /** Fields that hold a time of what the user does: they are left out, and the service fills in its own. */
  times?: readonly string[];
  /** Fields that only calls with an API key may set. */
  administrative?: readonly string[];
}

/** The document that an input names; of an input that names none, the organization. */
export function documentOf({ organizationId, documentId }: Place): Place {
  return { organizationId, documentId };
}

/** The documents that an input names; of an input that names none, the organization. */
export function documentsOf({
  organizationId,
  documentIds,
}: {
  organizationId: string;
  documentIds?: readonly string[] | undefined;
}): Place[] {
  if (!documentIds) return [{ organizationId }];
  return documentIds.map((documentId) => ({ organizationId, documentId }));
}
