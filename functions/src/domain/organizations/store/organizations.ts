import type { Emit } from "#domain/events/store/change";
import type { KeyCall } from "#src/call";
import { beingDeleted, beingMigrated, type Deletable, notFound } from "#src/errors";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, StoreReader, Transaction } from "#store/port";

/**
 * A document that moves from one id to another. Until it has moved, all that belongs to it is read under the old id; it is
 * open for changes until `moving` begins, and afterwards again.
 */
export type Moving = { from: string; to: string; stage: "announced" | "moving" | "moved" };

/** The document of an organization (docs/behaviour.md#organizations). */
export interface StoredOrganization extends DocData {
  organizationName?: string;
  disabled: boolean;
  createdAt: number;
  lastUpdated: number;
  /** The customer's own fields as JSON text. */
  open?: string;
  /** Deletion has begun: for every reader it is gone. */
  deleting?: true;
  /** Documents of it that move to another id; missing: none. */
  moving?: Moving[];
}

/** What a call may be about besides its organization. */
export type Place = { organizationId: string; folderId?: string | undefined; documentId?: string | undefined };

/** Path of the collection of the tenant's organizations. */
export function organizationsPath(call: KeyCall): string {
  return `${toPath("apiKeys", call.apiKey.apiKeyId)}/organizations`;
}

/** Path of an organization's document in the tenant of the call. */
export function organizationPath(call: KeyCall, organizationId: string): DocRef<StoredOrganization> {
  return toPath("apiKeys", call.apiKey.apiKeyId, "organizations", organizationId);
}

/** Path of a folder's document. */
export function folderPath(call: KeyCall, organizationId: string, folderId: string): string {
  return `${organizationPath(call, organizationId)}/${toPath("folders", folderId)}`;
}

/** Path of a document's document. */
export function documentPath(call: KeyCall, organizationId: string, documentId: string): string {
  return `${organizationPath(call, organizationId)}/${toPath("documents", documentId)}`;
}

/** Path of the most specific resource that is named: document, else folder, else organization. */
export function placePath(call: KeyCall, { organizationId, folderId, documentId }: Place): string {
  if (documentId !== undefined) return documentPath(call, organizationId, documentId);
  if (folderId !== undefined) return folderPath(call, organizationId, folderId);
  return organizationPath(call, organizationId);
}

/** What is there for a caller: a document whose deletion has begun is not. */
export function present<T extends DocData>(doc: Doc<T> | undefined): Doc<T> | undefined {
  return doc?.data.deleting ? undefined : doc;
}

/** @throws ApiError NOT_FOUND */
export function requireOrganization(doc: Doc<StoredOrganization> | undefined): Doc<StoredOrganization> {
  const found = present(doc);
  if (!found) throw notFound("organization");
  return found;
}

/** Reads the organization. @throws ApiError NOT_FOUND */
export async function loadOrganization(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
): Promise<Doc<StoredOrganization>> {
  return requireOrganization(await reader.get<StoredOrganization>(organizationPath(call, organizationId)));
}

/** A new organization's document. */
export function newOrganization(call: KeyCall, given: Partial<StoredOrganization> = {}): StoredOrganization {
  return { disabled: false, createdAt: call.now(), lastUpdated: call.now(), ...given };
}

/**
 * Writes the organization when it is not there, and tells so.
 * @throws ApiError ABORTED while one of the same id is being deleted.
 */
export function ensureOrganization(
  tx: Transaction,
  call: KeyCall,
  organizationId: string,
  found: Doc<StoredOrganization> | undefined,
  emit: Emit,
): void {
  refuseWhileDeleting(found, "organization");
  if (found) return;
  tx.create(organizationPath(call, organizationId), newOrganization(call));
  emit({ type: "organization.add", organizationId });
}

/** @throws ApiError ABORTED when the document of this id is still being taken apart. */
export function refuseWhileDeleting(found: Doc | undefined, what: Deletable): void {
  if (found?.data.deleting) throw beingDeleted(what);
}

/**
 * Keeps a document that moves to another id as it is: what a transaction reads of it, it is about to change.
 * @throws ApiError ABORTED
 */
export function refuseWhileMigrating(reader: StoreReader, ...found: (Doc | undefined)[]): void {
  if (reader.isTransaction && found.some((doc) => present(doc)?.data.migrating)) throw beingMigrated();
}
