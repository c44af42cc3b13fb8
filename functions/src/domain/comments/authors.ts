import type { CommentChange } from "./comment.ts";
import type { Thread, ThreadComment } from "./thread.ts";

/** Who changes something; undefined: the holder of an API key, who may change everything. */
export type Changer = { userId: string; isAdmin: boolean } | undefined;

/** Whether it is the changer's own to take apart: of a thread or comment its author's, and an administrator's. */
export function isOwn(changer: Changer, { from }: Pick<Thread | ThreadComment, "from">): boolean {
  return !changer || changer.isAdmin || from.userId === changer.userId;
}

/** Whether the changer may change a comment like this: what it says its author, reactions everybody for itself. */
export function mayChange(changer: Changer, comment: ThreadComment, change: CommentChange): boolean {
  const { triggerNotification: _told, triggerActivities: _logged, reactionAnnotations: _own, ...rest } = change;
  const says = Object.values(rest).some((value) => value !== undefined);
  return !says || isOwn(changer, comment);
}
