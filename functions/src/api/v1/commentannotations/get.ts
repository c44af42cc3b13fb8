import * as z from "zod";
import get from "#api/v2/commentannotations/get";
import { withDates } from "#domain/shown-thread";
import { endpoint } from "#http/endpoint";
import { documentOf } from "#http/user-rule";
import { EarlierCommentAnnotation } from "#model/earlier-comment-annotation";
import { Id } from "#model/fields";
import { threadIds } from "#model/thread-selection";

export default endpoint({
  path: "/v1/commentannotations/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf },
  kind: "read",
  summary: "Read the comment threads of a document, the last changed first: those that are named, or the first 1,000.",
  input: z.object({ organizationId: Id, documentId: Id, ...threadIds }),
  output: z.array(EarlierCommentAnnotation.nullable()),
  example: { organizationId: "acme", documentId: "homepage" },
  async handle(call, selection) {
    const { message, data } = await get.handle(call, { ...selection, pageSize: 1000 });
    const threads = Array.isArray(data) ? data : [];
    return { message, data: threads.map((thread) => thread && withDates(thread)) };
  },
});
