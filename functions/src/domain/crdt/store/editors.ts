import { firstClientOf } from "#domain/crdt/clients";
import type { CrdtType } from "#domain/crdt/crdt";
import type { StoredDocument } from "#domain/documents/store/documents";
import {
  documentPath,
  readWithDocument,
  requireOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, ReadableStore } from "#store/port";
import type { StoredLog } from "./update-log.ts";

/** Maximum size of content and Yjs state together that are stored in the editor's own document, in bytes. */
const MAX_INLINE_BYTES = 700 * 1024;
/** The same for an editor with an update log, because each update reads the editor's document. */
const MAX_INLINE_WITH_LOG = 16 * 1024;

/**
 * Stored form of an editor: a base, and a log of later updates if it has ever been edited live. Large content is stored in
 * chunks of one generation, which never change.
 */
export interface StoredCrdt extends DocData {
  type: CrdtType;
  contentKey: string;
  lastUpdate: number;
  /** User id of the last writer. Omitted after a write with an API key that names no user. */
  lastUpdatedBy?: string;
  /** Yjs client id of the service in this document. */
  client: number;
  /** A Yjs client that all copies of the editor contain, because its edits came first. Omitted while it is empty. */
  firstClient?: number;
  contentBytes: number;
  updateBytes: number;
  /** The content as JSON text. Omitted, like `update`, if it is stored in chunks. */
  content?: string;
  /** The Yjs document as an update in base64. */
  update?: string;
  /** The generation of the chunks that hold both, and how many chunks each of them has. */
  generation?: string;
  contentChunks?: number;
  updateChunks?: number;
  /** The updates that are not part of the base; omitted if the editor has no log. */
  log?: StoredLog;
  /**
   * Number of changes that went into the base but not into the log: whoever follows the log then reads the base again.
   */
  rewrites?: number;
  /** The names by which the Yjs document may refer to people, if the store finds documents by them. */
  named?: string[];
}

/** What a write keeps of the stored editor besides its content. */
export type RetainedFields = Pick<StoredCrdt, "log" | "rewrites" | "firstClient">;

/** New content of an editor. */
export type NewCrdt = Pick<StoredCrdt, "type" | "contentKey" | "client"> & {
  /** JSON text. */
  content: string;
  /** Base64. */
  update: string;
  /** Time of the write, ms since 1970. Default: now. */
  lastUpdate?: number;
  lastUpdatedBy?: string | undefined;
  /** As in `StoredCrdt`. */
  named?: string[];
};

/** Identifies an editor. */
export type EditorPlace = { organizationId: string; documentId: string; editorId: string };

/** Path of the collection of a document's editors. */
export function editorsOf(call: KeyCall, organizationId: string, documentId: string): string {
  return `${documentPath(call, organizationId, documentId)}/crdt`;
}

/** Path of an editor's document. */
export function editorPath(call: KeyCall, { organizationId, documentId, editorId }: EditorPlace): DocRef<StoredCrdt> {
  return `${documentPath(call, organizationId, documentId)}/${toPath("crdt", editorId)}`;
}

/** The fields of an editor's document other than its content. */
export function toStoredHeader(
  call: Pick<KeyCall, "now">,
  { type, contentKey, client, content, update, lastUpdate = call.now(), lastUpdatedBy, named = [] }: NewCrdt,
) {
  const contentBytes = Buffer.byteLength(content);
  const by = lastUpdatedBy !== undefined && { lastUpdatedBy };
  const names = named.length > 0 && { named };
  const first = firstClientOf(update);
  const firstClient = first !== undefined && { firstClient: first };
  return {
    ...{ type, contentKey, client, ...firstClient, lastUpdate, ...by },
    ...{ contentBytes, updateBytes: update.length, ...names },
  };
}

/** An editor's document with its content; undefined if that is too large. */
export function toInline(
  call: Pick<KeyCall, "now">,
  crdt: NewCrdt,
  retainedFields: RetainedFields = {},
): StoredCrdt | undefined {
  const { content, update } = crdt;
  const header = toStoredHeader(call, crdt);
  const limit = retainedFields.log ? MAX_INLINE_WITH_LOG : MAX_INLINE_BYTES;
  return header.contentBytes + header.updateBytes <= limit
    ? { ...header, ...retainedFields, content, update }
    : undefined;
}

/** Identifies a document. */
export interface DocumentPlace {
  organizationId: string;
  documentId: string;
}

/**
 * Reads editors of a document, and checks their organization and document, in one round trip.
 * @throws ApiError NOT_FOUND if the organization or document does not exist.
 */
export async function readEditors(
  store: ReadableStore,
  call: KeyCall,
  place: DocumentPlace,
  paths: readonly DocRef<StoredCrdt>[],
): Promise<(Doc<StoredCrdt> | undefined)[]> {
  return (await readDocumentAndEditors(store, call, place, paths)).editors;
}

/** As `readEditors`, and returns the document too. */
export async function readDocumentAndEditors(
  store: ReadableStore,
  call: KeyCall,
  place: DocumentPlace,
  paths: readonly DocRef<StoredCrdt>[],
): Promise<{ document: Doc<StoredDocument>; editors: (Doc<StoredCrdt> | undefined)[] }> {
  const { organizationId, documentId } = place;
  const path = documentPath(call, organizationId, documentId);
  const { organization, docs } = await readWithDocument(store, call, organizationId, [path, ...paths]);
  const [doc, ...editors] = docs;
  requireOrganization(organization);
  const document = unlessDeleting(doc as Doc<StoredDocument> | undefined);
  if (!document) throw notFound("document");
  return { document, editors: editors as (Doc<StoredCrdt> | undefined)[] };
}

/** The error for an editor without content. */
export function crdtNotFound(): ApiError {
  return notFound("crdtData");
}

/** The error while another call changes the same data. */
export function changedMeanwhile(): ApiError {
  return new ApiError("ABORTED", "This data is being changed by another call. Try again in a moment.", {
    retryAfter: 1,
  });
}
