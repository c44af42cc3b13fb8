import { type AwarenessState, isNews, LEFT, MAX_CLIENTS, MAX_STATE, tooMuchAwareness } from "#domain/crdt/awareness";
import { readBelowDocument } from "#domain/documents/store/places";
import type { WriteCall } from "#src/call";
import type { Doc, DocData, DocRef } from "#store/port";
import { type EditorPlace, editorPath } from "./editors.ts";

/** How long a state is shown, in ms: stock clients repeat theirs every 15 s. */
const LIFETIME = 30_000;
/** How long it is kept, in ms, up to twice that. */
const RETENTION = 3_600_000;

/** Stored form of what a client says of itself. Its id is the client's. */
export interface StoredAwareness extends DocData {
  clock: number;
  /** JSON text. */
  state: string;
  /** Who speaks for the client; missing for an API key. */
  userId?: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Rounded up to a full hour, so that a client that repeats itself does not rewrite the index on it. */
  deleteAt: Date;
}

/** Path of the collection of what the clients of an editor say. */
export function awarenessOf(editor: string): string {
  return `${editor}/awareness`;
}

/**
 * Stores what clients say of themselves, where it is news. Nobody speaks for the client of another user.
 * @throws ApiError NOT_FOUND, INVALID_ARGUMENT for too many or too large states, ABORTED while the document is being migrated.
 */
export async function saveAwareness(
  call: WriteCall,
  place: EditorPlace,
  states: readonly AwarenessState[],
): Promise<void> {
  refuseTooMuch(states);
  const collection = awarenessOf(editorPath(call, place));
  const paths: DocRef<StoredAwareness>[] = states.map(({ client }) => `${collection}/${client}`);
  const userId = call.user?.userId;
  await call.store.transact(async (tx) => {
    const before = await readBelowDocument(tx, call, place, paths);
    for (const [i, state] of states.entries()) {
      const earlier = before[i]?.data;
      const isShown = earlier !== undefined && earlier.expiresAt > call.now();
      if (isShown && (earlier.userId !== userId || !isNews(state, earlier))) continue;
      const path = paths[i] as string;
      if (state.state !== LEFT) tx.set(path, toStored(state, userId, call.now()));
      else if (earlier) tx.delete(path);
    }
  });
}

function refuseTooMuch(states: readonly AwarenessState[]): void {
  if (states.length <= MAX_CLIENTS && states.every(({ state }) => state.length <= MAX_STATE)) return;
  throw tooMuchAwareness();
}

function toStored({ clock, state }: AwarenessState, userId: string | undefined, now: number): StoredAwareness {
  const expiresAt = now + LIFETIME;
  const deleteAt = new Date(Math.ceil((expiresAt + RETENTION) / RETENTION) * RETENTION);
  return { clock, state, ...(userId !== undefined && { userId }), expiresAt, deleteAt };
}

/** What a stored client says; one whose document is gone has left. */
export function shownState({ id, data }: Doc<StoredAwareness>, isGone: boolean): AwarenessState {
  const client = Number(id);
  return isGone ? { client, clock: data.clock + 1, state: LEFT } : { client, clock: data.clock, state: data.state };
}
