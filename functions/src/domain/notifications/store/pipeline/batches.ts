import type { Batch } from "#domain/notifications/batch";
import { shortHash } from "#platform/crypto/short-hash";
import { toPath } from "#store/paths";
import type { DocData, DocRef, Transaction } from "#store/port";

/** Stored form of a batch: collection `noticeBatches` below an organization. Closed batches are deleted. */
export interface StoredBatch extends DocData {
  userId: string;
  /** Milliseconds since 1970. */
  closesAt: number;
  notificationIds: string[];
}

/** Path of the collection of all batches of an organization. */
export function noticeBatchesOf(organization: string): string {
  return `${organization}/noticeBatches`;
}

/** Path of the batch of a user, for one document or, without one, for all documents. */
export function batchPath(organization: string, userId: string, documentId?: string): DocRef<StoredBatch> {
  return batchPathOf(organization, shortHash(JSON.stringify([userId, documentId ?? null])));
}

/** Path of a batch by its id. */
export function batchPathOf(organization: string, batchId: string): DocRef<StoredBatch> {
  return `${organization}/${toPath("noticeBatches", batchId)}`;
}

/** Writes a batch, or deletes it if it is empty. */
export function writeBatch(tx: Transaction, path: string, batch: Batch | undefined): void {
  if (batch) tx.set(path, { ...batch, notificationIds: [...batch.notificationIds] } satisfies StoredBatch);
  else tx.delete(path);
}
