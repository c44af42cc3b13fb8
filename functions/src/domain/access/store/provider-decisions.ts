import type { AccessDecision } from "#domain/access/decide-access";
import type { ProviderQuestion } from "#domain/access/permission-provider";
import { permissionProviders } from "#domain/access/store/permission-providers";
import type { StoredDocument } from "#domain/documents/store/documents";
import { ROOT, type StoredFolder } from "#domain/documents/store/folders";
import { placePath } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { AccessFacts, ActionRequest } from "./access-facts.ts";
import type { ProviderTarget } from "./provider-call.ts";

/**
 * Decides where an API key uses a permission provider. It is asked only about what the rules before it leave open: nobody
 * asks about administrators, nor about what is disabled or not there.
 * @param decide answers from `facts`.
 */
export async function decideWithProvider(
  call: KeyCall,
  target: ProviderTarget,
  facts: AccessFacts,
  requests: readonly ActionRequest[],
  decide: (request: ActionRequest) => AccessDecision,
): Promise<AccessDecision[]> {
  const unanswered = requests.map((request) => decide({ provider: { answer: undefined }, ...request }));
  const open = requests.flatMap((request, i) => {
    const { rule, resource } = unanswered[i] as AccessDecision;
    return rule.kind === "provider" && !request.provider ? [{ request, i, resource }] : [];
  });
  const questions = open.map(({ request, resource }) => questionOf(call, facts, request, resource));
  const answers = await permissionProviders(call).ask(call, target, questions);
  const decisions = [...unanswered];
  open.forEach(({ request, i }, at) => {
    decisions[i] = decide({ ...request, provider: answers[at] });
  });
  return decisions;
}

function questionOf(
  call: KeyCall,
  { docs }: AccessFacts,
  { who, place, source = (place.documentId ?? place.folderId) ? "setDocuments" : "identify" }: ActionRequest,
  resource: AccessDecision["resource"],
): ProviderQuestion {
  const { organizationId } = place;
  const found = docs.get(placePath(call, place))?.data as Partial<StoredDocument & StoredFolder> | undefined;
  const parentFolderId = found?.parentFolderId ?? found?.folderId;
  const isInFolder = parentFolderId !== undefined && parentFolderId !== ROOT;
  return {
    userId: who.userId,
    resource: { ...resource, source, organizationId, ...(isInFolder && { parentFolderId }) },
  };
}
