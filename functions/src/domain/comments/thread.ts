import { ApiError } from "#platform/error";
import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import { MAX_ID_BYTES } from "#platform/shapes/limits";
import type { Comment, CommentChange, CommentInput } from "./comment.ts";
import type {
  CommentAnnotationInput,
  Moderation,
  Suggestion,
  ThreadStatus,
  ThreadVisibility,
} from "./comment-annotation.ts";

/** A comment as stored. Times are in ms. */
export type ThreadComment = Omit<
  CommentInput,
  "commentId" | "createdAt" | "lastUpdated" | "triggerNotification" | "triggerActivities"
> & {
  commentId: number;
  createdAt: number;
  lastUpdated: number;
  /** Set if a user with a token chose the id: a server that uses the same id takes it over. */
  namedByUser?: true;
};

/** A thread (a comment annotation of the API) as stored, with its comments, oldest first. Times are in ms. */
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
  /** When each user last read the thread, in ms. */
  views: ReadonlyMap<string, number>;
  moderation?: Moderation | undefined;
  /** Users who subscribed to the thread; omitted if nobody did. */
  subscribedUserIds?: readonly string[] | undefined;
  /** Users who want no notices about the thread even if they write in it; omitted if there are none. */
  unsubscribedUserIds?: readonly string[] | undefined;
  comments: readonly ThreadComment[];
  /** Set if a user with a token chose the `annotationId`: a server that uses the same id takes it over. */
  namedByUser?: true;
};

/** The result of adding comments to a thread. */
export interface AddedComments {
  thread: Thread;
  commentIds: number[];
  /** New ids of comments that had to give up theirs. */
  renumberedIds: number[];
}

/**
 * Appends comments to a thread. A comment without an id gets the current time in ms, or the next free number.
 * @param isByUser whether a user with a token adds them. A server takes over an id that a user chose; the user's comment gets
 * a new id.
 * @throws ApiError ALREADY_EXISTS when a comment has the id of another.
 */
export function addComments(
  thread: Thread,
  inputs: readonly CommentInput[],
  now: number,
  { isByUser = false } = {},
): AddedComments {
  const givesUpId = ({ namedByUser }: ThreadComment) => !isByUser && namedByUser === true;
  const requestedIds = new Set<number>();
  for (const { commentId } of inputs) {
    if (commentId === undefined) continue;
    if (requestedIds.has(commentId)) throw commentExists(commentId);
    requestedIds.add(commentId);
  }
  let newest = Number.NEGATIVE_INFINITY;
  for (const comment of thread.comments) {
    if (requestedIds.has(comment.commentId) && !givesUpId(comment)) throw commentExists(comment.commentId);
    newest = Math.max(newest, comment.commentId);
  }
  let candidate = now;
  let used: Set<number> | undefined;
  // Most new comments are newer than all others, so their ids need not be looked up.
  const isUsed = (id: number) => {
    if (id > newest) return requestedIds.has(id);
    used ??= new Set(thread.comments.map(({ commentId }) => commentId));
    return used.has(id) || requestedIds.has(id);
  };
  const nextFreeId = (): number => {
    while (isUsed(candidate)) candidate++;
    return candidate++;
  };
  const added = inputs.map((comment): ThreadComment => {
    const { triggerNotification: _, triggerActivities: __, ...fields } = comment;
    const { commentId = nextFreeId(), createdAt = now, lastUpdated = createdAt } = comment;
    const mark = isByUser && comment.commentId !== undefined && { namedByUser: true as const };
    return { ...fields, ...reactionsAt(comment, now), commentId, createdAt, lastUpdated, ...mark };
  });
  const renumberedIds: number[] = [];
  const existingComments = thread.comments.map((comment) => {
    if (!requestedIds.has(comment.commentId)) return comment;
    const { namedByUser: _, ...renumbered } = { ...comment, commentId: nextFreeId() };
    renumberedIds.push(renumbered.commentId);
    return renumbered;
  });
  const changed = { ...thread, comments: [...existingComments, ...added], lastUpdated: now };
  return { thread: changed, commentIds: added.map(({ commentId }) => commentId), renumberedIds };
}

function commentExists(commentId: number): ApiError {
  return new ApiError("ALREADY_EXISTS", `Comment ${commentId} already exists.`);
}

/**
 * Changes the comments with these ids. If none exists, the thread is returned unchanged.
 * @param by id of the user who makes the change: reactions of other users are kept.
 */
export function updateComments(
  thread: Thread,
  commentIds: readonly number[],
  change: CommentChange,
  now: number,
  by?: string,
): Thread {
  const { triggerNotification: _, triggerActivities: __, ...content } = change;
  const targetIds = new Set(commentIds);
  if (!thread.comments.some(({ commentId }) => targetIds.has(commentId))) return thread;
  const fields = { ...content, ...reactionsAt(change, now) };
  const comments = thread.comments.map((comment) =>
    targetIds.has(comment.commentId)
      ? { ...applyPatch(comment, by === undefined ? fields : keepReactions(comment, fields, by)), lastUpdated: now }
      : comment,
  );
  return { ...thread, comments, lastUpdated: now };
}

/** Deletes comments; a thread without comments is kept until it is deleted itself. */
export function deleteComments(thread: Thread, commentIds: readonly number[], now: number): Thread {
  const targetIds = new Set(commentIds);
  const comments = thread.comments.filter(({ commentId }) => !targetIds.has(commentId));
  return comments.length === thread.comments.length ? thread : { ...thread, comments, lastUpdated: now };
}

/** The comment as returned. */
export function toComment(comment: ThreadComment): Comment {
  const { lastUpdated, namedByUser: _, ...fields } = comment;
  const { reactionAnnotations = [] } = comment;
  return { ...fields, lastUpdated: new Date(lastUpdated).toISOString(), reactionCount: reactionAnnotations.length };
}

/** Ids of mentioned users: the tagged users, and each `{{userId}}` in the text or in its HTML form. */
export function mentionedIn({ commentText = "", commentHtml = "", taggedUserContacts = [] }: ThreadComment): string[] {
  const text = `${commentText}\n${commentHtml}`;
  const placeholders = text.includes("{{") ? text.matchAll(/\{\{([^{}\n]{1,500})\}\}/g) : [];
  const tagged = taggedUserContacts.flatMap(({ userId, contact }) => [userId, contact.userId]);
  return [...new Set([...tagged, ...[...placeholders].map(([, userId = ""]) => userId.trim())])].filter(isId);
}

function isId(text: string): boolean {
  return text !== "" && Buffer.byteLength(text) <= MAX_ID_BYTES;
}

/** Applies a patch: a value replaces the stored one, `null` removes it, `undefined` keeps it. */
export function applyPatch<T extends object>(record: T, patch: { [K in keyof T]?: T[K] | null | undefined }): T {
  const entries = Object.entries({ ...record, ...dropUndefined(patch) });
  return Object.fromEntries(entries.filter(([, value]) => value !== null)) as T;
}

function dropUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * Completes the reactions of a change: others' reactions are kept, and the user's earlier reactions keep their times.
 */
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

/** Fills in the times of reactions; undefined without reactions. */
function reactionsAt({ reactionAnnotations }: Pick<CommentChange, "reactionAnnotations">, now: number) {
  if (!reactionAnnotations) return undefined;
  return {
    reactionAnnotations: reactionAnnotations.map((reaction) => {
      const { createdAt = now, lastUpdated = createdAt } = reaction;
      return { ...reaction, createdAt, lastUpdated };
    }),
  };
}
