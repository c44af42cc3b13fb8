import type { AccessAction } from "#domain/access/decide-access";
import type { Place } from "#domain/organizations/store/organizations";

/**
 * What a user with a token may do at an endpoint (docs/behaviour.md#acting-as-a-user). The kernel enforces it between
 * the input and the handler; an endpoint without it accepts no user tokens.
 *
 * Paths name fields of the input: `users[].userId` is the id in each element of `users`. A `?` at the end marks an optional
 * field; otherwise a missing last part is filled in.
 */
export interface UserRule<Input> {
  /** What the user must be allowed to do at each place. */
  action: AccessAction;
  /** Whether a call with this input changes nothing, so that being allowed to read is enough. Default: never. */
  isRead?(input: Input): boolean;
  /** The places that the call reads or changes, as far as the input names them. */
  on(input: Input): Place | readonly Place[];
  /**
   * The handler filters its results by the user's access. For an organization alone, the kernel then checks only that it
   * exists and is not disabled.
   */
  handlerFilters?: true;
  /** Fields that hold the user's id, or a list with it. Other ids are refused. */
  self?: readonly string[];
  /** Fields that hold the user as an object. Other users are refused; name and e-mail address come from the token. */
  author?: readonly string[];
  /** Fields with the time of the user's action: they are removed, and the service sets its own time. */
  times?: readonly string[];
  /** Fields that only calls with an API key may set. */
  administrative?: readonly string[];
}

/** The document that an input names, or the organization if it names no document. */
export function documentOf({ organizationId, documentId }: Place): Place {
  return { organizationId, documentId };
}

/** The documents that an input names, or the organization if it names no documents. */
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
