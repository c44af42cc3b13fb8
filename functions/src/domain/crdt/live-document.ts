import * as Y from "yjs";
import { newChanges } from "./new-changes.ts";
import { type PlainUpdate, readPlainUpdate } from "./plain-update.ts";
import { RecentUpdates } from "./recent-updates.ts";
import { areApplied, isApplied, openState, type StoredState } from "./yjs-state.ts";

/** Plain updates that wait at most. */
const MAX_WAITING = 256;

/**
 * The Yjs document of an editor while clients edit it, in memory. Plain updates wait until the document is asked for something that
 * they alone can't answer, and then enter it together.
 */
export class LiveDocument {
  readonly #doc: Y.Doc;
  readonly #recent = new RecentUpdates();
  #waiting: Uint8Array[] = [];
  /** The plain update that was looked at last: most are taken next. */
  #last: { update: Uint8Array; plain: PlainUpdate | undefined } | undefined;
  /** All deletions of the document, encoded; undefined when they may have changed. */
  #deletions: Uint8Array | undefined;
  /** Bytes of the state when it was loaded and of what was added since. */
  #bytes: number;
  #items: number;

  constructor(state: StoredState) {
    this.#doc = openState(state);
    this.#bytes = Math.ceil(((state.base.length + state.log.length) * 3) / 4);
    this.#items = [...this.#doc.store.clients.values()].reduce((sum, { length }) => sum + length, 0);
    this.#changed();
  }

  /** About how large the state is, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** About how many items it has. */
  get items(): number {
    return this.#items;
  }

  /** What the document has, as a Yjs state vector. */
  get stateVector(): Uint8Array {
    return this.#recent.stateVector;
  }

  /** What a client with this state vector lacks; left out: all. @throws Error when it is none. */
  missing(stateVector?: Uint8Array): Uint8Array {
    const canBePlain = stateVector !== undefined && !this.#hasPending;
    const plain = canBePlain ? this.#recent.missing(stateVector, this.#encodedDeletions) : undefined;
    return plain ?? Y.encodeStateAsUpdate(this.#whole, stateVector);
  }

  /**
   * The part of an update that the document lacks.
   * @returns undefined when the document has all of it.
   * @throws ApiError INVALID_ARGUMENT for what is no update.
   */
  newIn(update: Uint8Array): Uint8Array | undefined {
    const plain = this.#plain(update);
    if (plain && plain.to <= this.#recent.clockOf(plain.client)) return undefined;
    return plain && this.#isNext(plain) ? update : newChanges(this.#whole, update);
  }

  /** Takes an update over. @returns false when Yjs can't; the document is then useless. */
  take(update: Uint8Array): boolean {
    const plain = this.#plain(update);
    this.#bytes += update.length;
    this.#items += plain?.count ?? 1;
    if (plain && !this.#hasPending && this.#isNext(plain)) {
      this.#recent.add(plain);
      this.#waiting.push(update);
      return this.#waiting.length < MAX_WAITING || this.#enter();
    }
    const isTaken = isApplied(this.#whole, update);
    this.#changed();
    return isTaken;
  }

  /** Frees what the document holds. */
  close(): void {
    this.#doc.destroy();
  }

  /** The document with all that it was given. */
  get #whole(): Y.Doc {
    this.#enter();
    return this.#doc;
  }

  #enter(): boolean {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.length === 0 || areApplied(this.#doc, waiting);
  }

  /** The document has changed beside the plain updates. */
  #changed(): void {
    this.#recent.advance(Y.decodeStateVector(Y.encodeStateVector(this.#doc)));
    this.#deletions = undefined;
  }

  /** Whether parts of it wait for others that have not arrived. */
  get #hasPending(): boolean {
    const { pendingStructs, pendingDs } = this.#doc.store;
    return pendingStructs !== null || pendingDs !== null;
  }

  get #encodedDeletions(): Uint8Array {
    // An update without items is the number 0, which takes a byte, and all deletions.
    this.#deletions ??= Y.encodeStateAsUpdate(this.#whole, Y.encodeStateVector(this.#whole)).subarray(1);
    return this.#deletions;
  }

  #isNext(plain: PlainUpdate): boolean {
    return plain.from === this.#recent.clockOf(plain.client) && this.#recent.hasNeighbours(plain);
  }

  #plain(update: Uint8Array): PlainUpdate | undefined {
    if (this.#last?.update !== update) this.#last = { update, plain: readPlainUpdate(update) };
    return this.#last.plain;
  }
}

/** Several updates as one. */
export function mergeUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const [first] = updates;
  return updates.length === 1 && first ? first : Y.mergeUpdates([...updates]);
}
