import { isDeepStrictEqual } from "node:util";
import type { Filter } from "#domain/access/store/user-view";
import { documentBelow } from "#domain/documents/store/documents";
import type { Recording, RecordingInput } from "#domain/recordings/recording";
import { toJsonText } from "#platform/text/json-text";
import type { KeyCall } from "#src/call";
import { getPage, PAGE_BYTES } from "#store/page-bytes";
import { decodeId, splitPath, toPath } from "#store/paths";
import type { Cursor, Doc, DocData, DocRef, QueryResult, StoreReader } from "#store/port";
import { scan } from "#store/scan";

/** Stored form of a recording: collection `recordings` below a document. */
export interface StoredRecording extends DocData {
  /** The id in the path, as a field for queries over all documents of an organization. */
  recordingId: string;
  /** The user who recorded it. */
  fromUserId?: string;
  latestVersion: number;
  /** All further fields as JSON text. */
  json: string;
}

/** Path of the collection of a document's recordings. */
export function recordingsOf(document: string): string {
  return `${document}/recordings`;
}

/** Path of a recording below its document's path. */
export function recordingPath(document: string, recordingId: string): DocRef<StoredRecording> {
  return `${document}/${toPath("recordings", recordingId)}`;
}

/**
 * A recording as stored. It replaces `before`, the recording with the same id, if there is one.
 * @param at path of the recording in the request, for the error message.
 * @throws ApiError INVALID_ARGUMENT above 1,000,000 bytes of JSON.
 */
export function toStoredRecording(
  recordingId: string,
  recording: RecordingInput,
  { before, at }: { before: StoredRecording | undefined; at: string },
): StoredRecording {
  const { annotationId: _id, type: _type, metadata: _metadata, latestVersion, ...rest } = recording;
  const json = toJsonText(rest, at);
  return {
    recordingId,
    ...(rest.from && { fromUserId: rest.from.userId }),
    latestVersion: latestVersion ?? nextVersion(before, json),
    json,
  };
}

function nextVersion(before: StoredRecording | undefined, json: string): number {
  if (!before) return 1;
  const isSame = isDeepStrictEqual(JSON.parse(before.json), JSON.parse(json));
  return isSame ? before.latestVersion : before.latestVersion + 1;
}

/** A recording as returned. Its path names its document. */
export function toRecording(call: KeyCall, organizationId: string, { path, data }: Doc<StoredRecording>): Recording {
  return {
    ...JSON.parse(data.json),
    annotationId: data.recordingId,
    type: "recorder",
    latestVersion: data.latestVersion,
    metadata: { apiKey: call.apiKey.apiKeyId, documentId: documentIdOf({ path }), organizationId },
  };
}

/** The id of the document of a recording. */
export function documentIdOf({ path }: Pick<Doc<StoredRecording>, "path">): string {
  const document = splitPath(splitPath(path).collection).collection;
  return decodeId(splitPath(document).id);
}

/** Selects recordings of one document, or of all documents of the organization. */
export interface RecordingSelection {
  documentId?: string | undefined;
  recordingIds?: string[] | undefined;
  size: number;
  after?: Cursor | undefined;
  /** Removes recordings of documents that the call may not show. */
  shown?: Filter<StoredRecording> | undefined;
}

/**
 * Reads a page of recordings by document and id. Recordings of one document that are read by id come in the order of
 * the ids.
 * @param organization path.
 */
export async function queryRecordings(
  reader: StoreReader,
  organization: string,
  { documentId, recordingIds, size, after, shown }: RecordingSelection,
): Promise<QueryResult<StoredRecording>> {
  const page = { limit: size, maxBytes: PAGE_BYTES, ...(after && { after }) };
  if (documentId === undefined) {
    const where = recordingIds && [{ field: "recordingId", op: "in" as const, value: recordingIds }];
    const query = { group: "recordings", under: organization, ...(where && { where }) };
    if (shown) return scan<StoredRecording>(reader, { ...query, after }, size, shown);
    return reader.query<StoredRecording>({ ...query, ...page });
  }
  const document = documentBelow(organization, documentId);
  if (!recordingIds) return reader.query<StoredRecording>({ collection: recordingsOf(document), ...page });
  const paths = recordingIds.map((id) => recordingPath(document, id));
  const start = Number(after?.[0] ?? 0);
  const { docs, end } = await getPage<StoredRecording>(reader, paths, { start, limit: size });
  return { docs: docs.filter((doc) => doc !== undefined), ...(end !== undefined && { cursor: [end] }) };
}
