import type { ReactionAnnotation } from "./comment.ts";
import type { ThreadComment } from "./thread.ts";

/** A reaction that was added to a comment or taken back. */
export interface ReactionChange {
  type: "comment.reaction_add" | "comment.reaction_delete";
  reaction: ReactionAnnotation;
}

type Reacted = Pick<ThreadComment, "reactionAnnotations">;

/** Which reactions a comment has gained and lost. A user's reaction with an icon is the same one whatever its ids and times. */
export function reactionChanges(before: Reacted, after: Reacted): ReactionChange[] {
  if (before.reactionAnnotations === after.reactionAnnotations) return [];
  const [had, has] = [byReaction(before), byReaction(after)];
  return [
    ...missingFrom(had, has).map((reaction) => ({ type: "comment.reaction_add" as const, reaction })),
    ...missingFrom(has, had).map((reaction) => ({ type: "comment.reaction_delete" as const, reaction })),
  ];
}

function byReaction({ reactionAnnotations = [] }: Reacted): Map<string, ReactionAnnotation> {
  return new Map(
    reactionAnnotations.map((reaction) => [JSON.stringify([reaction.from.userId, reaction.icon]), reaction]),
  );
}

function missingFrom(those: Map<string, unknown>, these: Map<string, ReactionAnnotation>): ReactionAnnotation[] {
  return [...these].filter(([key]) => !those.has(key)).map(([, reaction]) => reaction);
}
