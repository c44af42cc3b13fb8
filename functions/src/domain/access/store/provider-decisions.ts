import type { AccessDecision } from "#domain/access/decide-access";
import type { ProviderQuestion } from "#domain/access/permission-provider";
import { permissionProviders } from "#domain/access/store/permission-providers";
import { ROOT } from "#domain/documents/folder";
import type { StoredDocument } from "#domain/documents/store/documents";
import type { StoredFolder } from "#domain/documents/store/folders";
import { placePath } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { StoreReader } from "#store/port";
import type { AccessFacts, ActionRequest } from "./access-facts.ts";
import type { ProviderTarget } from "./provider-call.ts";

/**
 * Decides requests for an API key that uses a permission provider. The provider is asked only if the earlier rules do
 * not decide: not about administrators, and not about resources that are disabled or missing.
 * @param decide decides a request from `facts`.
 */
export async function decideWithProvider(
  reader: StoreReader,
  call: KeyCall,
  target: ProviderTarget,
  facts: AccessFacts,
  requests: readonly ActionRequest[],
  decide: (request: ActionRequest) => AccessDecision,
): Promise<AccessDecision[]> {
  const preliminary = requests.map((request) => decide({ provider: { answer: undefined }, ...request }));
  const undecided = requests.flatMap((request, i) => {
    const { rule, resource } = preliminary[i] as AccessDecision;
    return rule.kind === "provider" && !request.provider ? [{ request, i, resource }] : [];
  });
  const questions = undecided.map(({ request, resource }) => questionOf(call, facts, request, resource));
  const answers = await permissionProviders(call).ask(reader, call, target, questions);
  const decisions = [...preliminary];
  undecided.forEach(({ request, i }, index) => {
    decisions[i] = decide({ ...request, provider: answers[index] });
  });
  return decisions;
}

function questionOf(
  call: KeyCall,
  { docs }: AccessFacts,
  { user, place, source = (place.documentId ?? place.folderId) ? "setDocuments" : "identify" }: ActionRequest,
  resource: AccessDecision["resource"],
): ProviderQuestion {
  const { organizationId } = place;
  const data = docs.get(placePath(call, place))?.data as Partial<StoredDocument & StoredFolder> | undefined;
  const parentFolderId = data?.parentFolderId ?? data?.folderId;
  const isInFolder = parentFolderId !== undefined && parentFolderId !== ROOT;
  return {
    userId: user.userId,
    resource: { ...resource, source, organizationId, ...(isInFolder && { parentFolderId }) },
  };
}
