import {
  type AccessChain,
  type AccessDecision,
  decideAccess,
  type Level,
  type ResourceName,
} from "#domain/access/decide-access";
import { permissionProviders } from "#domain/access/store/permission-providers";
import { documentBelow } from "#domain/documents/store/documents";
import { folderBelow, ROOT, type StoredFolder } from "#domain/documents/store/folders";
import { grantPath, userPath } from "#domain/organizations/store/members";
import { organizationPath, type Place } from "#domain/organizations/store/organizations";
import type { AccessType } from "#platform/shapes/fields";
import type { KeyCall } from "#src/call";
import { foldersBeingMoved } from "#src/errors";
import type { Doc, StoreReader } from "#store/port";
import { type AccessFacts, type AccessHints, type ActionRequest, loadAccess } from "./access-facts.ts";
import { decideWithProvider } from "./provider-decisions.ts";

/**
 * Decides many requests, in their order; `loadAccess` says what that costs. The permission provider is asked if the API key
 * uses one.
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

/** A decision and the chain that it was made from; without a chain the resource does not exist. */
export interface ExplainedDecision {
  decision: AccessDecision;
  chain: AccessChain | undefined;
}

/** Decides like `accessDecisions`, at the same cost, and returns what was decided from as well. */
export async function explainedDecisions(
  reader: StoreReader,
  call: KeyCall,
  requests: readonly ActionRequest[],
): Promise<ExplainedDecision[]> {
  const { decisions, facts } = await decideAll(reader, call, requests);
  return decisions.map((decision, i) => {
    const { user, place } = requests[i] as ActionRequest;
    return { decision, chain: chainFrom(call, facts, user.userId, place) };
  });
}

async function decideAll(
  reader: StoreReader,
  call: KeyCall,
  requests: readonly ActionRequest[],
  hints?: AccessHints,
): Promise<{ decisions: AccessDecision[]; facts: AccessFacts }> {
  const [provider, facts] = await Promise.all([
    permissionProviders(call).find(call),
    loadAccess(reader, call, requests, hints),
  ]);
  const decide = (request: ActionRequest) => decisionFrom(call, facts, request);
  const decisions = provider
    ? await decideWithProvider(reader, call, provider, facts, requests, decide)
    : requests.map(decide);
  return { decisions, facts };
}

/**
 * Decides one request from the data that `loadAccess` has read, as of now.
 * @throws ApiError ABORTED when folders moved while they were read.
 */
export function decisionFrom(
  call: KeyCall,
  facts: AccessFacts,
  { user, action, place, provider }: ActionRequest,
): AccessDecision {
  const { defaultDocumentAccessType: defaultAccessType } = call.apiKey.config;
  return decideAccess({
    user,
    action,
    provider,
    defaultAccessType,
    resource: resourceOf(place),
    chain: chainFrom(call, facts, user.userId, place),
    now: call.now(),
  });
}

/** The most specific resource of a place. */
function resourceOf({ organizationId, folderId, documentId }: Place): ResourceName {
  if (documentId !== undefined) return { type: "document", id: documentId };
  if (folderId !== undefined) return { type: "folder", id: folderId };
  return { type: "organization", id: organizationId };
}

function chainFrom(
  call: KeyCall,
  { docs, roles }: AccessFacts,
  userId: string,
  { organizationId, folderId, documentId }: Place,
): AccessChain | undefined {
  const owner = organizationPath(call, organizationId);
  const organization = docs.get(owner);
  const document = documentId === undefined ? undefined : docs.get(documentBelow(owner, documentId));
  const folders = foldersFrom(docs, owner, documentId === undefined ? folderId : document?.data.folderId);
  if (!organization || !folders || (documentId !== undefined && !document)) return undefined;
  const level = ({ path, id }: Doc): Level => ({
    id,
    grant: roles.get(grantPath(path, userId))?.data,
    membership: roles.get(userPath(path, userId))?.data,
  });
  const defaultType = call.apiKey.config.defaultDocumentAccessType;
  return {
    organization: { ...level(organization), disabled: organization.data.disabled },
    folders: folders.map((folder) => ({ ...level(folder), accessType: ownAccessType(folder.data, defaultType) })),
    document: document && {
      ...level(document),
      disabled: document.data.disabled,
      accessType: document.data.accessType,
    },
  };
}

function ownAccessType({ inheritAccessFromParent, accessType }: StoredFolder, defaultType: AccessType) {
  return inheritAccessFromParent ? undefined : (accessType ?? defaultType);
}

/** The folder and its ancestors by their parent pointers, nearest first; undefined when one of them is missing. */
function foldersFrom(
  docs: AccessFacts["docs"],
  organization: string,
  start: string | undefined,
): Doc<StoredFolder>[] | undefined {
  const chain: Doc<StoredFolder>[] = [];
  for (let id = start; id !== undefined && id !== ROOT; ) {
    const folder = docs.get(folderBelow(organization, id));
    if (!folder) return undefined;
    if (chain.includes(folder)) throw foldersBeingMoved();
    chain.push(folder);
    id = folder.data.parentFolderId;
  }
  return chain;
}
