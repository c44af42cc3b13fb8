import { newThread } from "#domain/new-thread";
import { threadAdded } from "#domain/thread-events";
import type { CommentAnnotationInput } from "#model/comment-annotation";
import { ApiError } from "#model/error";
import type { KeyCall } from "#src/context";
import type { Emit } from "./change.ts";
import { packThread, threadPath } from "./comment-annotations.ts";
import { documentPath } from "./organizations.ts";
import { type FoundPlace, readPlace } from "./places.ts";
import type { StoreReader, Transaction } from "./port.ts";
import { emitOn } from "./thread-events.ts";
import { mayNotWrite, usersWho } from "./user-access.ts";

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
  /** Ids that are not free. */
  taken: ReadonlySet<string>;
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
    named.length > 0 ? reader.getMany(named.map((id) => threadPath(document, id))) : [],
    authors.length > 0 ? usersWho(reader, call, "write", place, authors) : new Set(authors),
  ]);
  const strangers = threads.flatMap((thread): [NamedThread, string][] => {
    const stranger = verifyUserPermissions ? authorsOf(thread).find((author) => !writers.has(author)) : undefined;
    return stranger === undefined ? [] : [[thread, stranger]];
  });
  return { found, taken: new Set(named.filter((_, i) => there[i])), strangers: new Map(strangers) };
}

function authorsOf({ input: { from, commentData } }: NamedThread): string[] {
  const written = commentData.map((comment) => comment.from.userId);
  return [...new Set(from ? [from.userId, ...written] : written)];
}

/**
 * Writes a new thread, and tells so.
 * @throws ApiError PERMISSION_DENIED for an author who may not write, ALREADY_EXISTS for an id in use, INVALID_ARGUMENT when
 * the thread is too large.
 */
export function addThread(
  tx: Transaction,
  call: KeyCall,
  place: DocumentPlace,
  named: NamedThread,
  { taken, strangers }: Pick<FoundForThreads, "taken" | "strangers">,
  emit: Emit,
): { annotationId: string; commentIds: number[]; message: string } {
  const { organizationId, documentId } = place;
  const { annotationId, input } = named;
  const stranger = strangers.get(named);
  if (stranger !== undefined) throw mayNotWrite(stranger);
  if (taken.has(annotationId)) throw new ApiError("ALREADY_EXISTS", "Annotation already exists.");
  const { thread, commentIds } = newThread(input, { annotationId, documentId, now: call.now() });
  tx.create(threadPath(documentPath(call, organizationId, documentId), annotationId), packThread(thread));
  emitOn(place, emit, [threadAdded(thread)]);
  return { annotationId, commentIds, message: "Added Successfully" };
}
