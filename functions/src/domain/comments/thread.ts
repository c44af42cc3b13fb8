import type { EmbeddedUser } from "#platform/embedded-user";
import { ApiError } from "#platform/error";
import { MAX_ID_BYTES } from "#platform/limits";
import type { Comment, CommentChange, CommentInput } from "./comment.ts";
import type { CommentAnnotationInput, Suggestion, ThreadStatus, ThreadVisibility } from "./comment-annotation.ts";

/** A comment as it is kept. Times are in ms. */
export type ThreadComment = Omit<
  CommentInput,
  "commentId" | "createdAt" | "lastUpdated" | "triggerNotification" | "triggerActivities"
> & {
  commentId: number;
  createdAt: number;
  lastUpdated: number;
  /** A user with a token has chosen the id: a server that uses the same one takes it over. */
  namedByUser?: true;
};

/** A thread with its comments, the oldest first, as it is kept. Times are in ms. */
export type Thread = Omit<
  CommentAnnotationInput,
  "commentData" | "annotationId" | "from" | "status" | "type" | "commentType" | "visibility" | "suggestion"
> & {
  annotationId: string;
  documentId: string;
  from: EmbeddedUser;
  status: ThreadStatus;
  statusUpdatedByUserId?: string | undefined;
  resolvedByUserId?: string | undefined;
  resolvedByUser?: EmbeddedUser | undefined;
  type: "comment" | "suggestion";
  commentType: "manual" | "chart" | "suggestion";
  suggestion?: Suggestion | undefined;
  visibility: ThreadVisibility;
  createdAt: number;
  lastUpdated: number;
  /** When each user last read it. */
  views: ReadonlyMap<string, number>;
  comments: readonly ThreadComment[];
  /** A user with a token has chosen the `annotationId`: a server that uses the same one takes it over. */
  namedByUser?: true;
};

/** What adding comments has made of a thread. */
export interface AddedComments {
  thread: Thread;
  commentIds: number[];
  /** New ids of comments that had to give up theirs. */
  movedIds: number[];
}

/**
 * Adds comments behind those that are there. What has no id gets the present time in ms, or the next free number.
 * @param isByUser with a token: the ids that a user chooses are not kept from the server. A comment whose id the server uses
 * gets another one.
 * @throws ApiError ALREADY_EXISTS when a comment has the id of another.
 */
export function addComments(
  thread: Thread,
  given: readonly CommentInput[],
  now: number,
  { isByUser = false } = {},
): AddedComments {
  const isFree = ({ namedByUser }: ThreadComment) => !isByUser && namedByUser === true;
  const before = new Map(thread.comments.map((comment) => [comment.commentId, comment]));
  const used = new Set(before.keys());
  const named = new Set<number>();
  for (const { commentId } of given) {
    if (commentId === undefined) continue;
    const there = before.get(commentId);
    if (named.has(commentId) || (there && !isFree(there)))
      throw new ApiError("ALREADY_EXISTS", `Comment ${commentId} already exists.`);
    named.add(commentId);
    used.add(commentId);
  }
  let free = now;
  const added = given.map((comment): ThreadComment => {
    const { triggerNotification: _told, triggerActivities: _logged, ...kept } = comment;
    const { commentId = freeId(), createdAt = now, lastUpdated = createdAt } = comment;
    const mark = isByUser && comment.commentId !== undefined && { namedByUser: true as const };
    return { ...kept, ...reactionsAt(comment, now), commentId, createdAt, lastUpdated, ...mark };
  });
  function freeId(): number {
    while (used.has(free)) free++;
    used.add(free);
    return free;
  }
  const movedIds: number[] = [];
  const kept = thread.comments.map((comment) => {
    if (!named.has(comment.commentId)) return comment;
    const { namedByUser: _, ...moved } = { ...comment, commentId: freeId() };
    movedIds.push(moved.commentId);
    return moved;
  });
  const changed = { ...thread, comments: [...kept, ...added], lastUpdated: now };
  return { thread: changed, commentIds: added.map(({ commentId }) => commentId), movedIds };
}

