import type { DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";

type GetAll = (...refs: DocumentReference[]) => Promise<DocumentSnapshot[]>;

/** A read that waits for its request. */
interface WaitingRead {
  refs: DocumentReference[];
  resolve(snapshots: DocumentSnapshot[]): void;
  reject(error: unknown): void;
}

/**
 * Sends reads of the same moment as one request. In a transaction they would not even run side by side: the client holds back
 * all but the first until the server has named the transaction, which costs one more round trip.
 * @param maxDocuments that one request may name.
 */
export function batchReads(getAll: GetAll, maxDocuments: number): GetAll {
  let waiting: WaitingRead[] = [];
  let count = 0;

  const send = (): void => {
    const batch = waiting;
    waiting = [];
    count = 0;
    getAll(...batch.flatMap(({ refs }) => refs)).then(
      (snapshots) => {
        let start = 0;
        for (const { refs, resolve } of batch) {
          resolve(snapshots.slice(start, start + refs.length));
          start += refs.length;
        }
      },
      (error) => {
        for (const { reject } of batch) reject(error);
      },
    );
  };

  return (...refs) =>
    new Promise((resolve, reject) => {
      if (waiting.length > 0 && count + refs.length > maxDocuments) send();
      count += refs.length;
      if (waiting.push({ refs, resolve, reject }) > 1) return;
      const first = waiting;
      queueMicrotask(() => first === waiting && send());
    });
}
