import type { Page } from "#domain/organizations/store/users";
import { type LiveState, MAX_LIVE_STATE_BYTES } from "#domain/presence/live-state";
import { invalidField } from "#platform/error";
import type { FreeObject } from "#platform/shapes/free-json";
import type { KeyCall } from "#src/call";
import { PAGE_BYTES } from "#store/page-bytes";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, Query, QueryResult, StoreReader } from "#store/port";

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

/** Live state as stored. @throws ApiError INVALID_ARGUMENT if it is too large. */
export function toStoredLiveState(call: Pick<KeyCall, "now">, data: FreeObject): StoredLiveState {
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) > MAX_LIVE_STATE_BYTES)
    throw invalidField("data.data", `must not make the live state larger than ${MAX_LIVE_STATE_BYTES} bytes of JSON.`);
  return { data: text, lastUpdated: call.now() };
}

/** Reads one page of the live state of a document, by id. A page of large items is short and has a `cursor`. */
export function liveStatesOf(
  reader: StoreReader,
  document: string,
  { limit, after }: Page,
): Promise<QueryResult<StoredLiveState>> {
  const query: Query = { collection: `${document}/liveState`, limit, maxBytes: PAGE_BYTES, ...(after && { after }) };
  return reader.query<StoredLiveState>(query);
}

/** Live state as returned. */
export function toLiveState({ id, data }: Doc<StoredLiveState>): LiveState {
  return { liveStateDataId: id, data: JSON.parse(data.data), lastUpdated: data.lastUpdated };
}
