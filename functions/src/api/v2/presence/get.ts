import * as z from "zod";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { documentOf } from "#http/user-rule";
import { Id, Ids, PageSize, PageToken } from "#model/fields";
import { refuseDuplicates } from "#model/lists";
import { PresenceEntry } from "#model/presence";
import { documentPath } from "#store/organizations";
import { loadPlace } from "#store/places";
import { entriesOf, namedEntries, toPresenceEntry } from "#store/presence";

export default endpoint({
  path: "/v2/presence/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf },
  kind: "read",
  summary: "Read who is in a document: all users whose entry has not expired, or those of some ids.",
  input: z.object({
    organizationId: Id,
    documentId: Id,
    userIds: Ids.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(PresenceEntry),
  example: { organizationId: "acme", documentId: "homepage" },
  async handle(call, { organizationId, documentId, userIds, pageSize, pageToken }) {
    refuseDuplicates(userIds ?? [], "userIds");
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
