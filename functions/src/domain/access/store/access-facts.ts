import type { AccessAction, AccessUser, ProviderAnswer } from "#domain/access/decide-access";
import type { ProviderSource } from "#domain/access/permission-provider";
import { grantPath, userPath } from "#domain/organizations/store/members";
import { organizationPath, type Place, placePath, unlessDeleting } from "#domain/organizations/store/organizations";
import { TimeSlice } from "#platform/async/time-slice";
import type { KeyCall } from "#src/call";
import { type DocMap, docMap } from "#store/doc-map";
import type { Doc, StoreReader } from "#store/port";
import { forgetDocs } from "#store/remembering-store";
import type { AncestorCache } from "./ancestor-cache.ts";
import { FoldersAbove } from "./folders-above.ts";

/** A user and the organization, folder or document that the user wants to open. */
export interface AccessRequest {
  user: AccessUser;
  place: Place;
  /** The answer of the customer's permission provider; missing when the API key uses none. */
  provider?: ProviderAnswer | undefined;
}

/** An access request for one action. */
export interface ActionRequest extends AccessRequest {
  action: AccessAction;
  /** Sent to the customer's permission provider; by default derived from the resource. */
  source?: ProviderSource | undefined;
}

/** Documents by path, read for a set of requests. They are enough to decide these requests at any time. */
export interface AccessFacts {
  /** Organizations, folders and documents, without those that are being deleted. */
  docs: DocMap;
  /** Grants and memberships. */
  roles: DocMap;
}

/** Data that saves reads. */
export interface AccessHints {
  /** Documents that the caller has just read, all as of one moment; they are not read again. */
  docs?: Iterable<Doc>;
  /** Cached ancestors of each place: if they are still correct, everything is read in one round trip. */
  ancestors?: AncestorCache;
}

/**
 * Reads everything needed to decide the requests, shared documents only once. The first round trip reads the named
 * places and the cached ancestors, later ones the ancestors that were not cached. Outside a transaction each later trip
 * rereads the folder pointers, so that a chain reflects one moment even if folders move meanwhile.
 */
export async function loadAccess(
  reader: StoreReader,
  call: KeyCall,
  requests: readonly AccessRequest[],
  { docs: callerDocs = [], ancestors }: AccessHints = {},
): Promise<AccessFacts> {
  const hinted = new Map(Array.from(callerDocs, (doc) => [doc.path, unlessDeleting(doc)]));
  const docs = docMap(hinted);
  const roles = docMap();
  const lookups = lookupsOf(call, requests);
  const slice = new TimeSlice();
  const organizations = new Set(lookups.map(({ organization }) => organization));
  for (const lookup of lookups) for (const path of ancestors?.get(lookup.path) ?? []) lookup.levels.add(path);
  for (let isFirst = true; ; isFirst = false) {
    const above = new FoldersAbove(docs);
    const places = new Set<string>();
    const unreadRoles = new Set<string>();
    for (const lookup of lookups) {
      if (slice.isOver) await slice.next();
      for (const path of above.of(lookup)) lookup.levels.add(path);
      for (const path of lookup.levels) if (!docs.has(path)) places.add(path);
      for (const path of rolePathsOf(lookup)) if (!roles.has(path)) unreadRoles.add(path);
    }
    if (places.size + unreadRoles.size === 0) break;
    if (!isFirst && !reader.isTransaction)
      for (const [path, doc] of docs) if (hasPointer(doc) && !hinted.has(path)) places.add(path);
    const [placePaths, rolePaths] = [[...places], [...unreadRoles]];
    // Documents that the call remembers may be from another moment, but folder pointers must be read together.
    forgetDocs(
      reader,
      placePaths.filter((path) => !organizations.has(path)),
    );
    const [placeDocs, roleDocs] = await Promise.all([
      reader.getMany(placePaths),
      // Few of these paths exist: most users have a role on at most one level.
      reader.getExisting(rolePaths),
    ]);
    placePaths.forEach((path, i) => void docs.set(path, unlessDeleting(placeDocs[i])));
    rolePaths.forEach((path, i) => void roles.set(path, roleDocs[i]));
  }
  const above = new FoldersAbove(docs);
  for (const lookup of lookups) ancestors?.set(lookup.path, above.of(lookup));
  return { docs, roles };
}

/** A place that requests name, and what must be read to decide about it. */
interface PlaceLookup {
  path: string;
  organization: string;
  /** Users whose roles count. */
  userIds: Set<string>;
  /** Paths of the organization, the place and the ancestors that have been found so far. */
  levels: Set<string>;
}

function lookupsOf(call: KeyCall, requests: readonly AccessRequest[]): PlaceLookup[] {
  const lookups = new Map<string, PlaceLookup>();
  for (const { user, place, provider } of requests) {
    const path = placePath(call, place);
    const organization = organizationPath(call, place.organizationId);
    const lookup = lookups.get(path) ?? {
      path,
      organization,
      userIds: new Set(),
      levels: placeLevels({ organization, path }),
    };
    lookups.set(path, lookup);
    // Roles do not matter for administrators, nor when a provider decides.
    if (!user.isAdmin && !provider) lookup.userIds.add(user.userId);
  }
  return [...lookups.values()];
}

function placeLevels({ organization, path }: Pick<PlaceLookup, "organization" | "path">): Set<string> {
  return new Set([organization, path]);
}

function rolePathsOf({ userIds, levels }: PlaceLookup): string[] {
  const below = [...userIds].flatMap((userId) => [grantPath("", userId), userPath("", userId)]);
  return [...levels].flatMap((path) => below.map((role) => path + role));
}

/** Whether the document is a folder, or is in one. */
function hasPointer(doc: Doc | undefined): boolean {
  return doc !== undefined && ("parentFolderId" in doc.data || doc.data.folderId !== undefined);
}
