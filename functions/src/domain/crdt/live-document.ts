import * as Y from "yjs";
import { applyUpdate, isApplied, newDoc, noUpdate, openState, type StoredState } from "./yjs-state.ts";

/** The Yjs document of an editor while clients edit it, in memory. */
export class LiveDocument {
  readonly #doc: Y.Doc;
  /** Bytes of the state when it was loaded and of what was added since. */
  #bytes: number;

  constructor(state: StoredState) {
    this.#doc = openState(state);
    this.#bytes = Math.ceil(((state.base.length + state.log.length) * 3) / 4);
  }

  /** About how large the state is, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What the document has, as a Yjs state vector. */
  get stateVector(): Uint8Array {
    return Y.encodeStateVector(this.#doc);
  }

  /** What a client with this state vector lacks. @throws Error when it is none. */
  missing(stateVector: Uint8Array): Uint8Array {
    return Y.encodeStateAsUpdate(this.#doc, stateVector);
  }

  /**
   * Applies an update.
   * @returns what it adds; undefined when that is nothing.
   * @throws ApiError INVALID_ARGUMENT for what is no update.
   */
  apply(update: Uint8Array): Uint8Array | undefined {
    // Most of what is no update shows in a document that may break.
    if (!isApplied(newDoc(), update)) throw noUpdate();
    const added = applyUpdate(this.#doc, update);
    this.#bytes += added?.length ?? 0;
    return added;
  }

  /** Frees what the document holds. */
  close(): void {
    this.#doc.destroy();
  }
}

/** Several updates as one. */
export function mergeUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const [first] = updates;
  return updates.length === 1 && first ? first : Y.mergeUpdates([...updates]);
}
