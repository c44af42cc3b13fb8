import type { Thread, ThreadComment } from "#domain/comments/thread";
import { peopleOf } from "#domain/comments/thread-people";
import { readersOf } from "#domain/comments/thread-visibility";
import { ApiError } from "#platform/error";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef } from "#store/port";

/** Maximum size of a stored thread with its comments, in bytes: a document of the store holds 1 MiB. */
export const MAX_THREAD_BYTES = 1_000_000;

/** Maximum number of users that one thread may name. */
export const MAX_THREAD_PEOPLE = 5000;

/** Maximum number of users in `readBy` of a thread that is counted by index: each is an entry of the index. */
const MAX_READERS = 500;

/** Stored form of a thread. It contains the comments, because they are read together. */
export interface StoredThread extends DocData {
  annotationId: string;
  documentId: string;
  /** Milliseconds since 1970, as `lastUpdated`. */
  createdAt: number;
  lastUpdated: number;
  /** Ids of all users whom the thread names, for queries by user. */
  people: string[];
  /** All other fields except the comments, as JSON text. */
  thread: string;
  /** The comments, as JSON text. */
  comments: string;
  /** A `ThreadSummary` as JSON text. Counting reads only this field, and only for threads that are not counted by index. */
  glance: string;
  /** Status of a thread that is counted by index; missing in others, and in threads that an earlier version wrote. */
  countedStatus?: string;
  /** Users for whom a thread that is counted by index has nothing unread. */
  readBy?: string[];
  /** Set if an index can't tell for which users the thread counts. */
  countedSingly?: true;
}

/** Summary of a thread, for counting. Lists of pairs replace objects, because any id may be a key. */
export interface ThreadSummary {
  statusId: string;
  visibility: Thread["visibility"];
  /** When each user last read the thread, in ms. */
  views: [userId: string, at: number][];
  /** Time of each author's newest comment, in ms. */
  newest: [userId: string, at: number][];
}

/** Path of the collection of a document's threads. @param document path in the store. */
export function threadsOf(document: string): string {
  return `${document}/commentAnnotations`;
}

/** Path of a thread. @param document path in the store. */
export function threadPath(document: string, annotationId: string): DocRef<StoredThread> {
  return `${document}/${toPath("commentAnnotations", annotationId)}`;
}

/**
 * Converts a thread to its stored form.
 * @throws ApiError INVALID_ARGUMENT when it is too large or names too many users.
 */
export function packThread(thread: Thread): StoredThread {
  const { annotationId, documentId, createdAt, lastUpdated, views, comments, ...rest } = thread;
  const glance = glanceOf(thread);
  const storedThread = {
    annotationId,
    documentId,
    createdAt,
    lastUpdated,
    people: peopleOf(thread),
    thread: JSON.stringify(rest),
    comments: JSON.stringify(comments),
    glance: JSON.stringify(glance),
    ...countedBy(glance),
  };
  if (storedThread.people.length > MAX_THREAD_PEOPLE)
    throw new ApiError("INVALID_ARGUMENT", `A thread must not name more than ${MAX_THREAD_PEOPLE} people.`);
  if (isTooLarge(storedThread))
    throw new ApiError(
      "INVALID_ARGUMENT",
      `A thread with its comments must not be larger than ${MAX_THREAD_BYTES} bytes. Start another one.`,
    );
  return storedThread;
}

/** Maximum bytes of JSON text per UTF-16 unit: control characters are written as six. */
const BYTES_PER_UNIT = 6;
/** Upper bound of the bytes that the field names, numbers and punctuation of a stored thread take. */
const FIELD_BYTES = 1000;

/** Whether the thread takes too many bytes. An estimate settles it for most, without writing their JSON again. */
function isTooLarge(storedThread: StoredThread): boolean {
  const { annotationId, documentId, thread, comments, glance, people, countedStatus = "", readBy = [] } = storedThread;
  let units = annotationId.length + documentId.length + thread.length + comments.length + glance.length;
  units += countedStatus.length;
  for (const id of people) units += id.length + 1;
  for (const id of readBy) units += id.length + 1;
  if (FIELD_BYTES + BYTES_PER_UNIT * units <= MAX_THREAD_BYTES) return false;
  return Buffer.byteLength(JSON.stringify(storedThread)) > MAX_THREAD_BYTES;
}

/** Restores a thread from its stored form. */
export function unpackThread({ data }: Pick<Doc<StoredThread>, "data">): Thread {
  const { annotationId, documentId, createdAt, lastUpdated } = data;
  return {
    ...JSON.parse(data.thread),
    annotationId,
    documentId,
    createdAt,
    lastUpdated,
    views: new Map(unpackSummary(data).views),
    comments: JSON.parse(data.comments) as ThreadComment[],
  };
}

/** The summary of a stored thread. */
export function unpackSummary({ glance }: Pick<StoredThread, "glance">): ThreadSummary {
  return JSON.parse(glance);
}

function glanceOf({ status, visibility, views, comments }: Thread): ThreadSummary {
  const newest = new Map<string, number>();
  for (const { from, createdAt } of comments)
    newest.set(from.userId, Math.max(createdAt, newest.get(from.userId) ?? 0));
  return { statusId: status.id, visibility, views: [...views], newest: [...newest] };
}

/** How a thread is counted: by index if it is public, has comments, and not too many users have read all of it. */
function countedBy(glance: ThreadSummary): Pick<StoredThread, "countedStatus" | "readBy" | "countedSingly"> {
  if (glance.visibility.type !== "public" || glance.newest.length === 0) return { countedSingly: true };
  const readBy = readersOf(glance);
  return readBy.length > MAX_READERS ? { countedSingly: true } : { countedStatus: glance.statusId, readBy };
}
