import { toPerson } from "#domain/events/event";
import { MAX_PART_BYTES } from "#domain/events/shared-part";
import type { Comment } from "./comment.ts";
import type { CommentAnnotation } from "./comment-annotation.ts";
import { toEventComment } from "./comment-events.ts";
import { type Thread, type ThreadComment, toComment } from "./thread.ts";
import { toCommentAnnotation } from "./to-comment-annotation.ts";

/** The fields that an event contains of a thread whose own fields are too large. */
const ESSENTIAL = ["annotationId", "documentId", "status", "type", "commentType", "createdAt", "lastUpdated"] as const;

/**
 * The thread of an event, as commentannotations/get returns it. If it is too large, it contains only the newest
 * comments and sets `isTruncated`. If it is too large even without comments, its own fields are reduced to `ESSENTIAL`,
 * author and visibility type.
 */
export function toEventThread(thread: Thread, owner: { apiKey: string; organizationId: string }): object {
  const whole = toCommentAnnotation(thread, owner);
  if (bytesOf(whole) <= MAX_PART_BYTES) return whole;
  const { comments, ...fields } = whole;
  const rest = bytesOf(fields) <= MAX_PART_BYTES / 2 ? fields : essentials(whole);
  return { ...rest, comments: newest(comments, MAX_PART_BYTES - bytesOf(rest) - 100), isTruncated: true };
}

function essentials(thread: CommentAnnotation): object {
  const fields = Object.fromEntries(ESSENTIAL.map((field) => [field, thread[field]]));
  return { ...fields, from: toPerson(thread.from), visibility: { type: thread.visibility.type } };
}

/** As many of the last comments as fit into `limit` bytes, in their order. */
function newest(comments: readonly Comment[], limit: number): Comment[] {
  let bytes = 0;
  const last = comments.findLastIndex((comment) => {
    bytes += bytesOf(comment) + 1;
    return bytes > limit;
  });
  return comments.slice(last + 1);
}

/**
 * The comment that an event is about, as comments/get returns it. A large one has few fields and sets `isTruncated`.
 */
export function toTargetComment(comment: ThreadComment): object {
  const small = toEventComment(comment);
  const whole = toComment(comment);
  return "isTruncated" in small || bytesOf(whole) > MAX_PART_BYTES ? { ...small, isTruncated: true } : whole;
}

function bytesOf(json: unknown): number {
  return Buffer.byteLength(JSON.stringify(json));
}
