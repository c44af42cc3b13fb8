import { ROOT } from "#domain/documents/folder";
import { placeNewFolder } from "#domain/documents/folder-tree";
import type { Emit } from "#domain/events/store/change";
import {
  documentPath,
  ensureOrganization,
  folderPath,
  organizationPath,
  type Place,
  readWithCurrentOrganization,
  readWithDocument,
  readWithOrganization,
  refuseWhileDeleting,
  refuseWhileMigrating,
  requireOrganization,
  type StoredOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import type { Doc, DocData, DocRef, ReadableStore, StoreReader, Transaction } from "#store/port";
import { toEventDocument } from "./document-events.ts";
import { documentBelow, newDocument, type StoredDocument } from "./documents.ts";
import { toEventFolder } from "./folder-events.ts";
import { folderBelow, newFolder, type StoredFolder } from "./folders.ts";

/** The stored documents of a place: its organization and its folder or document, each undefined when missing. */
export interface PlaceDocs {
  organization?: Doc<StoredOrganization> | undefined;
  folder?: Doc<StoredFolder> | undefined;
  document?: Doc<StoredDocument> | undefined;
}

/**
 * Reads a place in one round trip. The result includes documents that are being deleted: see `unlessDeleting`.
 * @param isCurrent reads the organization as it is now instead of from a cache.
 */
async function readPlace(reader: StoreReader, call: KeyCall, place: Place, isCurrent = false): Promise<PlaceDocs> {
  const { organizationId, folderId, documentId } = place;
  const path = organizationPath(call, organizationId);
  if (documentId !== undefined) {
    const below = [documentBelow(path, documentId)] as [DocRef<StoredDocument>];
    const readDocument = isCurrent ? readWithCurrentOrganization : readWithDocument;
    const { organization, docs } = await readDocument(reader, call, organizationId, below);
    return { organization, document: docs[0] };
  }
  const read = isCurrent ? readWithCurrentOrganization : readWithOrganization;
  const below = folderId === undefined ? [] : [folderBelow(path, folderId)];
  const { organization, docs } = await read(reader, call, organizationId, below);
  return { organization, folder: docs[0] };
}

/**
 * Reads a place that the transaction changes, in one round trip. The result includes documents that are being deleted.
 * @throws ApiError ABORTED while its document is being migrated.
 */
export async function readPlaceForChange(tx: Transaction, call: KeyCall, place: Place): Promise<PlaceDocs> {
  const docs = await readPlace(tx, call, place);
  refuseWhileMigrating(docs.document);
  return docs;
}

/**
 * The error for an item when the folder or document of its place does not exist.
 * @returns undefined when the folder or document exists.
 */
export function missingPart(place: Place, docs: PlaceDocs): ApiError | undefined {
  if (place.documentId !== undefined && !unlessDeleting(docs.document)) return notFound("document");
  if (place.documentId === undefined && place.folderId !== undefined && !unlessDeleting(docs.folder))
    return notFound("folder");
  return undefined;
}

/** Reads a place. @throws ApiError NOT_FOUND when its organization, folder or document does not exist. */
export async function loadPlace(store: ReadableStore, call: KeyCall, place: Place): Promise<PlaceDocs> {
  return requirePlace(place, await readPlace(store, call, place));
}

/**
 * Reads a place as it is now; `loadPlace` may use the organization as it was a minute ago.
 * @throws ApiError as `loadPlace`.
 */
export async function loadCurrentPlace(store: ReadableStore, call: KeyCall, place: Place): Promise<PlaceDocs> {
  return requirePlace(place, await readPlace(store, call, place, true));
}

/**
 * Reads a place that the transaction changes.
 * @throws ApiError NOT_FOUND when its organization, folder or document does not exist; ABORTED while its document is migrated.
 */
export async function loadPlaceForChange(tx: Transaction, call: KeyCall, place: Place): Promise<PlaceDocs> {
  return requirePlace(place, await readPlaceForChange(tx, call, place));
}

/**
 * Reads items below a document that the transaction changes, in one round trip.
 * @returns one result for each of `refs`.
 * @throws ApiError as `readDocumentAndBelow`.
 */
export async function readBelowDocument<T extends DocData>(
  tx: Transaction,
  call: KeyCall,
  place: { organizationId: string; documentId: string },
  refs: readonly DocRef<T>[],
): Promise<(Doc<T> | undefined)[]> {
  return (await readDocumentAndBelow(tx, call, place, refs)).docs;
}

/**
 * Reads a document, and items below it that the transaction changes, in one round trip.
 * @returns also one result for each of `refs`.
 * @throws ApiError NOT_FOUND when the organization or document does not exist; ABORTED while the document is migrated.
 */
export async function readDocumentAndBelow<T extends DocData>(
  tx: Transaction,
  call: KeyCall,
  place: { organizationId: string; documentId: string },
  refs: readonly DocRef<T>[],
): Promise<{ document: Doc<StoredDocument>; docs: (Doc<T> | undefined)[] }> {
  const { organizationId, documentId } = place;
  const path = documentPath(call, organizationId, documentId);
  const { organization, docs } = await readWithDocument(tx, call, organizationId, [path, ...refs]);
  const document = docs[0] as Doc<StoredDocument> | undefined;
  requirePlace(place, { organization, document });
  refuseWhileMigrating(document);
  return { document: document as Doc<StoredDocument>, docs: docs.slice(1) as (Doc<T> | undefined)[] };
}

/** Checks that a place exists. @throws ApiError NOT_FOUND when its organization, folder or document does not exist. */
export function requirePlace(place: Place, docs: PlaceDocs): PlaceDocs {
  requireOrganization(docs.organization);
  const missing = missingPart(place, docs);
  if (missing) throw missing;
  return docs;
}

/** What `ensurePlace` may create. */
export interface Creation {
  createDocument?: boolean | undefined;
  createFolder?: boolean | undefined;
  /** Parent of a new folder; default is the top. */
  parentFolderId?: string | undefined;
  /** The folder with the id `parentFolderId`, as read. */
  parentFolder?: Doc<StoredFolder> | undefined;
}

/**
 * Creates the missing parts of a place and emits the events: the organization always, the folder or document if
 * `create` allows it (docs/behaviour.md#users).
 * @returns the error for every item, with nothing written, if the folder or document is missing and can't be created.
 * @throws ApiError ABORTED while a part of the same id is being deleted.
 */
export function ensurePlace(
  tx: Transaction,
  call: KeyCall,
  place: Place,
  docs: PlaceDocs,
  create: Creation,
  emit: Emit,
): ApiError | undefined {
  const { organizationId, documentId, folderId } = place;
  const missing = missingPart(place, docs);
  // `root` stands for the top: no folder has this id.
  const mayCreate = documentId === undefined ? create.createFolder && folderId !== ROOT : create.createDocument;
  if (missing && !mayCreate) return missing;
  refuseWhileDeleting(docs.document, "document");
  refuseWhileDeleting(docs.folder, "folder");
  const folder = missing && folderId !== undefined ? folderToCreate(call, folderId, create) : undefined;
  if (folder instanceof ApiError) return folder;
  ensureOrganization(tx, call, organizationId, docs.organization, emit);
  if (missing && documentId !== undefined) {
    const document = newDocument(call);
    tx.create(documentPath(call, organizationId, documentId), document);
    emit({ type: "document.add", organizationId, documentId, data: toEventDocument(document) });
  } else if (folder && folderId !== undefined) {
    tx.create(folderPath(call, organizationId, folderId), folder);
    emit({ type: "folder.add", organizationId, data: toEventFolder(folderId, folder) });
  }
  return undefined;
}

/** The new folder, or the error that prevents its creation. */
function folderToCreate(
  call: KeyCall,
  folderId: string,
  { parentFolderId = ROOT, parentFolder }: Creation,
): StoredFolder | ApiError {
  const parent = unlessDeleting(parentFolder);
  try {
    const node = placeNewFolder(new Map(parent && [[parentFolderId, parent.data]]), { parentFolderId });
    return newFolder(call, { folderName: folderId, ...node });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
