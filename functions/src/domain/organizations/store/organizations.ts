import type { Emit } from "#domain/events/store/change";
import type { KeyCall } from "#src/call";
import { beingDeleted, beingMigrated, type Deletable, idHeldByMigration, notFound } from "#src/errors";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, DocsOf, Store, StoreReader, Transaction } from "#store/port";

/**
 * A document that migrates from one id to another. Until the stage `moved`, its contents are read under the old id. In
 * the stage `moving`, changes of the document are refused.
 */
export type Moving = { from: string; to: string; stage: "announced" | "moving" | "moved" };

/** Stored form of an organization (docs/behaviour.md#organizations). */
export interface StoredOrganization extends DocData {
  organizationName?: string;
  disabled: boolean;
  createdAt: number;
  lastUpdated: number;
  /** The customer's own fields as JSON text. */
  open?: string;
  /** Encrypted address of its incoming webhook in Slack; omitted if it has none. */
  slackWebhook?: string;
  /** Set once deletion has begun: readers treat the organization as missing. */
  deleting?: true;
  /** Documents of the organization that migrate to another id; omitted if there are none. */
  moving?: Moving[];
}

/** An organization, or a folder or document of it. */
export type Place = { organizationId: string; folderId?: string | undefined; documentId?: string | undefined };

/** Path of the collection of the tenant's organizations. */
export function organizationsPath(call: KeyCall): string {
  return `${toPath("apiKeys", call.apiKey.apiKeyId)}/organizations`;
}

/** Path of an organization in the tenant of the call. */
export function organizationPath(call: KeyCall, organizationId: string): DocRef<StoredOrganization> {
  return organizationBelow(call.apiKey.apiKeyId, organizationId);
}

/** Path of an organization of an API key. */
export function organizationBelow(apiKeyId: string, organizationId: string): DocRef<StoredOrganization> {
  return toPath("apiKeys", apiKeyId, "organizations", organizationId);
}

/** Path of a folder. */
export function folderPath(call: KeyCall, organizationId: string, folderId: string): string {
  return `${organizationPath(call, organizationId)}/${toPath("folders", folderId)}`;
}

/** Path of a document. */
export function documentPath(call: KeyCall, organizationId: string, documentId: string): string {
  return `${organizationPath(call, organizationId)}/${toPath("documents", documentId)}`;
}

/** Path of the most specific resource of a place: document, else folder, else organization. */
export function placePath(call: KeyCall, { organizationId, folderId, documentId }: Place): string {
  if (documentId !== undefined) return documentPath(call, organizationId, documentId);
  if (folderId !== undefined) return folderPath(call, organizationId, folderId);
  return organizationPath(call, organizationId);
}

/** The document, or undefined once its deletion has begun, so that callers treat it as missing. */
export function unlessDeleting<T extends DocData>(doc: Doc<T> | undefined): Doc<T> | undefined {
  return doc?.data.deleting ? undefined : doc;
}

function isPresent(doc: Doc<StoredOrganization> | undefined): boolean {
  return unlessDeleting(doc) !== undefined;
}

/** @throws ApiError NOT_FOUND */
export function requireOrganization(doc: Doc<StoredOrganization> | undefined): Doc<StoredOrganization> {
  const organization = unlessDeleting(doc);
  if (!organization) throw notFound("organization");
  return organization;
}

/** Maximum age of a cached organization in calls that only read, in ms. */
const MAX_AGE = 60_000;

/** Reads the organization like `readWithOrganization`. @throws ApiError NOT_FOUND */
export async function loadOrganization(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
): Promise<Doc<StoredOrganization>> {
  return requireOrganization((await readWithOrganization(reader, call, organizationId, [])).organization);
}

/** An organization and documents below it, each undefined when missing. */
interface WithOrganization<Refs extends readonly string[]> {
  organization: Doc<StoredOrganization> | undefined;
  docs: DocsOf<Refs>;
}

/**
 * Reads an organization and documents below it in one round trip. Outside a transaction the organization may be cached
 * for up to a minute: calls that only read need only its existence. Changes by this process are visible at once.
 */
export function readWithOrganization<Refs extends string[]>(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  refs: [...Refs],
): Promise<WithOrganization<Refs>> {
  const isCurrent = reader.isTransaction || !call.store.remembers;
  const read = isCurrent ? readWithCurrentOrganization : readWithRecentOrganization;
  return read(reader, call, organizationId, refs);
}

