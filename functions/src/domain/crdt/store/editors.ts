import type { CrdtType } from "#domain/crdt/crdt";
import {
  documentPath,
  organizationPath,
  present,
  refuseWhileMigrating,
  requireOrganization,
} from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, StoreReader } from "#store/port";
import { joinChunks } from "./chunks.ts";

/** Most bytes of content and Yjs state together that stand in the editor's document itself. */
const MAX_INLINE_BYTES = 700 * 1024;

/** How often a reader looks again when what it reads has been replaced meanwhile. */
const MAX_LOOKS = 5;

/** The document of an editor. What is large stands in chunks of one generation, which never change. */
export interface StoredCrdt extends DocData {
  type: CrdtType;
  contentKey: string;
  lastUpdate: number;
  /** A user's id. Missing after a write by the holder of an API key, who names none. */
  lastUpdatedBy?: string;
  /** In whose name the service edits the Yjs document. */
  client: number;
  contentBytes: number;
  updateBytes: number;
  /** The content as JSON text. Missing when it stands in chunks, and so is `update`. */
  content?: string;
  /** The Yjs document as an update in base64. */
  update?: string;
  /** Which chunks hold them. */
  generation?: string;
  contentChunks?: number;
  updateChunks?: number;
}

/** What an editor is to hold. */
export type NewCrdt = Pick<StoredCrdt, "type" | "contentKey" | "client"> & {
  /** JSON text. */
  content: string;
  /** Base64. */
  update: string;
  /** Ms since 1970; missing: now. */
  lastUpdate?: number;
  lastUpdatedBy?: string | undefined;
};

/** Names an editor. */
export type EditorPlace = { organizationId: string; documentId: string; editorId: string };

/** Path of the collection of a document's editors. */
export function editorsOf(call: KeyCall, organizationId: string, documentId: string): string {
  return `${documentPath(call, organizationId, documentId)}/crdt`;
}

/** Path of an editor's document. */
export function editorPath(call: KeyCall, { organizationId, documentId, editorId }: EditorPlace): DocRef<StoredCrdt> {
  return `${documentPath(call, organizationId, documentId)}/${toPath("crdt", editorId)}`;
}

/** All that stands in an editor's document but the content. */
export function toStoredHeader(
  call: Pick<KeyCall, "now">,
  { type, contentKey, client, content, update, lastUpdate = call.now(), lastUpdatedBy }: NewCrdt,
) {
  const contentBytes = Buffer.byteLength(content);
  const by = lastUpdatedBy !== undefined && { lastUpdatedBy };
  return { type, contentKey, client, lastUpdate, ...by, contentBytes, updateBytes: update.length };
}

/** An editor's document with the content in it; undefined when that is too large. */
export function toInline(call: Pick<KeyCall, "now">, crdt: NewCrdt): StoredCrdt | undefined {
  const { content, update } = crdt;
  const header = toStoredHeader(call, crdt);
  return header.contentBytes + header.updateBytes <= MAX_INLINE_BYTES ? { ...header, content, update } : undefined;
}

/**
 * Reads editors of a document, and the place they belong to, in one round trip.
 * @throws ApiError NOT_FOUND when the organization or document is not there.
 */
export async function readEditors(
  reader: StoreReader,
  call: KeyCall,
  place: { organizationId: string; documentId: string },
  paths: readonly DocRef<StoredCrdt>[],
): Promise<(Doc<StoredCrdt> | undefined)[]> {
  const { organizationId, documentId } = place;
  const [organization, document, ...editors] = await reader.getMany([
    organizationPath(call, organizationId),
    documentPath(call, organizationId, documentId),
    ...paths,
  ]);
  requireOrganization(organization);
  if (!present(document)) throw notFound("document");
  refuseWhileMigrating(reader, document);
  return editors;
}

/** An editor with its content, all of one moment. */
export interface LoadedCrdt {
  editor: Doc<StoredCrdt>;
  /** JSON text; empty when not asked for. */
  content: string;
  /** Base64; empty when not asked for. */
  update: string;
}

/**
 * Loads what an editor holds. Where it was replaced since its document was read, what it holds now.
 * @returns undefined when it is gone meanwhile.
 * @throws ApiError ABORTED when it is replaced again and again.
 */
export async function loadCrdt(
  reader: StoreReader,
  found: Doc<StoredCrdt>,
  wants: { content: boolean; update: boolean },
): Promise<LoadedCrdt | undefined> {
  let editor: Doc<StoredCrdt> | undefined = found;
  for (let look = 0; editor && look < MAX_LOOKS; look++) {
    const { generation, content = "", update = "", contentChunks = 0, updateChunks = 0 } = editor.data;
    if (generation === undefined) return { editor, content, update };
    const parts = await joinChunks(reader, editor.path, generation, [
      { kind: "content", count: wants.content ? contentChunks : 0 },
      { kind: "update", count: wants.update ? updateChunks : 0 },
    ]);
    if (parts) return { editor, content: parts[0] ?? "", update: parts[1] ?? "" };
    editor = await reader.get<StoredCrdt>(editor.path);
  }
  if (editor) throw busy();
  return undefined;
}

/** The refusal when an editor has no content. */
export function noCrdt(): ApiError {
  return notFound("crdtData");
}

/** The refusal while others change the same data. */
export function busy(): ApiError {
  return new ApiError("ABORTED", "This data is being changed by another call. Try again in a moment.", {
    retryAfter: 1,
  });
}
