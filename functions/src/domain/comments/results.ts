import type { ThreadComment } from "./thread.ts";

/** Outcome for one comment of a call. `id` is the number of the comment. */
export type CommentResult =
  | { success: true; id: number; message: string }
  | { success: false; id: number; message: string; code: "not-found" | "permission-denied" };

/** One outcome for each id. `message` is for comments that exist and may be changed. */
export function commentResults(
  comments: readonly ThreadComment[],
  commentIds: readonly number[],
  message: string,
  isAllowed: (comment: ThreadComment) => boolean = () => true,
): Record<string, CommentResult> {
  const byId = new Map(comments.map((comment) => [comment.commentId, comment]));
  const outcome = (id: number): CommentResult => {
    const comment = byId.get(id);
    if (!comment) return { success: false, id, message: "Not found", code: "not-found" };
    if (isAllowed(comment)) return { success: true, id, message };
    return { success: false, id, message: "Only its author may do that.", code: "permission-denied" };
  };
  return Object.fromEntries(commentIds.map((id) => [id, outcome(id)]));
}

/** Where a page ended. The order is `createdAt` (ms), then id; neither ever changes. */
export type CommentPosition = [createdAt: number, commentId: number];

/** A page of comments, oldest first. `end` is omitted on the last page. */
export function commentPage(
  comments: readonly ThreadComment[],
  size: number,
  after: CommentPosition | undefined,
): { page: ThreadComment[]; end?: CommentPosition } {
  const rest = comments
    .filter((comment) => !after || compare(positionOf(comment), after) > 0)
    .sort((a, b) => compare(positionOf(a), positionOf(b)));
  const page = rest.slice(0, size);
  const last = page.at(-1);
  return { page, ...(last && rest.length > size && { end: positionOf(last) }) };
}

const positionOf = ({ createdAt, commentId }: ThreadComment): CommentPosition => [createdAt, commentId];

function compare([createdAt, id]: CommentPosition, [otherCreatedAt, otherId]: CommentPosition): number {
  return createdAt - otherCreatedAt || id - otherId;
}
