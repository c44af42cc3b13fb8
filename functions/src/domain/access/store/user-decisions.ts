import type { AccessAction, AccessDecision } from "#domain/access/decide-access";
import { ancestorCache } from "#domain/access/store/ancestor-cache";
import type { Place } from "#domain/organizations/store/organizations";
import type { UserCall } from "#src/call";
import type { StoreReader } from "#store/port";
import { accessDecisions } from "./access-decisions.ts";

/** An action of the calling user on a place. */
export interface UserQuestion {
  place: Place;
  action: AccessAction;
}

/**
 * Decides what the user of a call may do, in the order of the questions. One round trip as long as the cached ancestors hold.
 * All decisions about calling users are made here.
 * @throws ApiError ABORTED when folders moved while they were read.
 */
export function decide(
  call: UserCall,
  questions: readonly UserQuestion[],
  reader: StoreReader = call.store,
): Promise<AccessDecision[]> {
  const requests = questions.map((question) => ({ ...question, user: call.user }));
  return accessDecisions(reader, call, requests, { ancestors: ancestorCache(call) });
}
