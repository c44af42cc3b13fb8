import type { ThreadComment } from "./comment-thread.ts";

/** Outcome of one comment of a call. `id` is the number by which the caller named it. */
export type CommentResult =
  | { success: true; id: number; message: string }
  | { success: false; id: number; message: string; code: "not-found" };

/** An outcome for each id: `message` for a comment that is there, else `Not found`. */
export function commentResults(
  comments: readonly ThreadComment[],
  commentIds: readonly number[],
  message: string,
): Record<string, CommentResult> {
  const there = new Set(comments.map(({ commentId }) => commentId));
  const outcome = (id: number): CommentResult =>
    there.has(id) ? { success: true, id, message } : { success: false, id, message: "Not found", code: "not-found" };
  return Object.fromEntries(commentIds.map((id) => [id, outcome(id)]));
}

/** Where a page ended: in the order of `createdAt` in ms, then id, neither of which ever changes. */
export type CommentPosition = [createdAt: number, commentId: number];

/** A page of comments, the oldest first. `end` is missing on the last page. */
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
