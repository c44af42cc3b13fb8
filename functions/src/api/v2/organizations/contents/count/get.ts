import * as z from "zod";
import { ContentCounts } from "#domain/documents/content-counts";
import { countContents, countOfPerson } from "#domain/documents/store/contents";
import { endpoint } from "#http/endpoint";
import { atMostOne } from "#platform/shapes/field-rules";
import { Id } from "#platform/shapes/fields";
import { heavyReads } from "#src/heavy-reads";

export default endpoint({
  path: "/v2/organizations/contents/count/get",
  auth: "apiKey",
  kind: "read",
  summary:
    "Count what a deletion would delete: of an organization, a folder or a document, or of a person's data in an organization. Counting stops at 100,000 of each kind; for a folder, at most 300 folders below it and 90 of its documents are examined.",
  input: z
    .object({ organizationId: Id, folderId: Id.optional(), documentId: Id.optional(), userId: Id.optional() })
    .check(atMostOne(["folderId", "documentId", "userId"])),
  output: ContentCounts,
  cost: { reads: 7, writes: 0, trips: 1 },
  example: { organizationId: "acme", documentId: "homepage" },
  async handle(call, { userId, ...place }) {
    const data = await heavyReads(call).run(call.apiKey.apiKeyId, () =>
      userId === undefined ? countContents(call, place) : countOfPerson(call, place.organizationId, userId),
    );
    return { message: "Contents counted successfully.", data };
  },
});
