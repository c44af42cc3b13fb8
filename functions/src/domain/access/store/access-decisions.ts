import { type AccessChain, type AccessDecision, decideAccess, type ResourceName } from "#domain/access/decide-access";
import { permissionProviders } from "#domain/access/store/permission-providers";
import type { Place } from "#domain/organizations/store/organizations";
import { mapInSlices } from "#platform/async/time-slice";
import type { KeyCall } from "#src/call";
import type { StoreReader } from "#store/port";
import { AccessChains } from "./access-chains.ts";
import { type AccessFacts, type AccessHints, type ActionRequest, loadAccess } from "./access-facts.ts";
import { decideWithProvider } from "./provider-decisions.ts";

/**
 * Decides many requests and returns the decisions in the same order, at the cost that `loadAccess` documents. Asks the
 * permission provider if the API key uses one.
 * @throws ApiError ABORTED when folders moved while they were read.
 */
export async function accessDecisions(
  reader: StoreReader,
  call: KeyCall,
  requests: readonly ActionRequest[],
  hints?: AccessHints,
): Promise<AccessDecision[]> {
  return (await decideAll(reader, call, requests, hints)).decisions;
}

/** A decision and the chain on which it is based; the chain is undefined if the resource does not exist. */
export interface ExplainedDecision {
  decision: AccessDecision;
  chain: AccessChain | undefined;
}

/** Decides like `accessDecisions`, at the same cost, and also returns the chain behind each decision. */
export async function explainedDecisions(
  reader: StoreReader,
  call: KeyCall,
  requests: readonly ActionRequest[],
): Promise<ExplainedDecision[]> {
  const { decisions, chains } = await decideAll(reader, call, requests);
  return decisions.map((decision, i) => {
    const { user, place } = requests[i] as ActionRequest;
    return { decision, chain: chains.of(user.userId, place) };
  });
}

async function decideAll(
  reader: StoreReader,
  call: KeyCall,
  requests: readonly ActionRequest[],
  hints?: AccessHints,
): Promise<{ decisions: AccessDecision[]; chains: AccessChains }> {
  const [provider, facts] = await Promise.all([
    permissionProviders(call).find(call),
    loadAccess(reader, call, requests, hints),
  ]);
  const chains = new AccessChains(call, facts);
  const decide = (request: ActionRequest) => decisionFrom(call, facts, request, chains);
  const decisions = provider
    ? await decideWithProvider(reader, call, provider, facts, requests, decide)
    : await mapInSlices(requests, (request) => decide(request));
  return { decisions, chains };
}

/**
 * Decides one request from the data that `loadAccess` has read, as of now.
 * @param chains built from the same facts; callers that decide several requests share them.
 * @throws ApiError ABORTED when folders moved while they were read.
 */
export function decisionFrom(
  call: KeyCall,
  facts: AccessFacts,
  { user, action, place, provider }: ActionRequest,
  chains = new AccessChains(call, facts),
): AccessDecision {
  const { defaultDocumentAccessType: defaultAccessType } = call.apiKey.config;
  return decideAccess({
    user,
    action,
    provider,
    defaultAccessType,
    resource: resourceOf(place),
    chain: chains.of(user.userId, place),
    now: call.now(),
  });
}

/** The most specific resource of a place. */
function resourceOf({ organizationId, folderId, documentId }: Place): ResourceName {
  if (documentId !== undefined) return { type: "document", id: documentId };
  if (folderId !== undefined) return { type: "folder", id: folderId };
  return { type: "organization", id: organizationId };
}
