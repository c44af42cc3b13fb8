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
import type { AccessType } from "#platform/fields";
import type { KeyCall } from "#src/call";
import { foldersBeingMoved } from "#src/errors";
import type { Doc, StoreReader } from "#store/port";
import { type AccessFacts, type AccessHelp, type ActionRequest, loadAccess } from "./access-facts.ts";
import { decideWithProvider } from "./provider-decisions.ts";

/**
 * Answers many questions, in their order, with what they share read once: see `loadAccess` for what that costs. Where the
 * API key uses a permission provider, it is asked.
 * @throws ApiError ABORTED when folders were moved while they were read.
 */
export async function accessDecisions(
  reader: StoreReader,
  call: KeyCall,
  requests: readonly ActionRequest[],
  help?: AccessHelp,
): Promise<AccessDecision[]> {
  const [provider, facts] = await Promise.all([
    permissionProviders(call).find(call),
    loadAccess(reader, call, requests, help),
  ]);
  const decide = (request: ActionRequest) => decisionFrom(call, facts, request);
  return provider ? decideWithProvider(call, provider, facts, requests, decide) : requests.map(decide);
}

/**
 * Answers a question from what was read for it, as of now.
 * @throws ApiError ABORTED when folders were moved while they were read.
 */
export function decisionFrom(
  call: KeyCall,
  facts: AccessFacts,
  { who, action, place, provider }: ActionRequest,
): AccessDecision {
  const { defaultDocumentAccessType: defaultAccessType } = call.apiKey.config;
  return decideAccess({
    who,
    action,
    provider,
    defaultAccessType,
    resource: resourceOf(place),
    chain: chainFrom(call, facts, who.userId, place),
    now: call.now(),
  });
}

/** The most specific resource that is named. */
function resourceOf({ organizationId, folderId, documentId }: Place): ResourceName {
  if (documentId !== undefined) return { type: "document", id: documentId };
  if (folderId !== undefined) return { type: "folder", id: folderId };
  return { type: "organization", id: organizationId };
}

function chainFrom(
  call: KeyCall,
  { docs, held }: AccessFacts,
  userId: string,
  { organizationId, folderId, documentId }: Place,
): AccessChain | undefined {
  const at = organizationPath(call, organizationId);
  const organization = docs.get(at);
  const document = documentId === undefined ? undefined : docs.get(documentBelow(at, documentId));
  const folders = foldersFrom(docs, at, documentId === undefined ? folderId : document?.data.folderId);
  if (!organization || !folders || (documentId !== undefined && !document)) return undefined;
  const level = ({ path, id }: Doc): Level => ({
    id,
    grant: held.get(grantPath(path, userId))?.data,
    membership: held.get(userPath(path, userId))?.data,
  });
  const byDefault = call.apiKey.config.defaultDocumentAccessType;
  return {
    organization: { ...level(organization), disabled: organization.data.disabled },
    folders: folders.map((folder) => ({ ...level(folder), accessType: ownAccessType(folder.data, byDefault) })),
    document: document && {
      ...level(document),
      disabled: document.data.disabled,
      accessType: document.data.accessType,
    },
  };
}

function ownAccessType({ inheritAccessFromParent, accessType }: StoredFolder, byDefault: AccessType) {
  return inheritAccessFromParent ? undefined : (accessType ?? byDefault);
}

/** The folder and all above it by their pointers, nearest first; undefined when one is not there. */
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
