import { isDeepStrictEqual } from "node:util";
import type { Filter } from "#domain/access/store/user-view";
import { documentBelow } from "#domain/documents/store/documents";
import type { Recording, RecordingInput } from "#domain/recordings/recording";
import { toJsonText } from "#platform/json-text";
import type { KeyCall } from "#src/call";
import { decodeId, splitPath, toPath } from "#store/paths";
import type { Cursor, Doc, DocData, DocRef, QueryResult, StoreReader } from "#store/port";
import { scan } from "#store/scan";

/** The document of a recording: collection `recordings` below a document. */
export interface StoredRecording extends DocData {
  /** As in the path, for queries over all documents of an organization. */
  recordingId: string;
  /** Who recorded it. */
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
 * A recording as stored, in place of the one of its id where there is one.
 * @param at where it stands in the request, for the refusal of one that is too large.
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

/** A stored recording as it is returned. Which document it is of, its path says. */
export function toRecording(call: KeyCall, organizationId: string, { path, data }: Doc<StoredRecording>): Recording {
  return {
    ...JSON.parse(data.json),
    annotationId: data.recordingId,
    type: "recorder",
    latestVersion: data.latestVersion,
    metadata: { apiKey: call.apiKey.apiKeyId, documentId: documentIdOf({ path }), organizationId },
  };
}

/** The document that a recording is of. */
export function documentIdOf({ path }: Pick<Doc<StoredRecording>, "path">): string {
  const document = splitPath(splitPath(path).collection).collection;
  return decodeId(splitPath(document).id);
}

/** Which recordings: of one document, or of all documents of the organization. */
export interface RecordingSelection {
  documentId?: string | undefined;
  recordingIds?: string[] | undefined;
  size: number;
  after?: Cursor | undefined;
  /** Leaves out what the call may not show of several documents. */
  shown?: Filter<StoredRecording> | undefined;
}

/** A page of recordings by document and id; those of one document by id come all at once. @param organization path. */
export async function queryRecordings(
  reader: StoreReader,
  organization: string,
  { documentId, recordingIds, size, after, shown }: RecordingSelection,
): Promise<QueryResult<StoredRecording>> {
  const page = { limit: size, ...(after && { after }) };
  if (documentId === undefined) {
    const where = recordingIds && [{ field: "recordingId", op: "in" as const, value: recordingIds }];
    const query = { group: "recordings", under: organization, ...(where && { where }) };
    if (shown) return scan<StoredRecording>(reader, { ...query, after }, size, shown);
    return reader.query<StoredRecording>({ ...query, ...page });
  }
  const document = documentBelow(organization, documentId);
  if (!recordingIds) return reader.query<StoredRecording>({ collection: recordingsOf(document), ...page });
  const found = await reader.getMany<StoredRecording>(recordingIds.map((id) => recordingPath(document, id)));
  return { docs: found.filter((doc) => doc !== undefined) };
}