/**
 * Changes those of the comments that are in the thread; with none of them it stays as it is.
 * @param by the user who does it: reactions of others stay.
 */
export function updateComments(
  thread: Thread,
  commentIds: readonly number[],
  change: CommentChange,
  now: number,
  by?: string,
): Thread {
  const { triggerNotification: _told, triggerActivities: _logged, ...given } = change;
  const named = new Set(commentIds);
  if (!thread.comments.some(({ commentId }) => named.has(commentId))) return thread;
  const fields = { ...given, ...reactionsAt(change, now) };
  const comments = thread.comments.map((comment) =>
    named.has(comment.commentId)
      ? { ...layOver(comment, by === undefined ? fields : keepReactions(comment, fields, by)), lastUpdated: now }
      : comment,
  );
  return { ...thread, comments, lastUpdated: now };
}

/** Takes comments away; a thread without comments stays until it is deleted itself. */
export function deleteComments(thread: Thread, commentIds: readonly number[], now: number): Thread {
  const named = new Set(commentIds);
  const comments = thread.comments.filter(({ commentId }) => !named.has(commentId));
  return comments.length === thread.comments.length ? thread : { ...thread, comments, lastUpdated: now };
}

/** The comment as given out. */
export function shownComment(comment: ThreadComment): Comment {
  const { lastUpdated, namedByUser: _, ...shown } = comment;
  const { reactionAnnotations = [] } = comment;
  return { ...shown, lastUpdated: new Date(lastUpdated).toISOString(), reactionCount: reactionAnnotations.length };
}

/** Who is mentioned: the tagged users, and `{{userId}}` in the text or in its HTML form. */
export function mentionedIn({ commentText = "", commentHtml = "", taggedUserContacts = [] }: ThreadComment): string[] {
  const named = `${commentText}\n${commentHtml}`.matchAll(/\{\{([^{}\n]{1,500})\}\}/g);
  const tagged = taggedUserContacts.flatMap(({ userId, contact }) => [userId, contact.userId]);
  return [...new Set([...tagged, ...[...named].map(([, userId = ""]) => userId.trim())])].filter(isId);
}

function isId(text: string): boolean {
  return text !== "" && Buffer.byteLength(text) <= MAX_ID_BYTES;
}

/** What is given replaces what is there, `null` takes it away, `undefined` leaves it. */
export function layOver<T extends object>(stored: T, given: { [K in keyof T]?: T[K] | null | undefined }): T {
  const entries = Object.entries({ ...stored, ...dropUndefined(given) });
  return Object.fromEntries(entries.filter(([, value]) => value !== null)) as T;
}

function dropUndefined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The change with the reactions of others, and with the times of those that the user had put there before. */
function keepReactions(comment: ThreadComment, change: CommentChange, by: string): CommentChange {
  if (change.reactionAnnotations === undefined) return change;
  const { reactionAnnotations: before = [] } = comment;
  const others = before.filter(({ from }) => from.userId !== by);
  const times = new Map(
    before
      .filter(({ from }) => from.userId === by)
      .map(({ icon, createdAt, lastUpdated }) => [icon, { createdAt, lastUpdated }]),
  );
  const own = (change.reactionAnnotations ?? []).map((reaction) => ({ ...reaction, ...times.get(reaction.icon) }));
  return { ...change, reactionAnnotations: [...others, ...own] };
}

/** Reactions with their times, where there are any. */
function reactionsAt({ reactionAnnotations }: Pick<CommentChange, "reactionAnnotations">, now: number) {
  if (!reactionAnnotations) return undefined;
  return {
    reactionAnnotations: reactionAnnotations.map((reaction) => {
      const { createdAt = now, lastUpdated = createdAt } = reaction;
      return { ...reaction, createdAt, lastUpdated };
    }),
  };
}
