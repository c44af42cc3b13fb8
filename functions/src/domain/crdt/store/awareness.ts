import {
  type AwarenessState,
  isNews,
  LEFT,
  MAX_CLIENTS,
  MAX_STATE_LENGTH,
  type SpokenState,
  tooMuchAwareness,
} from "#domain/crdt/awareness";
import { SHOWN_FOR } from "#domain/crdt/heard-awareness";
import { readBelowDocument } from "#domain/documents/store/places";
import type { WriteCall } from "#src/call";
import type { DocChange, DocData, DocRef, Store } from "#store/port";
import { type EditorPlace, editorPath } from "./editors.ts";

/** How long a state is kept, in ms, up to twice that. */
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
 * Stores what clients say of themselves, where it is news, also that they have left: an earlier word may come late. Nobody speaks
 * for the client of another user.
 * @returns whether a client appears that was not there.
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
      if (isKnown && (earlier.userId !== userId || !isNews(state, earlier))) continue;
      tx.set(paths[i] as string, toStored(state, userId, call.now()));
      appears ||= state.state !== LEFT && (!isKnown || earlier.state === LEFT);
    }
    return appears;
  });
}

/** Deletes what clients of an editor have said. @param editor its path. @throws ApiError UNAVAILABLE */
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

/** What changes of stored clients tell others. A client whose document is gone has left; what has expired says nothing. */
export function shownStates(changes: readonly DocChange<StoredAwareness>[], now: number): SpokenState[] {
  return changes.flatMap(({ type, doc: { id, data } }) => {
    const client = Number(id);
    const { userId } = data;
    if (type === "removed") return [{ client, clock: data.clock + 1, state: LEFT, userId }];
    return data.expiresAt > now ? [{ client, clock: data.clock, state: data.state, userId }] : [];
  });
}
