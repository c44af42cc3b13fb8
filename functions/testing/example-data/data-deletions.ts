import type { KeyCall } from "#src/context";
import { deletionPath, type StoredDataDeletion } from "#store/data-deletions";
import type { Write } from "#store/port";

/** A deletion of people's data that is done, which examples name. */
export function dataDeletions(call: KeyCall, _mark: string): Write[] {
  const now = call.now();
  const done: StoredDataDeletion = {
    ...{ createdAt: now - 60_000, tasksCount: 2, tasksLeft: 0 },
    lastTaskCompletedTime: now - 30_000,
  };
  return [{ op: "create", path: deletionPath(call, "deletion-1"), data: done }];
}
