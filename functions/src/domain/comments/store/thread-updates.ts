import type { CommentAnnotationChange } from "#domain/comments/comment-annotation-change";
import { changeThread, type UserReplacement } from "#domain/comments/thread-changes";
import { threadChanged } from "#domain/comments/thread-events";
import type { ThreadFilter } from "#domain/comments/thread-filter";
import type { WriteCall } from "#src/call";
import { notFound } from "#src/errors";
import { grownBytes, type TargetThread, transactThreads } from "./changes.ts";
import { packThread } from "./stored-thread.ts";

/** How a call changes every thread that it selects. */
export interface ThreadUpdate {
  updatedData: CommentAnnotationChange;
  updateUsers?: readonly UserReplacement[];
}

/** Changes a thread and returns its id. @throws ApiError NOT_FOUND if it does not exist or is not selected. */
type UpdateThread = (thread: TargetThread) => { id: string };

/**
 * Changes the threads of a document that match a filter, or that it names by id, and emits the events of the changes.
 * @param decide calls `update` for the threads of a batch, and turns each outcome into a result.
 * @throws ApiError NOT_FOUND when the organization or document does not exist.
 */
export function updateThreads<Result>(
  call: WriteCall,
  place: { organizationId: string; documentId: string },
  filter: ThreadFilter,
  { updatedData, updateUsers = [] }: ThreadUpdate,
  decide: (threads: readonly TargetThread[], update: UpdateThread) => Record<string, Result>,
): Promise<Record<string, Result>> {
  const growth = Buffer.byteLength(JSON.stringify([updatedData, updateUsers]));
  return transactThreads(
    call,
    place,
    filter,
    (tx, threads, emit) =>
      decide(threads, ({ annotationId, thread, path }) => {
        if (!thread) throw notFound("annotation");
        const changed = changeThread(thread, updatedData, updateUsers, call.now());
        if (changed !== thread) tx.set(path, packThread(changed));
        emit(threadChanged(thread, changed, updatedData.statusUpdatedByUserId), changed);
        return { id: annotationId };
      }),
    (storedThread) => grownBytes(storedThread, growth),
  );
}
