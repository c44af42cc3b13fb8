import type { Comment, ReactionAnnotation } from "#domain/comments/comment";
import { type Thread, toComment } from "#domain/comments/thread";

/** The document and thread that contain a contribution. */
type Origin = { documentId: string; commentAnnotationId: string };
export type UserComment = Comment & Origin;
export type UserReaction = ReactionAnnotation & Origin & { commentId: number };

/** Position within a thread: the last comment reached, and how many of the user's reactions on it were returned. */
export type ThreadPosition = [commentId: number, reactions: number];

/** A user's comment or reaction in a thread, with the position after it. */
export type Contribution = { position: ThreadPosition } & ({ comment: UserComment } | { reaction: UserReaction });

/** A user's comments and reactions in a thread, ordered by comment id. */
export function contributionsOf(thread: Thread, userId: string, after?: ThreadPosition): Contribution[] {
  const origin = { documentId: thread.documentId, commentAnnotationId: thread.annotationId };
  const [lastId, lastReaction] = after ?? [-1, 0];
  const byId = [...thread.comments].sort((a, b) => a.commentId - b.commentId);
  return byId
    .filter(({ commentId }) => commentId >= lastId)
    .flatMap((comment): Contribution[] => {
      const { commentId, from, reactionAnnotations = [] } = comment;
      const own: Contribution[] =
        from.userId === userId ? [{ position: [commentId, 0], comment: { ...toComment(comment), ...origin } }] : [];
      const reactions = reactionAnnotations
        .filter((reaction) => reaction.from.userId === userId)
        .map(
          (reaction, i): Contribution => ({
            position: [commentId, i + 1],
            reaction: { ...reaction, ...origin, commentId },
          }),
        );
      const all = [...own, ...reactions];
      return commentId === lastId ? all.filter(({ position }) => position[1] > lastReaction) : all;
    });
}
