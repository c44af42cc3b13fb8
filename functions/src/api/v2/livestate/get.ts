import * as z from "zod";
import { loadPlace } from "#domain/documents/store/places";
import { documentPath } from "#domain/organizations/store/organizations";
import { LiveState } from "#domain/presence/live-state";
import { liveStatePath, liveStatesOf, type StoredLiveState, toLiveState } from "#domain/presence/store/live-state";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, PageSize, PageToken } from "#platform/shapes/fields";
import type { QueryResult } from "#store/port";

export default endpoint({
  path: "/v2/livestate/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf },
  kind: "read",
  summary:
    "Read the live state of a document: all entries, or the entry with one id. A page may be shorter than its size; as long as there is a pageToken, there may be more.",
  input: z.object({
    organizationId: Id,
    documentId: Id,
    liveStateDataId: Id.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(LiveState),
  cost: { reads: 4, writes: 0, trips: 1, byUser: { reads: 8, writes: 0, trips: 2 } },
  example: { organizationId: "acme", documentId: "homepage" },
  async handle(call, { organizationId, documentId, liveStateDataId, pageSize, pageToken }) {
    const document = documentPath(call, organizationId, documentId);
    const selection = ["liveState", document, liveStateDataId ?? null];
    const page = { limit: pageSize, after: fromPageToken(call, selection, pageToken) };
    const [, { docs, cursor }] = await Promise.all([
      loadPlace(call.store, call, { organizationId, documentId }),
      liveStateDataId === undefined
        ? liveStatesOf(call.store, document, page)
        : call.store
            .get<StoredLiveState>(liveStatePath(document, liveStateDataId))
            .then((doc): QueryResult<StoredLiveState> => ({ docs: doc ? [doc] : [] })),
    ]);
    return {
      message: "Live state retrieved successfully.",
      data: docs.map(toLiveState),
      pageToken: toPageToken(call, selection, cursor),
    };
  },
});
