import * as z from "zod";
import { CommentAnnotation } from "#domain/comments/comment-annotation";
import { listThreads } from "#domain/comments/store/lists";
import { oneAgentFilter, threadFilters, threadIds } from "#domain/comments/thread-selection";
import { toCommentAnnotation } from "#domain/comments/to-comment-annotation";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { mapInSlices } from "#platform/async/time-slice";
import { atMostOne } from "#platform/shapes/field-rules";
import { Id, Ids, PageSize, PageToken } from "#platform/shapes/fields";

const List = z.array(CommentAnnotation);
/** Threads that are read by id: `null` stands for an unknown id. */
const ById = z.array(CommentAnnotation.nullable());
const ByDocument = z.record(z.string(), List);

export default endpoint({
  path: "/v2/commentannotations/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf, handlerFilters: true },
  requires: "advancedQueries",
  kind: "read",
  summary:
    "Read the comment threads of documents, with their comments: of one document, of several or of the organization, most recently changed first. An unknown annotationId yields null. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. A thread that changes while pages are read is listed again at the end.",
  input: z
    .object({
      organizationId: Id,
      documentId: Id.optional(),
      documentIds: Ids.optional(),
      /** Id of a folder, or `root` for the documents at the top level of the organization. */
      folderId: Id.optional(),
      groupByDocumentId: z.boolean().optional(),
      ...threadIds,
      ...threadFilters,
      /** Another name for `statusIds`, with one status or several. */
      statusId: z.union([Id, Ids], "must be an id or a list of ids.").optional(),
      /** Order by the time of the last change; threads that are read by id are returned in the order of their ids. */
      order: z.enum(["asc", "desc"]).optional(),
      pageSize: PageSize,
      pageToken: PageToken.optional(),
    })
    .check(
      oneAgentFilter,
      atMostOne(["documentId", "documentIds"]),
      atMostOne(["statusIds", "statusId"], {
        at: "statusId",
        message: "must not be given together with statusIds, which means the same.",
      }),
    ),
  pageTokenName: "nextPageToken",
  output: z.union([ById, ByDocument]),
  forms: [
    { when: { groupByDocumentId: [true] }, output: ByDocument },
    { when: { groupByDocumentId: [false, undefined], annotationIds: [undefined] }, output: List },
    { when: { groupByDocumentId: [false, undefined] }, output: ById },
  ],
  cost: { reads: 3, writes: 0, trips: 1, byUser: { reads: 7, writes: 0, trips: 2 } },
  example: { organizationId: "acme", documentId: "homepage", pageSize: 2 },
  async handle(call, { groupByDocumentId, pageSize, pageToken, statusId, ...query }) {
    const { organizationId, statusIds = statusId } = query;
    const selection = { ...query, ...(statusIds !== undefined && { statusIds: [statusIds].flat() }) };
    const after = fromPageToken(call, ["threads", selection], pageToken);
    const { threads, cursor } = await listThreads(call, selection, pageSize, after);
    const nextPageToken = toPageToken(call, ["threads", selection], cursor);
    const owner = { apiKey: call.apiKey.apiKeyId, organizationId };
    if (!groupByDocumentId) {
      const data = await mapInSlices(threads, (thread) => thread && toCommentAnnotation(thread, owner));
      return { message: "Annotation(s) fetched successfully.", data, nextPageToken };
    }
    const there = threads.filter((thread) => thread !== null);
    const annotations = await mapInSlices(there, (thread) => toCommentAnnotation(thread, owner));
    const data = Object.groupBy(annotations, ({ documentId }) => documentId) as Record<string, CommentAnnotation[]>;
    return { message: "Annotations fetched successfully.", data, nextPageToken };
  },
});
