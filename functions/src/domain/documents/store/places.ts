import type { Emit } from "#domain/events/store/change";
import {
  documentPath,
  ensureOrganization,
  folderPath,
  organizationPath,
  type Place,
  present,
  refuseWhileDeleting,
  refuseWhileMigrating,
  requireOrganization,
  type StoredOrganization,
} from "#domain/organizations/store/organizations";
import type { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import type { Doc, StoreReader, Transaction } from "#store/port";
import { documentBelow, newDocument, type StoredDocument } from "./documents.ts";
import { folderBelow, newFolder, ROOT, type StoredFolder } from "./folders.ts";

/** What is there of a place: its organization and, where one is named, its folder or document. */
export interface FoundPlace {
  organization?: Doc<StoredOrganization> | undefined;
  folder?: Doc<StoredFolder> | undefined;
  document?: Doc<StoredDocument> | undefined;
}

/**
 * Reads a place in one round trip. What is being deleted is returned too: see `present`.
 * @throws ApiError ABORTED for a transaction while its document is being migrated.
 */
export async function readPlace(reader: StoreReader, call: KeyCall, place: Place): Promise<FoundPlace> {
  const { organizationId, folderId, documentId } = place;
  const path = organizationPath(call, organizationId);
  if (documentId !== undefined) {
    const [organization, document] = await reader.getMany([path, documentBelow(path, documentId)]);
    refuseWhileMigrating(reader, document);
    return { organization, document };
  }
  const below = folderId === undefined ? [] : [folderBelow(path, folderId)];
  const [organization, folder] = await reader.getMany([path, ...below]);
  return { organization, folder };
}

/**
 * The refusal when a folder or document of the place is not there: an item failure.
 * @returns undefined when all that is named is there.
 */
export function missingPart(place: Place, found: FoundPlace): ApiError | undefined {
  if (place.documentId !== undefined && !present(found.document)) return notFound("document");
  if (place.documentId === undefined && place.folderId !== undefined && !present(found.folder))
    return notFound("folder");
  return undefined;
}

/** @throws ApiError NOT_FOUND when the organization, folder or document of the place is not there. */
export async function loadPlace(reader: StoreReader, call: KeyCall, place: Place): Promise<FoundPlace> {
  return requirePlace(place, await readPlace(reader, call, place));
}

/** What was read of a place. @throws ApiError NOT_FOUND when its organization, folder or document is not there. */
export function requirePlace(place: Place, found: FoundPlace): FoundPlace {
  requireOrganization(found.organization);
  const missing = missingPart(place, found);
  if (missing) throw missing;
  return found;
}

/**
 * Writes what is missing of a place, and tells so: the organization always, the folder or document when asked to
 * (docs/behaviour.md#users).
 * @returns the refusal for every item when the folder or document is missing and not to be made; then nothing is written.
 * @throws ApiError ABORTED while a part of the same id is being deleted.
 */
export function ensurePlace(
  tx: Transaction,
  call: KeyCall,
  place: Place,
  found: FoundPlace,
  create: { createDocument?: boolean | undefined; createFolder?: boolean | undefined },
  emit: Emit,
): ApiError | undefined {
  const { organizationId, documentId, folderId } = place;
  const missing = missingPart(place, found);
  // `root` stands for the top: no folder has this id.
  const makes = documentId === undefined ? create.createFolder && folderId !== ROOT : create.createDocument;
  if (missing && !makes) return missing;
  refuseWhileDeleting(found.document, "document");
  refuseWhileDeleting(found.folder, "folder");
  ensureOrganization(tx, call, organizationId, found.organization, emit);
  if (missing && documentId !== undefined) {
    tx.create(documentPath(call, organizationId, documentId), newDocument(call));
    emit({ type: "document.add", organizationId, documentId });
  } else if (missing && folderId !== undefined) {
    const named = { folderName: folderId, parentFolderId: ROOT };
    tx.create(folderPath(call, organizationId, folderId), newFolder(call, named));
    emit({ type: "folder.add", organizationId, data: { folderId, ...named } });
  }
  return undefined;
}
