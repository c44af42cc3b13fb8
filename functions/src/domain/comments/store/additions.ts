import { filterUsersByAccess, mayNotWrite } from "#domain/access/store/user-access";
import type { CommentAnnotationInput } from "#domain/comments/comment-annotation";
import { newThread } from "#domain/comments/new-thread";
import { threadAdded } from "#domain/comments/thread-events";
import { type PlaceDocs, readPlaceForChange } from "#domain/documents/store/places";
import type { Emit } from "#domain/events/store/change";
import { documentPath } from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { alreadyExists } from "#src/errors";
import type { Transaction } from "#store/port";
import { emitThreadEvents } from "./events.ts";
import { packThread, type StoredThread, threadPath } from "./stored-thread.ts";
import { type IdHolder, idHolders, moveThread } from "./thread-ids.ts";

type DocumentPlace = { organizationId: string; documentId: string };

/** A thread to add, with its id. */
export interface NamedThread {
  annotationId: string;
  /** Key in the reply when an author is refused; contains the thread's index if the caller chose no id. */
  deniedKey: string;
  isNamedByCaller: boolean;
  input: CommentAnnotationInput;
}

/** Stored data on which adding threads depends. */
export interface ThreadPreconditions {
  place: PlaceDocs;
  /** Existing threads with the ids that the caller chose. */
  holders: ReadonlyMap<string, IdHolder>;
  /** For each thread with an author who may not write to the document, that author's user id. */
  deniedAuthors: ReadonlyMap<NamedThread, string>;
}

/** Chooses an id for each thread that has none. */
export function namedThreads(call: KeyCall, inputs: readonly CommentAnnotationInput[]): NamedThread[] {
  const { headerBrand } = call.settings;
  return inputs.map((input, index) => ({
    annotationId: input.annotationId ?? call.newId("ann"),
    deniedKey: input.annotationId ?? `__${headerBrand}_denied:${index}`,
    isNamedByCaller: input.annotationId !== undefined,
    input,
  }));
}

/** Reads the place, the threads with the ids that the caller chose and, with `verifyUserPermissions`, the authors' access. */
export async function readForThreads(
  tx: Transaction,
  call: KeyCall,
  place: DocumentPlace,
  threads: readonly NamedThread[],
  verifyUserPermissions = false,
): Promise<ThreadPreconditions> {
  const document = documentPath(call, place.organizationId, place.documentId);
  const chosenIds = threads.filter(({ isNamedByCaller }) => isNamedByCaller).map(({ annotationId }) => annotationId);
  const authors = verifyUserPermissions ? threads.flatMap(authorsOf) : [];
  const [placeDocs, existing, writers] = await Promise.all([
    readPlaceForChange(tx, call, place),
    chosenIds.length > 0 ? tx.getMany<StoredThread>(chosenIds.map((id) => threadPath(document, id))) : [],
    authors.length > 0 ? filterUsersByAccess(tx, call, "write", place, authors) : new Set(authors),
  ]);
  const deniedAuthors = threads.flatMap((thread): [NamedThread, string][] => {
    const denied = verifyUserPermissions ? authorsOf(thread).find((author) => !writers.has(author)) : undefined;
    return denied === undefined ? [] : [[thread, denied]];
  });
  return { place: placeDocs, holders: idHolders(call, existing), deniedAuthors: new Map(deniedAuthors) };
}

function authorsOf({ input: { from, commentData } }: NamedThread): string[] {
  const commentAuthors = commentData.map((comment) => comment.from.userId);
  return [...new Set(from ? [from.userId, ...commentAuthors] : commentAuthors)];
}

/**
 * Writes a new thread and emits its event. A call with an API key may take over an id that a user chose; the user's
 * thread then moves to a new id.
 * @throws ApiError PERMISSION_DENIED for an author who may not write, ALREADY_EXISTS for an id in use, INVALID_ARGUMENT
 * when the thread is too large, ABORTED when too many bytes would have to move to other ids at once.
 */
export function addThread(
  tx: Transaction,
  call: KeyCall,
  place: DocumentPlace,
  namedThread: NamedThread,
  { holders, deniedAuthors }: Pick<ThreadPreconditions, "holders" | "deniedAuthors">,
  emit: Emit,
): { annotationId: string; commentIds: number[]; message: string } {
  const { organizationId, documentId } = place;
  const { annotationId, input } = namedThread;
  const deniedAuthor = deniedAuthors.get(namedThread);
  if (deniedAuthor !== undefined) throw mayNotWrite(deniedAuthor);
  const holder = holders.get(annotationId);
  if (holder === "taken") throw alreadyExists("annotation");
  if (holder === "later") throw new ApiError("ABORTED", "Too many large threads at once. Send this one again.");
  const document = documentPath(call, organizationId, documentId);
  const options = { annotationId, documentId, now: call.now(), isByUser: call.user !== undefined };
  const { thread, commentIds } = newThread(input, options);
  const path = threadPath(document, annotationId);
  const packed = packThread(thread);
  const emitter = { call, place, emit };
  const moved = holder && moveThread(tx, call, document, holder);
  if (moved) emitThreadEvents(emitter, [{ ...threadAdded(moved), noticeInstead: "none" }], moved);
  if (holder) tx.set(path, packed);
  else tx.create(path, packed);
  emitThreadEvents(emitter, [threadAdded(thread)], thread);
  return { annotationId, commentIds, message: "Added Successfully" };
}
