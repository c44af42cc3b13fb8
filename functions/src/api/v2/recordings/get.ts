import * as z from "zod";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { documentOf } from "#http/user-rule";
import { Id, Ids, PageSize, PageToken } from "#model/fields";
import { refuseDuplicates } from "#model/lists";
import { Recording } from "#model/recording";
import { readLists } from "#store/moving";
import { organizationPath } from "#store/organizations";
import { documentIdOf, queryRecordings, type StoredRecording, toRecording } from "#store/recordings";
import { readableOnly } from "#store/user-view";

export default endpoint({
  path: "/v2/recordings/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf, handlerFilters: true },
  kind: "read",
  summary: "Read recordings of a document or of a whole organization, all or by id; ids that name none are left out.",
  input: z.object({
    organizationId: Id,
    documentId: Id.optional(),
    recordingIds: Ids.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(Recording),
  example: { organizationId: "acme", documentId: "homepage", pageSize: 50 },
  async handle(call, { organizationId, documentId, recordingIds, pageSize, pageToken }) {
    refuseDuplicates(recordingIds ?? [], "recordingIds");
    const organization = organizationPath(call, organizationId);
    const query = ["recordings", organization, documentId ?? null, recordingIds ?? null];
    const after = fromPageToken(call, query, pageToken);
    const shown = call.user && readableOnly<StoredRecording>(call, organizationId, documentIdOf);
    const { docs, cursor } = await readLists(call, { organizationId, documentId }, (reader) =>
      queryRecordings(reader, organization, { documentId, recordingIds, size: pageSize, after, shown }),
    );
    return {
      message: "Recorder annotations retrieved successfully.",
      data: docs.map((doc) => toRecording(call, organizationId, doc)),
      pageToken: toPageToken(call, query, cursor),
    };
  },
});
