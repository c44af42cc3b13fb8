import type { DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";

type GetAll = (...refs: DocumentReference[]) => Promise<DocumentSnapshot[]>;

interface Asked {
  refs: DocumentReference[];
  resolve(snapshots: DocumentSnapshot[]): void;
  reject(error: unknown): void;
}

/**
 * Reads asked for together go as one request. In a transaction they would not even run side by side: the client holds back
 * all but the first until the server has named the transaction, which is one round trip more.
 * @param most documents that one request may name.
 */
export function gathered(getAll: GetAll, most: number): GetAll {
  let waiting: Asked[] = [];
  let count = 0;

  const send = (): void => {
    const asked = waiting;
    waiting = [];
    count = 0;
    getAll(...asked.flatMap(({ refs }) => refs)).then(
      (snapshots) => {
        let start = 0;
        for (const { refs, resolve } of asked) {
          resolve(snapshots.slice(start, start + refs.length));
          start += refs.length;
        }
      },
      (error) => {
        for (const { reject } of asked) reject(error);
      },
    );
  };

  return (...refs) =>
    new Promise((resolve, reject) => {
      if (waiting.length > 0 && count + refs.length > most) send();
      count += refs.length;
      if (waiting.push({ refs, resolve, reject }) > 1) return;
      const first = waiting;
      queueMicrotask(() => first === waiting && send());
    });
}
