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
    "Count what an organization, a folder or a document holds, or what concerns a person in an organization: what a deletion takes with it. Counting ends at 100,000 of a kind; of a folder, 300 folders below it and 90 of its documents are looked into.",
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
