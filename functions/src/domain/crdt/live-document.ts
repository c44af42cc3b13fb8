import * as Y from "yjs";
import { ApiError } from "#platform/error";
import { requireFewClients } from "./clients.ts";
import { changeCount, countSteps, stepsAtMost, stepsLeft } from "./merge-work.ts";
import { updateOf } from "./merged-updates.ts";
import { newChanges } from "./new-changes.ts";
import { MAX_TOGETHER, type PlainUpdate, readPlainUpdates } from "./plain-update.ts";
import { RecentUpdates } from "./recent-updates.ts";
import { fromBase64, isApplied, newDoc, noUpdate, openIfQuick, SlowState, type StoredState } from "./yjs-state.ts";

/** Maximum number of waiting plain updates; an update of several clients counts once for each. */
const MAX_WAITING = 256;
/** Size of the largest document of which a copy is made to try an update, in bytes. */
const MAX_TRIAL = 512 * 1024;
/** The encoded deletions of an update that has none: a count of 0 clients. */
const NO_DELETIONS = Uint8Array.of(0);
/** Approximate size of an item in a state, in bytes. */
const ITEM_BYTES = 30;

/** An update and what was found in it. */
interface ExaminedUpdate {
  update: Uint8Array;
  /** Its plain parts; undefined for any other update. */
  plain: readonly PlainUpdate[] | undefined;
  /** Number of its items and deletions; undefined until it is needed. */
  changes: number | undefined;
}

/**
 * The document of an editor in memory, while clients edit it. The Yjs document is created only when neither the stored
 * state nor plain updates alone can answer a request; plain updates wait until then and enter it together. Any method may
 * throw `SlowState` for a stored state that takes too long to open.
 */
export class LiveDocument {
  #doc: Y.Doc | undefined;
  /** The stored state, until the Yjs document is created. */
  #storedState: StoredState;
  readonly #recent = new RecentUpdates();
  #waiting: PlainUpdate[] = [];
  /** The last update examined: most updates are taken right after that. */
  #last: ExaminedUpdate | undefined;
  /** All deletions of the document, encoded; undefined when they may have changed. */
  #deletions: Uint8Array | undefined;
  /** Size of the state when it was loaded, plus that of all updates since. */
  #bytes: number;
  /** Number of items, those of waiting updates included; estimated until the Yjs document is created. */
  #items: number;
  /** Steps that merging has taken, as counted for the Yjs document, and at most since then. */
  #steps = 0;
  #furtherSteps = 0;
  #revision = 0;

  constructor(state: StoredState) {
    this.#storedState = state;
    this.#bytes = Math.ceil(((state.base.length + state.log.length) * 3) / 4);
    this.#items = Math.ceil(this.#bytes / ITEM_BYTES);
    const clocks = state.log === "" ? clocksOf(fromBase64(state.base)) : undefined;
    if (clocks) this.#recent.advance(clocks);
    else this.#changed(this.#whole);
  }

  /** Approximate size of the state, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Approximate number of items in the document. */
  get items(): number {
    return this.#items;
  }

  /** Rises with each update taken. */
  get revision(): number {
    return this.#revision;
  }

  /** What the document contains, as a Yjs state vector. */
  get stateVector(): Uint8Array {
    return this.#recent.stateVector;
  }

  /** Whether it contains items of a Yjs client. */
  hasClient(client: number): boolean {
    return this.#recent.clients.has(client);
  }

