import type { AccessQuestion, Level } from "#domain/access";
import { ApiError } from "#model/error";
import type { AccessType } from "#model/fields";
import type { ResourceReference } from "#model/permission";
import type { KeyCall } from "#src/context";
import type { StoredDocument } from "./documents.ts";
import { ROOT, type StoredFolder } from "./folders.ts";
import { grantPath, type StoredGrant, type StoredUser, userPath } from "./members.ts";
import {
  documentPath,
  folderPath,
  organizationPath,
  type Place,
  placePath,
  present,
  refuseWhileMigrating,
  type StoredOrganization,
} from "./organizations.ts";
import type { Doc, StoreReader } from "./port.ts";

/** Resources of one organization, and users who may hold roles on them. */
export interface AccessScope {
  organizationId: string;
  folderIds?: readonly string[] | undefined;
  documentIds?: readonly string[] | undefined;
  userIds: readonly string[];
}

/** What has been read for an `AccessScope`. */
export interface AccessFacts {
  organizationId: string;
  organization: Doc<StoredOrganization> | undefined;
  /** By path: the organization, the documents, the folders and all folders above. What is being deleted is not there. */
  docs: ReadonlyMap<string, Doc | undefined>;
  /** By path: grants and memberships. */
  held: ReadonlyMap<string, Doc | undefined>;
}

/** The place that a permission names. */
export function resourcePlace({ type, id, organizationId = id }: ResourceReference): Place {
  if (type === "organization") return { organizationId: id };
  return { organizationId, [type === "folder" ? "folderId" : "documentId"]: id };
}

/** Those of the resources that are not there, and those of their organizations. One round trip. */
export async function missingResources(
  reader: StoreReader,
  call: KeyCall,
  resources: readonly ResourceReference[],
): Promise<ResourceReference[]> {
  const byPath = new Map<string, ResourceReference>();
  for (const resource of resources) {
    const place = resourcePlace(resource);
    byPath.set(organizationPath(call, place.organizationId), { type: "organization", id: place.organizationId });
    byPath.set(placePath(call, place), resource);
  }
  const docs = await reader.getMany([...byPath.keys()]);
  refuseWhileMigrating(reader, ...docs);
  return [...byPath.values()].filter((_, i) => !present(docs[i]));
}

/**
 * Reads all that decides about the scope: one round trip for documents at the top and for the organization, two for
 * folders, three for documents in folders; more only while folders above them are being moved.
 */
export async function readAccess(reader: StoreReader, call: KeyCall, scope: AccessScope): Promise<AccessFacts> {
  const { organizationId, folderIds = [], documentIds = [] } = scope;
  const userIds = [...new Set(scope.userIds)];
  const organizationAt = organizationPath(call, organizationId);
  const docs = new Map<string, Doc | undefined>();
  const held = new Map<string, Doc | undefined>();
  let wanted = [
    organizationAt,
    ...folderIds.map((id) => folderPath(call, organizationId, id)),
    ...documentIds.map((id) => documentPath(call, organizationId, id)),
  ];
  while (wanted.length > 0) {
    const places = [...new Set(wanted)];
    const holdings = places.flatMap((place) =>
      userIds.flatMap((userId) => [grantPath(place, userId), userPath(place, userId)]),
    );
    const found = await reader.getMany([...places, ...holdings]);
    places.forEach((path, i) => void docs.set(path, present(found[i])));
    holdings.forEach((path, i) => void held.set(path, found[places.length + i]));
    wanted = [...docs.values()]
      .flatMap(namedFolders)
      .map((id) => folderPath(call, organizationId, id))
      .filter((path) => !docs.has(path));
  }
  const organization = docs.get(organizationAt) as Doc<StoredOrganization> | undefined;
  return { organizationId, organization, docs, held };
}

/** Folders that decide about a document or folder too. `ancestors` may be out of date, but saves a trip for each level. */
function namedFolders(doc: Doc | undefined): string[] {
  const { folderId, parentFolderId, ancestors = [] } = (doc?.data ?? {}) as Partial<StoredDocument & StoredFolder>;
  return [folderId, parentFolderId, ...ancestors].filter((id): id is string => id !== undefined && id !== ROOT);
}

/**
 * The question whether a user may open a place that the scope of `facts` names.
 * @returns undefined when the place is not there, or stands in a folder that is not.
 * @throws ApiError ABORTED when folders were moved while they were read.
 */
export function accessQuestion(
  call: KeyCall,
  { organizationId, organization, docs, held }: AccessFacts,
  userId: string,
  { folderId, documentId }: Omit<Place, "organizationId">,
): AccessQuestion | undefined {
  const document =
    documentId === undefined
      ? undefined
      : (docs.get(documentPath(call, organizationId, documentId)) as Doc<StoredDocument> | undefined);
  const chain = chainOf(call, { organizationId, docs }, documentId === undefined ? folderId : document?.data.folderId);
  if (!organization || !chain || (documentId !== undefined && !document)) return undefined;
  const level = ({ path, id }: Doc): Level => ({
    id,
    grant: (held.get(grantPath(path, userId)) as Doc<StoredGrant> | undefined)?.data,
    membership: (held.get(userPath(path, userId)) as Doc<StoredUser> | undefined)?.data,
  });
  const { defaultDocumentAccessType: defaultAccessType } = call.apiKey.config;
  return {
    organization: { ...level(organization), disabled: organization.data.disabled },
    folders: chain.map((folder) => ({ ...level(folder), accessType: ownAccessType(folder.data, defaultAccessType) })),
    document: document && {
      ...level(document),
      disabled: document.data.disabled,
      accessType: document.data.accessType,
    },
    defaultAccessType,
    isAdmin: false,
    tokenResources: [],
    now: call.now(),
  };
}

function ownAccessType(folder: StoredFolder, defaultAccessType: AccessType): AccessType | undefined {
  return folder.inheritAccessFromParent ? undefined : (folder.accessType ?? defaultAccessType);
}

/** The folder and all above it by their pointers, nearest first; undefined when one is not there. */
function chainOf(
  call: KeyCall,
  { organizationId, docs }: Pick<AccessFacts, "organizationId" | "docs">,
  start: string | undefined,
): Doc<StoredFolder>[] | undefined {
  const chain: Doc<StoredFolder>[] = [];
  for (let id = start; id !== undefined && id !== ROOT; ) {
    const folder = docs.get(folderPath(call, organizationId, id)) as Doc<StoredFolder> | undefined;
    if (!folder) return undefined;
    if (chain.includes(folder))
      throw new ApiError("ABORTED", "The folders are being moved. Try again in a moment.", { retryAfter: 1 });
    chain.push(folder);
    id = folder.data.parentFolderId;
  }
  return chain;
}