/** Reads an organization, possibly from the cache, which keeps only organizations that are present. */
function readRecentOrganization(
  { store }: KeyCall,
  path: DocRef<StoredOrganization>,
  maxAge: number,
): Promise<Doc<StoredOrganization> | undefined> {
  return store.getRecent(path, { maxAge, remembers: isPresent });
}

async function readWithRecentOrganization<Refs extends string[]>(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  refs: [...Refs],
): Promise<WithOrganization<Refs>> {
  const [organization, docs] = await Promise.all([
    readRecentOrganization(call, organizationPath(call, organizationId), MAX_AGE),
    refs.length > 0 ? reader.getMany(refs) : ([] as unknown as DocsOf<Refs>),
  ]);
  return { organization, docs };
}

/**
 * Maximum age of a cached organization in calls that change parts of a document, in ms. A call that deletes an organization
 * waits as long before it replies, so nothing is written to an organization whose deletion was acknowledged.
 */
const MAX_AGE_FOR_CHANGE = 2000;

/** Resolves when no process writes to organizations whose deletion is committed any more. Await it before replying. */
export function untilDeletionVisible({ store }: { store: Store }): Promise<void> {
  return store.untilVisible(MAX_AGE_FOR_CHANGE);
}

/**
 * Reads an organization, one of its documents (the first of `refs`) and parts of that document in one round trip. A
 * transaction locks the document, but the organization only on a store without a cache, so that its writers don't wait
 * for each other. Deleting an organization marks each document before its parts (`retention/store/purge.ts`).
 */
export function readWithDocument<Refs extends [DocRef, ...DocRef[]]>(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  refs: [...Refs],
): Promise<WithOrganization<Refs>> {
  const isLocking = reader.isTransaction && call.store.remembers;
  const read = isLocking ? readWithLockedDocument : readWithOrganization;
  return read(reader, call, organizationId, refs);
}

async function readWithLockedDocument<Refs extends [DocRef, ...DocRef[]]>(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  refs: [...Refs],
): Promise<WithOrganization<Refs>> {
  const path = organizationPath(call, organizationId);
  const [recent, docs] = await Promise.all([
    readRecentOrganization(call, path, MAX_AGE_FOR_CHANGE),
    reader.getMany(refs),
  ]);
  const isLocked = unlessDeleting(recent) && unlessDeleting(docs[0]);
  return { organization: isLocked ? recent : await reader.get(path), docs };
}

/** Reads an organization and documents below it in one round trip, all as they are now. */
export async function readWithCurrentOrganization<Refs extends string[]>(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  refs: [...Refs],
): Promise<WithOrganization<Refs>> {
  const docs = await reader.getMany<DocData>([organizationPath(call, organizationId), ...refs]);
  return { organization: docs[0] as Doc<StoredOrganization> | undefined, docs: docs.slice(1) as DocsOf<Refs> };
}

/** Stored form of a new organization. */
export function newOrganization(call: KeyCall, fields: Partial<StoredOrganization> = {}): StoredOrganization {
  return { disabled: false, createdAt: call.now(), lastUpdated: call.now(), ...fields };
}

/**
 * Creates the organization when it is missing, and emits the event.
 * @throws ApiError ABORTED while an organization with the same id is being deleted.
 */
export function ensureOrganization(
  tx: Transaction,
  call: KeyCall,
  organizationId: string,
  existing: Doc<StoredOrganization> | undefined,
  emit: Emit,
): void {
  refuseWhileDeleting(existing, "organization");
  if (existing) return;
  tx.create(organizationPath(call, organizationId), newOrganization(call));
  emit({ type: "organization.add", organizationId });
}

/**
 * @throws ApiError ABORTED while the document is being deleted, or is a migration's copy that readers don't see yet.
 */
export function refuseWhileDeleting(existing: Doc | undefined, what: Deletable): void {
  if (!existing?.data.deleting) return;
  throw existing.data.migrating === undefined ? beingDeleted(what) : idHeldByMigration();
}

/** Refuses a change of documents that migrate to another id. @throws ApiError ABORTED */
export function refuseWhileMigrating(...docs: (Doc | undefined)[]): void {
  if (docs.some((doc) => unlessDeleting(doc)?.data.migrating)) throw beingMigrated();
}
