import {
  type AuthoredAwareness,
  type AwarenessState,
  isNewer,
  isOfAnother,
  LEFT,
  MAX_CLIENTS,
  MAX_STATE_LENGTH,
  tooMuchAwareness,
} from "#domain/crdt/awareness";
import { SHOWN_FOR } from "#domain/crdt/remote-awareness";
import { readBelowDocument } from "#domain/documents/store/places";
import type { WriteCall } from "#src/call";
import type { DocChange, DocData, DocRef, Store } from "#store/port";
import { type EditorPlace, editorPath } from "./editors.ts";

/** Minimum time for which an expired state is kept, in ms; the maximum is twice that. */
const RETENTION = 3_600_000;

/** A client's awareness state as it is stored, under the client's id. */
export interface StoredAwareness extends DocData {
  clock: number;
  /** JSON text. */
  state: string;
  /** The user who speaks for the client; omitted for an API key. */
  userId?: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Rounded up to a full hour, so that a client that repeats its state does not rewrite the index on this field. */
  deleteAt: Date;
}

/** Path of the collection of an editor's awareness states. */
export function awarenessOf(editor: string): string {
  return `${editor}/awareness`;
}

/**
 * Stores new awareness states, including those of clients that have left, because an earlier state may arrive late.
 * Skips clients of other users.
 * @returns whether a client has appeared.
 * @throws ApiError NOT_FOUND, INVALID_ARGUMENT for too many or too large states, ABORTED while the document is being migrated.
 */
export async function saveAwareness(
  call: WriteCall,
  place: EditorPlace,
  states: readonly AwarenessState[],
): Promise<boolean> {
  refuseTooMuch(states);
  const collection = awarenessOf(editorPath(call, place));
  const paths: DocRef<StoredAwareness>[] = states.map(({ client }) => `${collection}/${client}`);
  const userId = call.user?.userId;
  return call.store.transact(async (tx) => {
    const before = await readBelowDocument(tx, call, place, paths);
    let appears = false;
    for (const [i, state] of states.entries()) {
      const earlier = before[i]?.data;
      const isKnown = earlier !== undefined && earlier.expiresAt > call.now();
      // A client that has left belongs to nobody: another user may have logged in on its page.
      if (isKnown && (isOfAnother({ userId }, earlier) || !isNewer(state, earlier))) continue;
      tx.set(paths[i] as string, toStored(state, userId, call.now()));
      appears ||= state.state !== LEFT && (!isKnown || earlier.state === LEFT);
    }
    return appears;
  });
}

/** Deletes awareness states of an editor's clients. @param editor its path. @throws ApiError UNAVAILABLE */
export async function deleteAwareness(store: Store, editor: string, clients: readonly number[]): Promise<void> {
  await store.commit(clients.map((client) => ({ op: "delete", path: `${awarenessOf(editor)}/${client}` })));
}

function refuseTooMuch(states: readonly AwarenessState[]): void {
  if (states.length <= MAX_CLIENTS && states.every(({ state }) => state.length <= MAX_STATE_LENGTH)) return;
  throw tooMuchAwareness();
}

function toStored({ clock, state }: AwarenessState, userId: string | undefined, now: number): StoredAwareness {
  const expiresAt = now + SHOWN_FOR;
  const deleteAt = new Date(Math.ceil((expiresAt + RETENTION) / RETENTION) * RETENTION);
  return { clock, state, ...(userId !== undefined && { userId }), expiresAt, deleteAt };
}

/**
 * The states to report for changes of stored ones. A client whose state was deleted has left; expired states are
 * skipped.
 */
export function shownStates(changes: readonly DocChange<StoredAwareness>[], now: number): AuthoredAwareness[] {
  return changes.flatMap(({ type, doc: { id, data } }) => {
    const client = Number(id);
    const { userId } = data;
    if (type === "removed") return [{ client, clock: data.clock + 1, state: LEFT, userId }];
    return data.expiresAt > now ? [{ client, clock: data.clock, state: data.state, userId }] : [];
  });
}
