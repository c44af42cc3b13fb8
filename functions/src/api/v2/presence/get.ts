import * as z from "zod";
import { loadPlace } from "#domain/documents/store/places";
import { documentPath } from "#domain/organizations/store/organizations";
import { PresenceEntry } from "#domain/presence/presence";
import { entriesOf, namedEntries, toPresenceEntry } from "#domain/presence/store/presence";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, Ids, PageSize, PageToken } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/presence/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf },
  kind: "read",
  summary: "Read who is present in a document: all users whose entry has not expired, or some of them by id.",
  input: z.object({
    organizationId: Id,
    documentId: Id,
    userIds: Ids.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(PresenceEntry),
  cost: { reads: 4, writes: 0, trips: 1, byUser: { reads: 8, writes: 0, trips: 2 } },
  example: { organizationId: "acme", documentId: "homepage" },
  async handle(call, { organizationId, documentId, userIds, pageSize, pageToken }) {
    const document = documentPath(call, organizationId, documentId);
    const selection = ["presence", document, userIds ?? null];
    const after = fromPageToken(call, selection, pageToken);
    const [, { docs, cursor }] = await Promise.all([
      loadPlace(call.store, call, { organizationId, documentId }),
      userIds ? namedEntries(call, document, userIds) : entriesOf(call, document, { limit: pageSize, after }),
    ]);
    return {
      message: "Presence retrieved successfully.",
      data: docs.map(toPresenceEntry),
      pageToken: toPageToken(call, selection, cursor),
    };
  },
});
