import type { Page } from "#domain/organizations/store/users";
import { type LiveState, MAX_LIVE_STATE_BYTES } from "#domain/presence/live-state";
import { ApiError } from "#platform/error";
import type { FreeObject } from "#platform/shapes/free-json";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import type { Cursor, Doc, DocData, DocRef, Query, QueryResult, StoreReader } from "#store/port";

/** A page ends after the batch with which it exceeds this size, in UTF-16 units of JSON. */
const MAX_PAGE_TEXT = 4 * 1024 * 1024;
const BATCH_SIZE = 50;

/** Stored form of live state: collection `liveState` below a document. */
export interface StoredLiveState extends DocData {
  /** The customer's JSON object as text. */
  data: string;
  lastUpdated: number;
}

/** Path of live state below a document's path. */
export function liveStatePath(document: string, liveStateDataId: string): DocRef<StoredLiveState> {
  return `${document}/${toPath("liveState", liveStateDataId)}`;
}

/** Live state as stored. @throws ApiError INVALID_ARGUMENT when it is too large. */
export function toStoredLiveState(call: Pick<KeyCall, "now">, data: FreeObject): StoredLiveState {
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) > MAX_LIVE_STATE_BYTES)
    throw new ApiError(
      "INVALID_ARGUMENT",
      `data.data must not make the live state larger than ${MAX_LIVE_STATE_BYTES} bytes of JSON.`,
    );
  return { data: text, lastUpdated: call.now() };
}

/** Reads one page of the live state of a document, by id. A page of large items is short and has a `cursor`. */
export async function liveStatesOf(
  reader: StoreReader,
  document: string,
  { limit, after }: Page,
): Promise<QueryResult<StoredLiveState>> {
  const docs: Doc<StoredLiveState>[] = [];
  let cursor: Cursor | undefined = after;
  let size = 0;
  do {
    const batch = Math.min(limit - docs.length, BATCH_SIZE);
    const query: Query = { collection: `${document}/liveState`, limit: batch, after: cursor };
    const page: QueryResult<StoredLiveState> = await reader.query(query);
    docs.push(...page.docs);
    for (const { data } of page.docs) size += data.data.length;
    cursor = page.cursor;
  } while (cursor && docs.length < limit && size < MAX_PAGE_TEXT);
  return { docs, ...(cursor && { cursor }) };
}

/** Live state as returned. */
export function toLiveState({ id, data }: Doc<StoredLiveState>): LiveState {
  return { liveStateDataId: id, data: JSON.parse(data.data), lastUpdated: data.lastUpdated };
}