  /**
   * The update that a client with this state vector lacks; if it is omitted, the whole state.
   * @param hasDeletions whether the client has all deletions, or will have them: they are left out if that is faster.
   * @throws Error if it is invalid.
   */
  missing(stateVector?: Uint8Array, hasDeletions = false): Uint8Array {
    const isAll = stateVector === undefined || (stateVector.length === 1 && stateVector[0] === 0);
    if (isAll && !this.#doc && this.#waiting.length === 0) return fromBase64(this.#storedState.base);
    const canBePlain = stateVector !== undefined && !this.#hasPending;
    const plain = canBePlain
      ? this.#recent.missing(stateVector, hasDeletions ? NO_DELETIONS : this.#encodedDeletions)
      : undefined;
    if (plain) return plain;
    const update = Y.encodeStateAsUpdate(this.#whole, stateVector);
    if (isAll && canBePlain) this.#recent.keepWhole(update);
    return update;
  }

  /**
   * The part of an update that the document lacks.
   * @returns undefined when the document has all of it.
   * @throws ApiError INVALID_ARGUMENT if the bytes are no update, or the update has too many clients.
   */
  newIn(update: Uint8Array): Uint8Array | undefined {
    return this.#newIn(update, Number.POSITIVE_INFINITY);
  }

  /**
   * Like `newIn`, for an update that is not stored yet.
   * @throws ApiError INVALID_ARGUMENT as `newIn`, and if it would take too long to merge; in a large document, only
   *   `takeNew` finds that out.
   */
  newOfClient(update: Uint8Array): Uint8Array | undefined {
    const added = this.#newIn(update, stepsLeft(0, update.length, update));
    if (added && this.#bytes <= MAX_TRIAL) this.#requireMergeable(added);
    return added;
  }

  #newIn(update: Uint8Array, mostSteps: number): Uint8Array | undefined {
    requireFewClients(update, this.#recent.clients);
    const { plain } = this.#examine(update);
    if (plain?.every(({ client, to }) => to <= this.#recent.clockOf(client))) return undefined;
    return plain && this.#recent.areNext(plain) ? update : newChanges(this.#whole, update, mostSteps);
  }

  /**
   * Adds an update that is not stored yet.
   * @returns false if Yjs can't apply it, or it takes too long to merge; the document is then unusable.
   */
  takeNew(update: Uint8Array): boolean {
    const bytes = this.#bytes + update.length;
    const left = () => stepsLeft(this.#steps, bytes, update);
    if (!this.#hasPending && this.#furtherSteps + this.#stepsOf(update) <= left()) return this.take(update);
    const doc = this.#whole;
    try {
      return countSteps(() => this.take(update) && this.#enter(doc), left()).result;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Adds an update. @returns false if Yjs can't apply it; the document is then unusable. */
  take(update: Uint8Array): boolean {
    const { plain } = this.#examine(update);
    const steps = plain ? this.#stepsOf(update) : 0;
    this.#revision++;
    this.#bytes += update.length;
    if (plain && !this.#hasPending && this.#recent.areNext(plain)) {
      for (const part of plain) {
        this.#recent.add(part);
        this.#waiting.push(part);
      }
      this.#furtherSteps += steps;
      this.#items += itemsOf(plain);
      return this.#waiting.length < MAX_WAITING || this.#enter(this.#doc ?? this.#open());
    }
    const doc = this.#whole;
    const isTaken = this.#count(() => isApplied(doc, update));
    this.#changed(doc);
    return isTaken;
  }

  /**
   * Adds a slice of a stored update.
   * @returns whether the document has changed.
   * @throws ApiError INVALID_ARGUMENT if Yjs can't apply it; the document is then unusable.
   */
  takeSlice(slice: Uint8Array): boolean {
    const doc = this.#whole;
    let isChanged = false;
    const { pendingStructs, pendingDs } = doc.store;
    const afterTransaction = (transaction: Y.Transaction) => {
      isChanged ||= hasChanged(transaction);
      // Between two slices, formatting may seem to be superfluous that is not.
      transaction._needFormattingCleanup = false;
    };
    doc.on("afterTransaction", afterTransaction);
    const isTaken = this.#count(() => isApplied(doc, slice));
    doc.off("afterTransaction", afterTransaction);
    if (!isTaken) throw noUpdate();
    isChanged ||= doc.store.pendingStructs !== pendingStructs || doc.store.pendingDs !== pendingDs;
    if (!isChanged) return false;
    this.#revision++;
    this.#bytes += slice.length;
    this.#changed(doc);
    return true;
  }

  /**
   * Forgets recent updates, which may contain text removed since: until new ones arrive, the Yjs document alone
   * answers.
   */
  forgetRecent(): void {
    // Waiting updates must enter the document first.
    this.#changed(this.#whole);
    this.#recent.forget();
  }

  /** Frees the resources of the document. */
  close(): void {
    this.#doc?.destroy();
  }

  /** The Yjs document with all updates taken so far. */
  get #whole(): Y.Doc {
    const doc = this.#doc ?? this.#open();
    this.#enter(doc);
    return doc;
  }

  #open(): Y.Doc {
    const doc = this.#count(() => {
      const opened = openIfQuick(this.#storedState);
      if (!opened) throw new SlowState();
      this.#doc = opened.doc;
      return this.#doc;
    });
    this.#storedState = { base: "", log: "" };
    return doc;
  }

  #enter(doc: Y.Doc): boolean {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting.length === 0 || this.#count(() => isApplied(doc, updateOf(waiting)));
  }

  /** Counts the steps of a merge, after which nothing waits. */
  #count<Result>(merge: () => Result): Result {
    const { result, steps } = countSteps(merge);
    this.#steps += steps;
    this.#furtherSteps = 0;
    if (this.#doc) this.#items = itemsIn(this.#doc);
    return result;
  }

  /** An upper bound of the steps that merging an update takes. */
  #stepsOf(update: Uint8Array): number {
    const examined = this.#examine(update);
    const { plain } = examined;
    examined.changes ??= plain ? itemsOf(plain) : changeCount(update);
    return stepsAtMost(examined.changes, this.#bytes + update.length, this.#doc && this.#items);
  }

  /**
   * Refuses an update that would take too long to merge. Tries it with a copy unless it is too small to take long.
   * @throws ApiError INVALID_ARGUMENT
   */
  #requireMergeable(update: Uint8Array): void {
    const bytes = this.#bytes + update.length;
    const isHarmless = () => this.#furtherSteps + this.#stepsOf(update) <= stepsLeft(this.#steps, bytes, update);
    // A small update may let many waiting parts be merged.
    if (!this.#hasPending && isHarmless()) return;
    const doc = this.#whole;
    if (!this.#hasPending && isHarmless()) return;
    const state = Y.encodeStateAsUpdate(doc);
    const copy = newDoc();
    const { steps } = countSteps(() => isApplied(copy, state));
    countSteps(() => isApplied(copy, update), stepsLeft(steps, bytes, update));
    copy.destroy();
  }

  /** Called when the document has changed other than by plain updates. */
  #changed(doc: Y.Doc): void {
    this.#recent.advance(Y.decodeStateVector(Y.encodeStateVector(doc)));
    this.#recent.forgetWhole();
    this.#deletions = undefined;
  }

  /** Whether parts of the document wait for others that have not arrived. */
  get #hasPending(): boolean {
    if (!this.#doc) return false;
    const { pendingStructs, pendingDs } = this.#doc.store;
    return pendingStructs !== null || pendingDs !== null;
  }

  get #encodedDeletions(): Uint8Array {
    // An update without items consists of the byte 0 and all deletions.
    if (!this.#deletions) {
      const doc = this.#whole;
      this.#deletions = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(doc)).subarray(1);
    }
    return this.#deletions;
  }

  #examine(update: Uint8Array): ExaminedUpdate {
    if (this.#last?.update !== update)
      this.#last = { update, plain: readPlainUpdates(update, MAX_TOGETHER), changes: undefined };
    return this.#last;
  }
}

/** Whether a transaction has added or deleted something. */
function hasChanged({ deleteSet, beforeState, afterState }: Y.Transaction): boolean {
  if (deleteSet.clients.size > 0) return true;
  for (const [client, clock] of afterState) if (beforeState.get(client) !== clock) return true;
  return false;
}

/** Number of items in the parts of a plain update. */
function itemsOf(parts: readonly PlainUpdate[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/** Number of items in a document. */
function itemsIn({ store }: Y.Doc): number {
  let count = 0;
  for (const { length } of store.clients.values()) count += length;
  return count;
}

/**
 * The clocks of a state.
 * @returns undefined if it is empty or unreadable, or has gaps and so waits for missing updates.
 */
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
