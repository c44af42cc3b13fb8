import type { Thread } from "#domain/comments/thread";
import type { KeyCall } from "#src/call";
import type { Doc, Transaction } from "#store/port";
import { packThread, type StoredThread, threadPath, unpackThread } from "./stored-thread.ts";

/** Maximum bytes of threads that one transaction moves to other ids: Firestore accepts 10 MiB, its emulator 4. */
const MAX_MOVED_BYTES = 2_500_000;

/**
 * The state of an id that a new thread is to get. `taken`: an existing thread keeps it. A `Thread`: a user chose the id
 * for that thread, so the server takes it over. `later`: the same, but this transaction already moves all it can.
 */
export type IdHolder = "taken" | "later" | Thread;

/** The holders of the ids that a call chooses for new threads, by id. */
export function idHolders(
  call: Pick<KeyCall, "user">,
  docs: readonly (Doc<StoredThread> | undefined)[],
): Map<string, IdHolder> {
  let bytes = 0;
  return new Map(
    docs.flatMap((doc): [string, IdHolder][] => {
      if (!doc) return [];
      const { annotationId } = doc.data;
      const thread = call.user ? undefined : unpackThread(doc);
      if (!thread?.namedByUser) return [[annotationId, "taken"]];
      bytes += doc.data.thread.length + doc.data.comments.length;
      return [[annotationId, bytes > MAX_MOVED_BYTES ? "later" : thread]];
    }),
  );
}

/** Moves a thread to an id that the service chooses. @returns the thread with its new id. */
export function moveThread(tx: Transaction, call: KeyCall, document: string, thread: Thread): Thread {
  const { namedByUser: _, ...moved } = { ...thread, annotationId: call.newId("ann") };
  tx.create(threadPath(document, moved.annotationId), packThread(moved));
  return moved;
}
