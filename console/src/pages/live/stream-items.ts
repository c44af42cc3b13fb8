import type { CommentAnnotation, DocumentsStreamEvents, StreamEvent } from "@atrium/client";
import { textOfComment } from "../data/text-of-comment.ts";
import { textOfNotification } from "../notifications/text-of-notification.ts";

/** An event of a document. */
export type DocumentEvent = StreamEvent<DocumentsStreamEvents>;

/** The kind and id of the item that an event is about; only the kind if it is about none. */
export function keyOf({ event, data }: DocumentEvent): string {
  switch (event) {
    case "presence":
      return `presence ${data.userId}`;
    case "livestate":
      return `livestate ${data.liveStateDataId}`;
    case "comment":
      return `comment ${data.annotationId}`;
    case "notification":
      return `notification ${data.id}`;
    default:
      return event;
  }
}

/** The items that exist when a stream begins, by kind and id. */
export function keysPresent({ event, data }: DocumentEvent): string[] {
  if (event !== "ready") return [];
  return Object.entries(data.present).flatMap(([kind, ids]) => ids.map((id) => `${kind} ${id}`));
}

/** When the item of an event was last changed, in ms since 1970; undefined if the event does not say. */
export function changedAt({ data }: DocumentEvent): number | undefined {
  const { lastUpdated, timestamp } = data as { lastUpdated?: unknown; timestamp?: unknown };
  return [lastUpdated, timestamp].find((time): time is number => typeof time === "number");
}

/** What an event is about, in a few words. */
export function subjectOf({ event, data }: DocumentEvent): string {
  switch (event) {
    case "ready":
      return data.documentId;
    case "presence":
      return "removed" in data ? data.userId : `${data.name || data.userId}: ${data.status ?? ""}`;
    case "livestate":
      return data.liveStateDataId;
    case "comment":
      return ("removed" in data ? "" : lastComment(data)) || data.annotationId;
    case "notification":
      return ("removed" in data ? "" : textOfNotification(data.messages)) || data.id;
    case "bye":
      return data.reason;
    default:
      return data.editorId;
  }
}

/** The author and text of the newest comment of a thread. */
function lastComment({ comments = [] }: Pick<CommentAnnotation, "comments">): string | undefined {
  const newest = comments.at(-1);
  return newest && `${newest.from.name || newest.from.userId}: ${textOfComment(newest)}`;
}
