import { LiveDocument } from "#domain/crdt/live-document";
import { needsDocument, OutlinedDocument } from "#domain/crdt/outlined-document";
import { type Exchange, fromBase64, SlowState, type StateOutline, toBase64 } from "#domain/crdt/yjs-state";
import { lengthOf } from "#platform/text/length-of";
import { splitPath } from "#store/paths";
import type { Doc, ReadableStore } from "#store/port";
import type { StoredCrdt } from "./editors.ts";
import type { LoadedParts } from "./loading.ts";
import {
  isUnfolded,
  logText,
  type NewEntry,
  readLog,
  type StoredLog,
  type StoredUpdate,
  updatesOf,
} from "./update-log.ts";

/** Approximate memory of an item of a Yjs document, and of a byte of its content, in bytes. */
const ITEM_MEMORY = 300;
const BYTE_MEMORY = 2;
/** Memory is rounded up to multiples of this many bytes. */
const MEMORY_STEP = 16 * 1024;

/** What an update adds to a document, if that can be told. */
type Added = ReturnType<OutlinedDocument["newOfClient"]>;

/** How far an editor was read. */
interface Position {
  /** Version of the editor's document. */
  version: string;
  log: StoredLog;
  rewrites: number;
  /** `upTo` of the store's `foreignWrites`: later commits of other processes were not taken over yet. */
  foreign: number | undefined;
}

/** The Yjs document of an editor in memory, or the outline of a large one. It contains only what is committed. */
export class OpenEditor {
  readonly #document: LiveDocument | OutlinedDocument;
  #position: Position;
  /** Ids of the entries that it contains and that were not part of the base when it was read. */
  readonly #entries: Set<string>;
  /** The last update examined, in base64 and as bytes: most updates are taken right after that. */
  #last: NewUpdate | undefined;
  #isUsable = true;

  private constructor({ entries }: LoadedParts, position: Position, document: LiveDocument | OutlinedDocument) {
    this.#document = document;
    this.#position = position;
    this.#entries = new Set(entries.map(({ id }) => id));
  }

  /**
   * @param foreign `upTo` of the store's `foreignWrites` before the parts were read.
   * @param outline is kept instead of the document.
   * @returns undefined for an editor without a log, or whose document takes too long to open.
   */
  static of(parts: LoadedParts, foreign: number | undefined, outline?: StateOutline): OpenEditor | undefined {
    const { version, data } = parts.editor;
    if (!data.log) return undefined;
    const position = { version, log: data.log, rewrites: data.rewrites ?? 0, foreign };
    const document = outline ? new OutlinedDocument(outline, bytesOf(parts)) : toDocument(parts);
    return document && new OpenEditor(parts, position, document);
  }

  /** Approximate size of the state, in bytes. */
  get bytes(): number {
    return this.#document.bytes;
  }

  /** Approximate memory that it takes, in bytes. */
  get memory(): number {
    const document = this.#document;
    if (document instanceof OutlinedDocument) return inSteps(document.memory);
    return inSteps(document.bytes * BYTE_MEMORY + document.items * ITEM_MEMORY);
  }

  /** Whether it keeps an outline instead of the document. */
  get isOutline(): boolean {
    return this.#document instanceof OutlinedDocument;
  }

