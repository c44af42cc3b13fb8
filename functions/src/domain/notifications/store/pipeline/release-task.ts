import { releaseNotices } from "#domain/notifications/jobs";
import { shortHash } from "#platform/crypto/short-hash";
import type { DeclaredTask } from "#queue/declare-job";
import { needsAdding, type StoredTask, taskPath } from "#queue/task-record";
import type { Context } from "#src/context";
import type { Doc, DocRef, Transaction } from "#store/port";

/**
 * The task that decides the notices of an organization. There is only one, so that it never runs twice for a person at
 * a time.
 */
export function releaseTask(apiKeyId: string, organizationId: string): DeclaredTask {
  const id = `release_${apiKeyId}_${shortHash(organizationId)}`;
  return releaseNotices.task({ id }, { apiKeyId, organizationId });
}

/** Path of the stored task of an organization. */
export function releaseTaskPath(apiKeyId: string, organizationId: string): DocRef<StoredTask> {
  return taskPath(releaseTask(apiKeyId, organizationId).id);
}

/**
 * Adds the task of an organization unless it is due early enough already.
 * @param storedTask the task as the transaction has read it.
 * @param dueAt when it must run at the latest, in ms since 1970.
 * @returns the task to start after the commit.
 */
export function addReleaseTask(
  tx: Transaction,
  { queue, now }: Pick<Context, "queue" | "now">,
  task: DeclaredTask,
  storedTask: Doc<StoredTask> | undefined,
  dueAt: number,
): DeclaredTask[] {
  if (!needsAdding(storedTask?.data, now(), dueAt)) return [];
  const due = { ...task, dueAt };
  queue.add(tx, due);
  return [due];
}
