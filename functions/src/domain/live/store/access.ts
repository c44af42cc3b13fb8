import type { AccessDecision } from "#domain/access/decide-access";
import { accessRefusal } from "#domain/access/explanation";
import { decide } from "#domain/access/store/user-decisions";
import type { UserCall } from "#src/call";

/** The document that a stream follows. */
export interface StreamPlace {
  organizationId: string;
  documentId: string;
}

/** What a user may currently see of a document. */
export interface StreamAccess {
  /** When reading the facts for the decision began, in ms on the monotonic clock. */
  decidedAt: number;
  decision: AccessDecision;
  /** Whether the user belongs to an organization, by id. */
  members: Map<string, boolean>;
}

/**
 * Decides about the document, and about the organizations that its threads are private to.
 * @throws ApiError PERMISSION_DENIED with its explanation, NOT_FOUND.
 */
export async function streamAccess(
  call: UserCall,
  place: StreamPlace,
  organizationIds: Iterable<string>,
): Promise<StreamAccess> {
  const decidedAt = call.monotonic();
  const ids = [...organizationIds];
  const places = [place, ...ids.map((organizationId) => ({ organizationId }))];
  const [decision, ...others] = await decide(
    call,
    places.map((at) => ({ place: at, action: "read" as const })),
  );
  if (!decision?.allowed) throw accessRefusal(decision as AccessDecision);
  return { decidedAt, decision, members: new Map(ids.map((id, i) => [id, others[i]?.allowed === true])) };
}
