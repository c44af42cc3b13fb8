import type { CommentAnnotation } from "@atrium/client";
import { textOfComment } from "../../text-of-comment.ts";
import { type DocumentList, documentIds } from "./document-list.ts";
import { findThread } from "./find-thread.ts";
import { ThreadComments } from "./thread-comments.tsx";

/** Fields that the form leaves out: the thread's position in its page, and fields that only servers send. */
const hidden = [
  ...["location", "targetElement", "from", "suggestion", "customList", "viewedByUserIds", "triggerNotification"],
  ...["subscribeUserIds", "unsubscribeUserIds", "statusUpdatedByUserId", "resolvedByUserId"],
];

/** The comment threads of a document. */
export const threads: DocumentList<CommentAnnotation> = {
  id: "threads",
  fetchPage: async (place, page, signal) => {
    const reply = await place.client.commentannotations.get({ ...documentIds(place), ...page }, { signal });
    const rows = (Array.isArray(reply.data) ? reply.data : []).filter((row) => row !== null);
    return { ...reply, data: rows };
  },
  keyOf: ({ annotationId }) => annotationId,
  columns: (data) => [
    {
      title: data.text,
      cell: ({ comments }) => comments?.[0] && textOfComment(comments[0]),
      width: "minmax(10rem, 2fr)",
    },
    { title: data.author, cell: ({ from }) => from.name || from.userId },
    { title: data.status, cell: ({ status }) => status.name, width: "8rem" },
    { title: data.comments, cell: ({ comments }) => comments?.length, width: "7rem" },
  ],
  remove: (place, { annotationId }) =>
    place.client.commentannotations.delete({ ...documentIds(place), annotationIds: [annotationId] }),
  edit: {
    path: "/v2/commentannotations/update",
    list: "updatedData",
    without: hidden,
    initial: (row) => ({ ...row }),
    find: findThread,
    send: (place, { annotationId }, updatedData) =>
      place.client.commentannotations.update({ ...documentIds(place), annotationIds: [annotationId], updatedData }),
  },
  details: (place, thread, onChanged) => <ThreadComments place={place} thread={thread} onChanged={onChanged} />,
};
