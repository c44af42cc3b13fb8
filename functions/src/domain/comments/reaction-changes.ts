import type { ReactionAnnotation } from "./comment.ts";
import type { ThreadComment } from "./thread.ts";

/** A reaction that was added to a comment or removed from it. */
export interface ReactionChange {
  type: "comment.reaction_add" | "comment.reaction_delete";
  reaction: ReactionAnnotation;
}

type WithReactions = Pick<ThreadComment, "reactionAnnotations">;

/** The reactions that were added to a comment and removed from it. User and icon identify a reaction; ids and times do not. */
export function reactionChanges(before: WithReactions, after: WithReactions): ReactionChange[] {
  if (before.reactionAnnotations === after.reactionAnnotations) return [];
  const [old, current] = [byReaction(before), byReaction(after)];
  return [
    ...missingFrom(old, current).map((reaction) => ({ type: "comment.reaction_add" as const, reaction })),
    ...missingFrom(current, old).map((reaction) => ({ type: "comment.reaction_delete" as const, reaction })),
  ];
}

function byReaction({ reactionAnnotations = [] }: WithReactions): Map<string, ReactionAnnotation> {
  return new Map(
    reactionAnnotations.map((reaction) => [JSON.stringify([reaction.from.userId, reaction.icon]), reaction]),
  );
}

function missingFrom(others: Map<string, unknown>, reactions: Map<string, ReactionAnnotation>): ReactionAnnotation[] {
  return [...reactions].filter(([key]) => !others.has(key)).map(([, reaction]) => reaction);
}