  /** False after an entry that Yjs could not apply. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /**
   * Takes over what others have committed.
   * @param storedEditor the editor as stored.
   * @returns whether it now contains all that was committed before the call; if false, it must be read again.
   */
  async catchUp(store: ReadableStore, { path, version, data }: Doc<StoredCrdt>): Promise<boolean> {
    const foreign = store.foreignWrites(updatesOf(path), this.#position.foreign);
    if (this.#isUsable && foreign?.paths?.length === 0 && version === this.#position.version) return true;
    const { log, rewrites = 0 } = data;
    const before = this.#position.log;
    if (log?.epoch !== before.epoch || rewrites !== this.#position.rewrites) return false;
    const isFolded = log.foldedUpTo !== before.foldedUpTo;
    if (foreign?.paths) {
      if (!(await this.#takeEntries(store, foreign.paths))) return false;
      if (isFolded && !this.#entries.has(log.foldedUpTo)) return false;
    } else {
      // Entries may have been folded that this document does not contain.
      if (isFolded) return false;
      for (const { id, data } of await readLog(store, path, log)) this.take({ id, update: data.update });
    }
    if (isFolded) for (const id of this.#entries) if (id <= log.foldedUpTo) this.#entries.delete(id);
    this.#position = { version, log, rewrites, foreign: foreign?.upTo };
    return this.#isUsable;
  }

  /**
   * Takes over entries that other processes have added.
   * @param paths of entries that were added or deleted.
   * @returns whether all that it lacked still exist: others may be part of the base already.
   */
  async #takeEntries(store: ReadableStore, paths: readonly string[]): Promise<boolean> {
    const { log } = this.#position;
    const lackedPaths = paths.filter((path) => {
      const { id } = splitPath(path);
      return isUnfolded(log, id) && !this.#entries.has(id);
    });
    if (lackedPaths.length === 0) return true;
    const entries = await store.getMany<StoredUpdate>(lackedPaths);
    for (const entry of entries) if (entry) this.take({ id: entry.id, update: entry.data.update });
    return entries.every((entry) => entry !== undefined);
  }

  /**
   * Adds an entry of the log. One that Yjs can't apply makes the document unusable; readers of the log leave it out.
   */
  take({ id, update }: NewEntry): void {
    if (this.#entries.has(id) || !this.#isUsable) return;
    this.#isUsable = this.#unlessSlow(() => this.#document.take(this.#bytesOf(update))) ?? false;
    this.#entries.add(id);
  }

  /**
   * What an update adds, in base64; undefined if that is nothing, `needsDocument` if only a worker thread can tell.
   * @throws ApiError INVALID_ARGUMENT if it is no update.
   */
  newIn(update: string): string | undefined | typeof needsDocument {
    const bytes = this.#bytesOf(update);
    const read = this.#unlessSlow<{ added: Added }>(() => ({ added: this.#document.newOfClient(bytes) }));
    const added: Added = read ? read.added : needsDocument;
    if (added === needsDocument) return needsDocument;
    return added === bytes ? update : added && toBase64(added);
  }

  /**
   * The exchange for a client with this state vector, or with nothing.
   * @returns undefined if an outline can't answer.
   */
  exchange(stateVector: Uint8Array | undefined): Exchange | undefined {
    const update = this.#unlessSlow<Uint8Array | typeof needsDocument>(() => this.#document.missing(stateVector));
    if (update === undefined || update === needsDocument) return undefined;
    return { update: toBase64(update), stateVector: toBase64(this.#document.stateVector) };
  }

  /**
   * The whole state as an update in base64, and the entries of the log that it contains beyond the base.
   * @returns undefined for an outline.
   */
  whole(log: StoredLog): { update: string; entries: { id: string }[] } | undefined {
    const document = this.#document;
    if (document instanceof OutlinedDocument) return undefined;
    const update = this.#unlessSlow(() => document.missing());
    if (!update) return undefined;
    const ids = [...this.#entries].filter((id) => isUnfolded(log, id)).sort();
    return { update: toBase64(update), entries: ids.map((id) => ({ id })) };
  }

  /** Asks the document. @returns undefined if it takes too long to open; it is then unusable. */
  #unlessSlow<Result>(ask: () => Result): Result | undefined {
    return unlessSlow(ask, () => {
      this.#isUsable = false;
    });
  }

  #bytesOf(update: string): Uint8Array {
    if (this.#last?.update !== update) this.#last = { update, bytes: fromBase64(update) };
    return this.#last.bytes;
  }
}

/** @returns undefined if it takes too long to open. */
function toDocument({ update, entries }: LoadedParts): LiveDocument | undefined {
  return unlessSlow(() => new LiveDocument({ base: update.join(""), log: logText(entries) }));
}

/** The result of `ask`; undefined, after `whenSlow`, if a document takes too long to open. */
function unlessSlow<Result>(ask: () => Result, whenSlow: () => void = () => undefined): Result | undefined {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof SlowState)) throw error;
    whenSlow();
    return undefined;
  }
}

/** Approximate size of an editor's state, in bytes. */
function bytesOf({ update, entries }: LoadedParts): number {
  const base64 = lengthOf(update) + logText(entries).length;
  return Math.ceil((base64 * 3) / 4);
}

function inSteps(bytes: number): number {
  return Math.ceil(bytes / MEMORY_STEP) * MEMORY_STEP;
}

/** An update in base64 and as bytes. */
interface NewUpdate {
  update: string;
  bytes: Uint8Array;
}
