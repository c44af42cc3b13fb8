import { filterUsersByAccess, mayNotWrite } from "#domain/access/store/user-access";
import type { CommentAnnotationInput } from "#domain/comments/comment-annotation";
import { newThread } from "#domain/comments/new-thread";
import { threadAdded } from "#domain/comments/thread-events";
import { type FoundPlace, readPlace } from "#domain/documents/store/places";
import type { Emit } from "#domain/events/store/change";
import { documentPath } from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { alreadyExists } from "#src/errors";
import type { StoreReader, Transaction } from "#store/port";
import { emitOn } from "./events.ts";
import { packThread, type StoredThread, threadPath } from "./stored-thread.ts";
import { type IdHolder, idHolders, moveThread } from "./thread-ids.ts";

type DocumentPlace = { organizationId: string; documentId: string };

/** A thread to add, with its id. */
export interface NamedThread {
  annotationId: string;
  /** Its key in the reply when its author is refused: a thread without an id of its caller's is told by its place in the call. */
  deniedKey: string;
  isNamedByCaller: boolean;
  input: CommentAnnotationInput;
}

/** What has been read for threads to add. */
export interface FoundForThreads {
  found: FoundPlace;
  /** What stands under the ids that the caller chose. */
  holders: ReadonlyMap<string, IdHolder>;
  /** Threads with an author who may not write to the document, and who that is. */
  strangers: ReadonlyMap<NamedThread, string>;
}

/** Gives an id to each thread that has none. */
export function namedThreads(call: KeyCall, inputs: readonly CommentAnnotationInput[]): NamedThread[] {
  const { headerBrand } = call.settings;
  return inputs.map((input, index) => ({
    annotationId: input.annotationId ?? call.newId("ann"),
    deniedKey: input.annotationId ?? `__${headerBrand}_denied:${index}`,
    isNamedByCaller: input.annotationId !== undefined,
    input,
  }));
}

/** Reads the place, the threads of the ids that the caller chose and, when asked to, what decides about the authors. */
export async function readForThreads(
  reader: StoreReader,
  call: KeyCall,
  place: DocumentPlace,
  threads: readonly NamedThread[],
  verifyUserPermissions = false,
): Promise<FoundForThreads> {
  const document = documentPath(call, place.organizationId, place.documentId);
  const named = threads.filter(({ isNamedByCaller }) => isNamedByCaller).map(({ annotationId }) => annotationId);
  const authors = verifyUserPermissions ? threads.flatMap(authorsOf) : [];
  const [found, there, writers] = await Promise.all([
    readPlace(reader, call, place),
    named.length > 0 ? reader.getMany<StoredThread>(named.map((id) => threadPath(document, id))) : [],
    authors.length > 0 ? filterUsersByAccess(reader, call, "write", place, authors) : new Set(authors),
  ]);
  const strangers = threads.flatMap((thread): [NamedThread, string][] => {
    const stranger = verifyUserPermissions ? authorsOf(thread).find((author) => !writers.has(author)) : undefined;
    return stranger === undefined ? [] : [[thread, stranger]];
  });
  return { found, holders: idHolders(call, there), strangers: new Map(strangers) };
}

function authorsOf({ input: { from, commentData } }: NamedThread): string[] {
  const written = commentData.map((comment) => comment.from.userId);
  return [...new Set(from ? [from.userId, ...written] : written)];
}

/**
 * Writes a new thread, and tells so. A thread that was named by a user gives up its id to the server's and gets another one.
 * @throws ApiError PERMISSION_DENIED for an author who may not write, ALREADY_EXISTS for an id in use, INVALID_ARGUMENT when
 * the thread is too large, ABORTED when too much would have to be moved at once.
 */
export function addThread(
  tx: Transaction,
  call: KeyCall,
  place: DocumentPlace,
  named: NamedThread,
  { holders, strangers }: Pick<FoundForThreads, "holders" | "strangers">,
  emit: Emit,
): { annotationId: string; commentIds: number[]; message: string } {
  const { organizationId, documentId } = place;
  const { annotationId, input } = named;
  const stranger = strangers.get(named);
  if (stranger !== undefined) throw mayNotWrite(stranger);
  const holder = holders.get(annotationId);
  if (holder === "taken") throw alreadyExists("annotation");
  if (holder === "later") throw new ApiError("ABORTED", "Too many large threads at once. Send this one again.");
  const document = documentPath(call, organizationId, documentId);
  const given = { annotationId, documentId, now: call.now(), isByUser: call.user !== undefined };
  const { thread, commentIds } = newThread(input, given);
  const path = threadPath(document, annotationId);
  const packed = packThread(thread);
  if (holder) emitOn(place, emit, [threadAdded(moveThread(tx, call, document, holder))]);
  if (holder) tx.set(path, packed);
  else tx.create(path, packed);
  emitOn(place, emit, [threadAdded(thread)]);
  return { annotationId, commentIds, message: "Added Successfully" };
}
