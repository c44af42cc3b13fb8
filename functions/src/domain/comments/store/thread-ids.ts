import type { Thread } from "#domain/comments/thread";
import type { KeyCall } from "#src/call";
import type { Doc, Transaction } from "#store/port";
import { packThread, type StoredThread, threadPath, unpackThread } from "./stored-thread.ts";

/** Bytes of threads that one transaction moves to other ids: Firestore takes 10 MiB, its emulator 4. */
const MAX_MOVED_BYTES = 2_500_000;

/**
 * What stands under the id of a new thread: `taken` when the id stays with it, the thread when it was named by a user and
 * gives the id up to the server, `later` when this transaction moves as much as it can already.
 */
export type IdHolder = "taken" | "later" | Thread;

/** The holders of ids that a call chooses for new threads, by id. */
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

/** Puts a thread under an id of the service. @returns the thread as it is there. */
export function moveThread(tx: Transaction, call: KeyCall, document: string, thread: Thread): Thread {
  const { namedByUser: _, ...moved } = { ...thread, annotationId: call.newId("ann") };
  tx.create(threadPath(document, moved.annotationId), packThread(moved));
  return moved;
}
