import * as z from "zod";
import { countThreads } from "#domain/comments/store/counts";
import { endpoint } from "#http/endpoint";
import { Id, Ids } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/commentannotations/count/get",
  alsoAt: "/v1/commentannotations/count/get",
  auth: "apiKey",
  user: { action: "read", on: ({ organizationId }) => ({ organizationId }), handlerFilters: true, self: ["userId"] },
  requires: "advancedQueries",
  kind: "read",
  summary:
    "Count the threads of documents that a user may see, and those with unread comments. At most 10,000 threads of a document are counted.",
  input: z.object({ organizationId: Id, documentIds: Ids, userId: Id, statusIds: Ids.optional() }),
  output: z.record(z.string(), z.object({ total: z.number(), unread: z.number() })),
  cost: { reads: 5, writes: 0, trips: 1, byUser: { reads: 15, writes: 0, trips: 4 } },
  example: { organizationId: "acme", documentIds: ["homepage"], userId: "ada" },
  async handle(call, { documentIds, ...question }) {
    const counts = await countThreads(call, question, documentIds);
    return { message: "Comment count retrieved successfully.", data: Object.fromEntries(counts) };
  },
});
