import type { AccessAction, AccessDecision } from "#domain/access/decide-access";
import { ancestorCache } from "#domain/access/store/ancestor-cache";
import type { Place } from "#domain/organizations/store/organizations";
import type { UserCall } from "#src/call";
import type { StoreReader } from "#store/port";
import { accessDecisions } from "./access-decisions.ts";

/** May the calling user do this here? */
export interface UserQuestion {
  place: Place;
  action: AccessAction;
}

/**
 * Decides what the user of a call may do, in the order of the questions: one round trip where folders stand as they last
 * did. Every call of a user is decided here and nowhere else.
 * @throws ApiError ABORTED when folders were moved while they were read.
 */
export function decide(
  call: UserCall,
  questions: readonly UserQuestion[],
  reader: StoreReader = call.store,
): Promise<AccessDecision[]> {
  const requests = questions.map((question) => ({ ...question, who: call.user }));
  return accessDecisions(reader, call, requests, { ancestors: ancestorCache(call) });
}
