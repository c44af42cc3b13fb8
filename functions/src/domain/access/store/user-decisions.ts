import { type AccessAction, type AccessDecision, forAction } from "#domain/access/decide-access";
import { ancestorCache } from "#domain/access/store/ancestor-cache";
import { type Place, placePath } from "#domain/organizations/store/organizations";
import type { UserCall } from "#src/call";
import type { StoreReader } from "#store/port";
import { accessDecisions } from "./access-decisions.ts";

/** An action of the calling user on a place. */
export interface UserQuestion {
  place: Place;
  action: AccessAction;
}

/**
 * Decides what the user of a call may do, in the order of the questions. A call decides about each place once; a
 * transaction's decisions hold for that transaction only. Takes one round trip if the cached ancestors are still
 * correct. All decisions about calling users are made here.
 * @throws ApiError ABORTED when folders moved while they were read.
 */
export async function decide(
  call: UserCall,
  questions: readonly UserQuestion[],
  reader: StoreReader = call.store,
): Promise<AccessDecision[]> {
  const decided = new Map<string, AccessDecision>();
  const open = new Map<string, UserQuestion>();
  for (const question of questions) {
    const path = placePath(call, question.place);
    const earlier = call.decisions?.get(path);
    if (earlier) decided.set(path, earlier);
    else open.set(path, question);
  }
  const requests = Array.from(open.values(), (question) => ({ ...question, user: call.user }));
  const decisions =
    requests.length > 0 ? await accessDecisions(reader, call, requests, { ancestors: ancestorCache(call) }) : [];
  [...open.keys()].forEach((path, i) => {
    const decision = decisions[i] as AccessDecision;
    decided.set(path, decision);
    if (!reader.isTransaction) call.decisions?.set(path, decision);
  });
  return questions.map(({ place, action }) => forAction(decided.get(placePath(call, place)) as AccessDecision, action));
}
