import * as z from "zod";
import { readableOnly } from "#domain/access/store/user-view";
import { readLists } from "#domain/documents/store/moving";
import { organizationPath } from "#domain/organizations/store/organizations";
import { Recording } from "#domain/recordings/recording";
import { documentIdOf, queryRecordings, type StoredRecording, toRecording } from "#domain/recordings/store/recordings";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, Ids, PageSize, PageToken } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/recordings/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf, handlerFilters: true },
  kind: "read",
  summary:
    "Read recordings of a document or of a whole organization, all or by id; unknown ids are left out. Those of a document that are read by id come in the order of the ids, all others by document and id.",
  input: z.object({
    organizationId: Id,
    documentId: Id.optional(),
    recordingIds: Ids.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(Recording),
  cost: {
    reads: 4,
    leastReads: 3,
    writes: 0,
    trips: 1,
    byUser: { reads: 7, writes: 0, trips: 2 },
    note: "It also reads the organization.",
  },
  example: { organizationId: "acme", documentId: "homepage", pageSize: 50 },
  async handle(call, { organizationId, documentId, recordingIds, pageSize, pageToken }) {
    const organization = organizationPath(call, organizationId);
    const query = ["recordings", organization, documentId ?? null, recordingIds ?? null];
    const after = fromPageToken(call, query, pageToken);
    const keepReadable = call.user && readableOnly<StoredRecording>(call, organizationId, documentIdOf);
    const { docs, cursor } = await readLists(call, { organizationId, documentId }, (reader) =>
      queryRecordings(reader, organization, { documentId, recordingIds, size: pageSize, after, shown: keepReadable }),
    );
    return {
      message: "Recorder annotations retrieved successfully.",
      data: docs.map((doc) => toRecording(call, organizationId, doc)),
      pageToken: toPageToken(call, query, cursor),
    };
  },
});
