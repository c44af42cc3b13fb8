import * as Y from "yjs";
import { requireFewClients } from "./client-limit.ts";
import { updateOf } from "./merged-updates.ts";
import { newChanges } from "./new-changes.ts";
import { MAX_TOGETHER, type PlainUpdate, readPlainUpdates } from "./plain-update.ts";
import { RecentUpdates } from "./recent-updates.ts";
import { fromBase64, isApplied, openState, type StoredState } from "./yjs-state.ts";

/** Plain updates that wait at most, counted for each client of an update. */
const MAX_WAITING = 256;
/** About how many bytes of a state are an item. */
const ITEM_BYTES = 30;

/**
 * The Yjs document of an editor while clients edit it, in memory. It is made when something is asked that neither the stored state
 * nor plain updates alone can answer; plain updates wait for that and then enter it together.
 */
export class LiveDocument {
  #doc: Y.Doc | undefined;
  /** The stored state, as long as there is no document. */
  #stored: StoredState;
  readonly #recent = new RecentUpdates();
  #waiting: PlainUpdate[] = [];
  /** The update that was looked at last, and its plain parts: most are taken next. */
  #last: { update: Uint8Array; plain: readonly PlainUpdate[] | undefined } | undefined;
  /** All deletions of the document, encoded; undefined when they may have changed. */
  #deletions: Uint8Array | undefined;
  /** Bytes of the state when it was loaded and of what was added since. */
  #bytes: number;
  #items: number;
  #revision = 0;

  constructor(state: StoredState) {
    this.#stored = state;
    this.#bytes = Math.ceil(((state.base.length + state.log.length) * 3) / 4);
    this.#items = Math.ceil(this.#bytes / ITEM_BYTES);
    const clocks = state.log === "" ? clocksOf(fromBase64(state.base)) : undefined;
    if (clocks) this.#recent.advance(clocks);
    else this.#changed(this.#whole);
  }

  /** About how large the state is, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** About how many items it has. */
  get items(): number {
    return this.#items;
  }

  /** Rises with each update that it takes. */
  get revision(): number {
    return this.#revision;
  }

  /** What the document has, as a Yjs state vector. */
  get stateVector(): Uint8Array {
    return this.#recent.stateVector;
  }

  /** What a client with this state vector lacks; left out: all. @throws Error when it is none. */
  missing(stateVector?: Uint8Array): Uint8Array {
    const isAll = stateVector === undefined || (stateVector.length === 1 && stateVector[0] === 0);
    if (isAll && !this.#doc && this.#waiting.length === 0) return fromBase64(this.#stored.base);
    const canBePlain = stateVector !== undefined && !this.#hasPending;
    const plain = canBePlain ? this.#recent.missing(stateVector, this.#encodedDeletions) : undefined;
    if (plain) return plain;
    const update = Y.encodeStateAsUpdate(this.#whole, stateVector);
    if (isAll && canBePlain) this.#recent.keepWhole(update);
    return update;
  }

  /**
   * The part of an update that the document lacks.
   * @returns undefined when the document has all of it.
   * @throws ApiError INVALID_ARGUMENT for what is no update, and for one of too many clients.
   */
  newIn(update: Uint8Array): Uint8Array | undefined {
    requireFewClients(update, this.#recent.clients);
    const plain = this.#plain(update);
    if (plain?.every(({ client, to }) => to <= this.#recent.clockOf(client))) return undefined;
    return plain && this.#recent.areNext(plain) ? update : newChanges(this.#whole, update);
  }

  /** Takes an update over. @returns false when Yjs can't; the document is then useless. */
  take(update: Uint8Array): boolean {
    const plain = this.#plain(update);
    this.#revision++;
    this.#bytes += update.length;
    this.#items += plain?.reduce((sum, { count }) => sum + count, 0) ?? 1;
    if (plain && !this.#hasPending && this.#recent.areNext(plain)) {
      for (const part of plain) {
        this.#recent.add(part);
        this.#waiting.push(part);
      }
      return this.#waiting.length < MAX_WAITING || this.#enter(this.#doc ?? this.#open());
    }
    const doc = this.#whole;
    const isTaken = isApplied(doc, update);
    this.#changed(doc);
    return isTaken;
  }

  /** Answers from the document alone from now on: updates as they came may hold what was removed from it. */
  forgetRecent(): void {
    // What waits has to enter the document first.
    this.#changed(this.#whole);
    this.#recent.forget();
  }

  /** Frees what the document holds. */
  close(): void {
    this.#doc?.destroy();
  }

  /** The document with all that it was given. */
  get #whole(): Y.Doc {
    const doc = this.#doc ?? this.#open();
    this.#enter(doc);
    return doc;
  }

  #open(): Y.Doc {
    const doc = openState(this.#stored);
    this.#doc = doc;
    this.#stored = { base: "", log: "" };
    this.#items = [...doc.store.clients.values()].reduce((sum, { length }) => sum + length, 0);
    return doc;
  }

  #enter(doc: Y.Doc): boolean {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.length === 0 || isApplied(doc, updateOf(waiting));
  }

  /** The document has changed beside the plain updates. */
  #changed(doc: Y.Doc): void {
    this.#recent.advance(Y.decodeStateVector(Y.encodeStateVector(doc)));
    this.#recent.forgetWhole();
    this.#deletions = undefined;
  }

  /** Whether parts of it wait for others that have not arrived. */
  get #hasPending(): boolean {
    if (!this.#doc) return false;
    const { pendingStructs, pendingDs } = this.#doc.store;
    return pendingStructs !== null || pendingDs !== null;
  }

  get #encodedDeletions(): Uint8Array {
    // An update without items is the number 0, which takes a byte, and all deletions.
    if (!this.#deletions) {
      const doc = this.#whole;
      this.#deletions = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(doc)).subarray(1);
    }
    return this.#deletions;
  }

  #plain(update: Uint8Array): readonly PlainUpdate[] | undefined {
    if (this.#last?.update !== update) this.#last = { update, plain: readPlainUpdates(update, MAX_TOGETHER) };
    return this.#last.plain;
  }
}

/** The clocks behind a state. @returns undefined for one with gaps, which waits for what is missing, and for none. */
function clocksOf(state: Uint8Array): ReadonlyMap<number, number> | undefined {
  if (state.length === 0) return undefined;
  const clocks = new Map<number, number>();
  try {
    for (const struct of Y.decodeUpdate(state).structs) {
      const { client, clock } = struct.id;
      if (struct instanceof Y.Skip || (clocks.get(client) ?? 0) !== clock) return undefined;
      clocks.set(client, clock + struct.length);
    }
    return clocks;
  } catch {
    return undefined;
  }
}
