import type { AccessAction, Asker, ProviderAnswer } from "#domain/access/decide-access";
import type { ProviderSource } from "#domain/access/permission-provider";
import type { StoredDocument } from "#domain/documents/store/documents";
import { folderBelow, ROOT, type StoredFolder } from "#domain/documents/store/folders";
import { grantPath, userPath } from "#domain/organizations/store/members";
import { organizationPath, type Place, placePath, present } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { type DocMap, docMap } from "#store/doc-map";
import type { Doc, StoreReader } from "#store/port";
import type { AncestorCache } from "./ancestor-cache.ts";

/** A user and an organization, folder or document that it wants to open. */
export interface AccessRequest {
  who: Asker;
  place: Place;
  /** What the customer's permission provider said of both; missing: the API key uses none. */
  provider?: ProviderAnswer | undefined;
}

/** May this user do this here? */
export interface ActionRequest extends AccessRequest {
  action: AccessAction;
  /** Told to the customer's permission provider; missing: it follows from the resource. */
  source?: ProviderSource | undefined;
}

/** What has been read, by path. Answers for the requests that it was read for, at any time. */
export interface AccessFacts {
  /** Organizations, folders and documents. What is being deleted is not there. */
  docs: DocMap;
  /** Grants and memberships. */
  held: DocMap;
}

/** What makes reading cheaper. */
export interface AccessHelp {
  /** What the caller has read itself in the same moment. It is not read again. */
  known?: Iterable<Doc>;
  /** Folders that stood above each place earlier: where they still do, everything is read in one round trip. */
  ancestors?: AncestorCache;
}

/**
 * Reads all that decides about the requests; what they share is read once. The first round trip reads the named places and
 * the cached ancestors, further ones the ancestors that were not cached. Outside a transaction each further trip reads the
 * folder pointers again, so that a chain is of one moment whatever is moved meanwhile.
 */
export async function loadAccess(
  reader: StoreReader,
  call: KeyCall,
  requests: readonly AccessRequest[],
  { known = [], ancestors }: AccessHelp = {},
): Promise<AccessFacts> {
  const given = new Map(Array.from(known, (doc) => [doc.path, present(doc)]));
  const docs = docMap(given);
  const held = docMap();
  const subjects = subjectsOf(call, requests);
  for (const subject of subjects) for (const path of ancestors?.get(subject.path) ?? []) subject.levels.add(path);
  for (let isFirst = true; ; isFirst = false) {
    for (const subject of subjects) addLevels(subject, docs);
    const places = new Set(subjects.flatMap(({ levels }) => [...levels].filter((path) => !docs.has(path))));
    const holdings = new Set(subjects.flatMap(holdingsOf).filter((path) => !held.has(path)));
    if (places.size + holdings.size === 0) break;
    if (!isFirst && !reader.isTransaction)
      for (const [path, doc] of docs) if (hasPointer(doc) && !given.has(path)) places.add(path);
    const [placePaths, holdingPaths] = [[...places], [...holdings]];
    const found = await reader.getMany([...placePaths, ...holdingPaths]);
    placePaths.forEach((path, i) => void docs.set(path, present(found[i])));
    holdingPaths.forEach((path, i) => void held.set(path, found[placePaths.length + i]));
  }
  for (const subject of subjects) {
    const levels = placeLevels(subject);
    addLevels({ ...subject, levels }, docs);
    ancestors?.note(subject.path, [...levels].slice(placeLevels(subject).size));
  }
  return { docs, held };
}

/** A place that is asked about, and all that may decide about it. */
interface Subject {
  path: string;
  organization: string;
  /** Users whose roles count. */
  userIds: Set<string>;
  /** Paths of the organization, the place and the folders above, as far as they are known. */
  levels: Set<string>;
}

function subjectsOf(call: KeyCall, requests: readonly AccessRequest[]): Subject[] {
  const subjects = new Map<string, Subject>();
  for (const { who, place, provider } of requests) {
    const path = placePath(call, place);
    const organization = organizationPath(call, place.organizationId);
    const subject = subjects.get(path) ?? {
      path,
      organization,
      userIds: new Set(),
      levels: placeLevels({ organization, path }),
    };
    subjects.set(path, subject);
    // Of administrators, and where a provider decides, no role counts.
    if (!who.isAdmin && !provider) subject.userIds.add(who.userId);
  }
  return [...subjects.values()];
}

function placeLevels({ organization, path }: Pick<Subject, "organization" | "path">): Set<string> {
  return new Set([organization, path]);
}

/** Adds every folder that is known by now to stand above. */
function addLevels({ organization, levels }: Subject, docs: AccessFacts["docs"]): void {
  // A set that grows while it is gone through is gone through to its end.
  for (const path of levels)
    for (const folderId of foldersNamedBy(docs.get(path))) levels.add(folderBelow(organization, folderId));
}

function holdingsOf({ userIds, levels }: Subject): string[] {
  return [...levels].flatMap((path) =>
    [...userIds].flatMap((userId) => [grantPath(path, userId), userPath(path, userId)]),
  );
}

/** Whether it is a folder, or a document in one. */
function hasPointer(doc: Doc | undefined): boolean {
  return doc !== undefined && ("parentFolderId" in doc.data || doc.data.folderId !== undefined);
}

/** Folders that decide about a document or folder too. `ancestors` may be out of date, but saves a trip for each level. */
function foldersNamedBy(doc: Doc | undefined): string[] {
  const { folderId, parentFolderId, ancestors = [] } = (doc?.data ?? {}) as Partial<StoredDocument & StoredFolder>;
  return [folderId, parentFolderId, ...ancestors].filter((id): id is string => id !== undefined && id !== ROOT);
}
