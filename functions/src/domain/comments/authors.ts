import type { CommentChange } from "./comment.ts";
import type { Thread, ThreadComment } from "./thread.ts";

/** The user who makes a change; undefined for a call with an API key, which may change everything. */
export type Changer = { userId: string; isAdmin: boolean } | undefined;

/** Whether the changer may edit or delete a thread or comment: its author and administrators may. */
export function isOwn(changer: Changer, { from }: Pick<Thread | ThreadComment, "from">): boolean {
  return !changer || changer.isAdmin || from.userId === changer.userId;
}

/** Whether the changer may make this change: the content only if `isOwn`, the changer's own reactions always. */
export function mayChange(changer: Changer, comment: ThreadComment, change: CommentChange): boolean {
  const { triggerNotification: _, triggerActivities: __, reactionAnnotations: _reactions, ...content } = change;
  const changesContent = Object.values(content).some((value) => value !== undefined);
  return !changesContent || isOwn(changer, comment);
}
