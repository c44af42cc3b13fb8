import { type Document, type DocumentChange, DocumentFields } from "#domain/documents/document";
import { ROOT } from "#domain/documents/folder";
import {
  organizationPath,
  readWithOrganization,
  type StoredOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import { mergeCustomFields, packCustomFields, unpackCustomFields } from "#platform/shapes/custom-fields";
import type { AccessType } from "#platform/shapes/fields";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import { toPath } from "#store/paths";
import type { DocRef } from "#store/port";
import { type Doc, type DocData, type Patch, REMOVE, type StoreReader } from "#store/port";
import { folderBelow, type StoredFolder } from "./folders.ts";

/** Stored form of a document (docs/behaviour.md#documents). */
export interface StoredDocument extends DocData {
  documentName?: string;
  /** Omitted for a document at the top of the organization. */
  folderId?: string;
  /** The document's own access type; omitted if that of its folder or the default of the API key applies. */
  accessType?: AccessType;
  disabled: boolean;
  createdAt: number;
  lastUpdated: number;
  /** The customer's own fields as JSON text. */
  open?: string;
  /** Set once deletion has begun: readers treat the document as missing. */
  deleting?: true;
  /**
   * Id of the document's running migration. Until it ends, nothing below or beside the document is changed or purged.
   */
  migrating?: string;
  /**
   * A Yjs client of each editor that was deleted lately. Copies of such an editor contain it, and are refused
   * (`domain/crdt/store/deleted-editors.ts`).
   */
  deletedEditors?: number[];
}

/** Stored form of a new document. */
export function newDocument(call: Pick<KeyCall, "now">, fields: Partial<StoredDocument> = {}): StoredDocument {
  return { disabled: false, createdAt: call.now(), lastUpdated: call.now(), ...fields };
}

/** Names that the service uses itself: customer fields with these names are dropped. */
const ownFields = Object.keys(DocumentFields.shape);

/** The fields that a caller may set, as stored. @throws ApiError INVALID_ARGUMENT for too many or too large custom fields. */
export function toStoredFields(fields: DocumentFields): Pick<StoredDocument, "documentName" | "accessType" | "open"> {
  const { documentName, accessType } = fields;
  return { documentName, accessType, open: packCustomFields(fields, ownFields) };
}

/** The patch that an update makes to a stored document: omitted fields are kept, `null` removes a field. */
export function mergeFields(document: StoredDocument, fields: DocumentChange): Patch {
  const { documentName, accessType } = fields;
  const open = packCustomFields(fields, ownFields);
  return {
    documentName: documentName === null ? REMOVE : documentName,
    accessType: accessType === null ? REMOVE : accessType,
    ...(open !== undefined && { open: mergeCustomFields(document.open, open) ?? REMOVE }),
  };
}

/** Documents by id; undefined for a missing one. Documents that are being deleted are included: see `unlessDeleting`. */
export type DocumentsById = Map<string, Doc<StoredDocument> | undefined>;

/** Reads an organization, some of its documents and, with `folderId`, a folder in one round trip. */
export async function readDocuments(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  documentIds: readonly string[],
  folderId?: string,
): Promise<{
  organization: Doc<StoredOrganization> | undefined;
  documents: DocumentsById;
  folder: Doc<StoredFolder> | undefined;
}> {
  const path = organizationPath(call, organizationId);
  const paths = documentIds.map((id) => documentBelow(path, id));
  if (folderId === undefined || folderId === ROOT) {
    const { organization, docs } = await readWithOrganization(reader, call, organizationId, paths);
    return { organization, documents: byId(documentIds, docs), folder: undefined };
  }
  const { organization, docs } = await readWithOrganization(reader, call, organizationId, [
    folderBelow(path, folderId),
    ...paths,
  ]);
  const [folder, ...documents] = docs;
  return { organization, documents: byId(documentIds, documents), folder };
}

/**
 * Checks that a folder by which a call selects documents exists. `root` always does.
 * @param folder as `readDocuments` returns it.
 * @throws ApiError NOT_FOUND
 */
export function requireFolder(folderId: string | undefined, folder: Doc<StoredFolder> | undefined): void {
  if (folderId !== undefined && folderId !== ROOT && !unlessDeleting(folder)) throw notFound("folder");
}

/** Whether a document is directly in a folder, or at the top for `root`; true if there is no `folderId` to select by. */
export function isDirectlyIn(folderId: string | undefined, { data }: Doc<StoredDocument>): boolean {
  return folderId === undefined || (data.folderId ?? ROOT) === folderId;
}

function byId(ids: readonly string[], docs: readonly (Doc<StoredDocument> | undefined)[]): DocumentsById {
  return new Map(ids.map((id, i) => [id, docs[i]]));
}

/** Path of the collection of an organization's documents. */
export function documentsOf(organization: string): string {
  return `${organization}/documents`;
}

/** Path of a document below an organization's path. */
export function documentBelow(organization: string, documentId: string): DocRef<StoredDocument> {
  return `${organization}/${toPath("documents", documentId)}`;
}

/**
 * Documents as returned. Each folder is read once for all documents that inherit its access type.
 * @param organization path in the store.
 * @param folder a folder that has already been read.
 */
export async function toDocuments(
  reader: StoreReader,
  call: KeyCall,
  organization: string,
  documents: readonly Doc<StoredDocument>[],
  folder?: Doc<StoredFolder>,
): Promise<Document[]> {
  const accessTypeOf = await readAccessTypes(reader, call, organization, documents, folder);
  return documents.map((doc) => documentWith(accessTypeOf(doc), doc));
}

/** Reads the access types of documents: each one's own, else that of its folder, else the default of the API key. */
export async function readAccessTypes(
  reader: StoreReader,
  call: KeyCall,
  organization: string,
  documents: readonly Doc<StoredDocument>[],
  folder?: Doc<StoredFolder>,
): Promise<(document: Doc<StoredDocument>) => AccessType> {
  const folderIds = documents.flatMap(({ data }) =>
    data.accessType || data.folderId === undefined ? [] : [data.folderId],
  );
  const missing = [...new Set(folderIds)].filter((id) => id !== folder?.id);
  const read =
    missing.length > 0 ? await reader.getMany<StoredFolder>(missing.map((id) => folderBelow(organization, id))) : [];
  const folders = new Map([folder, ...read].flatMap((doc) => (doc ? [[doc.id, doc.data.accessType]] : [])));
  const defaultType = call.apiKey.config.defaultDocumentAccessType;
  return ({ data: { accessType, folderId } }) =>
    accessType ?? (folderId === undefined ? undefined : folders.get(folderId)) ?? defaultType;
}

/** A document as returned, with its access type if that is known. */
export function documentWith<Type extends AccessType | undefined>(accessType: Type, { id, data }: Doc<StoredDocument>) {
  const { documentName = id, folderId, disabled, createdAt, lastUpdated } = data;
  const own = { id, documentName, disabled, accessType, ...(folderId !== undefined && { folderId }) };
  return { ...unpackCustomFields(data.open), ...own, createdAt, lastUpdated };
}
