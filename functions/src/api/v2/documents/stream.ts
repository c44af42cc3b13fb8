import * as z from "zod";
import { CommentAnnotation } from "#domain/comments/comment-annotation";
import { EditorList, orRemoved, StreamAwareness, StreamBye, StreamReady, StreamUpdate } from "#domain/live/events";
import { DocumentStreams } from "#domain/live/store/document-streams";
import { Notification } from "#domain/notifications/notification";
import { LiveState } from "#domain/presence/live-state";
import { PresenceEntry } from "#domain/presence/presence";
import { documentOf } from "#http/auth/user-rule";
import { stream } from "#http/stream/declaration";
import { Id } from "#platform/shapes/fields";

export default stream({
  path: "/v2/documents/stream",
  kind: "stream",
  auth: "user",
  user: { action: "read", on: documentOf },
  // The feature that the endpoints for reading comments and notifications require too.
  requires: "advancedQueries",
  summary: "Follow the changes of a document as a user",
  description:
    "Server-sent events: `ready` lists the ids that exist; then each change arrives as `presence`, `livestate`, `comment` or `notification`, in the shape of the read endpoint or with `removed: true`; changes of the named `editors` arrive as `crdt.update`, their cursors as `crdt.awareness`; `bye` gives the reason at the end. In a browser use fetch: EventSource can't send the token.",
  input: z.object({
    /** Organization of the document. */
    organizationId: Id,
    /** Document to follow. */
    documentId: Id,
    /** Editors whose updates are sent, at most 10: ids separated by commas, each percent-encoded. */
    editors: EditorList.optional(),
  }),
  events: {
    ready: StreamReady,
    presence: orRemoved(PresenceEntry, "userId"),
    livestate: orRemoved(LiveState, "liveStateDataId"),
    comment: orRemoved(CommentAnnotation, "annotationId"),
    notification: orRemoved(Notification, "id"),
    "crdt.update": StreamUpdate,
    "crdt.awareness": StreamAwareness,
    bye: StreamBye,
  },
  exampleEvent: { event: "presence", id: "1.7", data: { userId: "ada", status: "online" } },
  example: { organizationId: "acme", documentId: "homepage" },
  instance: { name: "stream", memory: "1GiB", concurrency: 1000, timeoutSeconds: 3600 },
  source: (context, timer) => new DocumentStreams(context, timer),
});
