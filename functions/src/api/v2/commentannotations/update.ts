import * as z from "zod";
import {
  CommentAnnotationChange,
  changesOrUsers,
  oneOrListOfOne,
  UserReplacements,
} from "#domain/comments/comment-annotation-change";
import { updateThreads } from "#domain/comments/store/thread-updates";
import { threadsToChange } from "#domain/comments/thread-selection";
import { asksToNotify, withNotices } from "#domain/notifications/store/notice-settings";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/commentannotations/update",
  auth: "apiKey",
  user: {
    action: "write",
    on: documentOf,
    self: [
      "updatedData.statusUpdatedByUserId?",
      "updatedData.resolvedByUserId?",
      "updatedData.viewedByUserIds[]?",
      "updatedData.subscribeUserIds[]?",
      "updatedData.unsubscribeUserIds[]?",
    ],
    administrative: ["updatedData.from", "updatedData.moderation", "updateUsers"],
  },
  kind: "write",
  audit: false,
  emits: [
    "comment_annotation.accept",
    "comment_annotation.approve",
    "comment_annotation.assign",
    "comment_annotation.custom_list_change",
    "comment_annotation.priority_change",
    "comment_annotation.reject",
    "comment_annotation.status_change",
    "comment_annotation.subscribe",
    "comment_annotation.suggestion_accept",
    "comment_annotation.suggestion_reject",
    "comment_annotation.unsubscribe",
  ],
  summary:
    "Change threads of a document, all in the same way. Omitted fields stay unchanged, and null removes a field. The change applies to the threads that meet all conditions, or to every thread of the document if no conditions are given.",
  input: z
    .object({
      organizationId: Id,
      documentId: Id,
      ...threadsToChange,
      updatedData: oneOrListOfOne(CommentAnnotationChange).optional(),
      updateUsers: UserReplacements.optional(),
    })
    .check(changesOrUsers),
  output: ItemResults,
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 9, writes: 1, trips: 3 } },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    annotationIds: ["ann-1"],
    updatedData: { priority: { id: "P2", name: "Later" } },
  },
  async handle(keyCall, { organizationId, documentId, updatedData: changes = {}, updateUsers = [], ...filter }) {
    const call = withNotices(keyCall, asksToNotify(keyCall, changes));
    const isByUser = call.user && changes.status;
    const updatedData = isByUser ? { ...changes, statusUpdatedByUserId: call.user?.userId } : changes;
    const place = { organizationId, documentId };
    const data = await updateThreads(call, place, filter, { updatedData, updateUsers }, (threads, update) =>
      itemResults(
        threads,
        ({ annotationId }) => annotationId,
        (one) => ({ ...update(one), message: "Annotations updated successfully" }),
      ),
    );
    return { message: "Annotations updated successfully.", data };
  },
});
