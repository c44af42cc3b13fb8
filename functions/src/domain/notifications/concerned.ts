import { mentionedIn, type Thread, type ThreadComment } from "#domain/comments/thread";
import type { NoticeCause } from "#domain/events/notice-cause";

/** The people whom `@here` or `@all` mentions: the members of the document (`here`), or all of its contacts. */
export type Everybody = "here" | "all";

/** The people whom an event concerns, before groups are resolved and anybody is excluded. */
export interface Concerned {
  /** User ids, with whether the event directly involves the user. The user who acted is not among them. */
  people: ReadonlyMap<string, boolean>;
  /** What the comment mentions: ids of users or of groups. */
  mentioned: readonly string[];
  /** Set if the comment mentions `@here` or `@all`. */
  everybody?: Everybody;
}

/** Events whose text is new to people, so that mentions in it count. */
const MENTIONING: ReadonlySet<string> = new Set(["comment_annotation.add", "comment.add", "comment.update"]);

/**
 * The people whom an event concerns: authors, subscribers, the assignee and the mentioned, but not its actor
 * (docs/behaviour.md#notices).
 */
export function concernedBy(cause: Pick<NoticeCause, "type" | "commentId" | "actor">, thread: Thread): Concerned {
  const about = MENTIONING.has(cause.type) ? commentsOf(cause, thread) : [];
  const mentioned = [...new Set(about.flatMap(mentionedIn))];
  const everybody = everybodyIn(about);
  const people = new Map<string, boolean>();
  const add = (userId: string, isDirect: boolean) => {
    if (userId !== cause.actor?.userId) people.set(userId, isDirect || (people.get(userId) ?? false));
  };
  const unsubscribedIds = new Set(thread.unsubscribedUserIds);
  const participants = [thread.from, ...thread.comments.map(({ from }) => from)].map(({ userId }) => userId);
  for (const userId of [...participants, ...(thread.subscribedUserIds ?? [])])
    if (!unsubscribedIds.has(userId)) add(userId, false);
  if (cause.type === "comment.add" && !unsubscribedIds.has(thread.from.userId)) add(thread.from.userId, true);
  for (const userId of mentioned) add(userId, true);
  if (thread.assignedTo) add(thread.assignedTo.userId, true);
  return { people, mentioned, ...(everybody && { everybody }) };
}

/** The comments that an event is about: one, or all comments of a new thread. */
export function commentsOf(
  { type, commentId }: Pick<NoticeCause, "type" | "commentId">,
  { comments }: Thread,
): readonly ThreadComment[] {
  if (type === "comment_annotation.add") return comments;
  return comments.filter((comment) => comment.commentId === commentId);
}

/** `@here` and `@all` as separate words, not as parts of an address or of a longer word. */
const EVERYBODY = /(?<![\w@.-])@(here|all)(?![\w-]|\.\w)|\{\{@?(here|all)\}\}/g;

function everybodyIn(comments: readonly ThreadComment[]): Everybody | undefined {
  const words = comments.flatMap(({ commentText = "", commentHtml = "" }) =>
    [...`${commentText}\n${commentHtml}`.matchAll(EVERYBODY)].map(([, plain, braced]) => plain ?? braced),
  );
  if (words.includes("all")) return "all";
  return words.includes("here") ? "here" : undefined;
}
