import type * as Y from "yjs";
import { newChanges } from "#domain/crdt/new-changes";
import { type Exchange, exchangeWith, fromBase64, isApplied, openState } from "#domain/crdt/yjs-state";
import type { Doc, ReadableStore } from "#store/port";
import type { StoredCrdt } from "./editors.ts";
import type { LoadedParts } from "./loading.ts";
import { logText, type NewEntry, readLog, type StoredLog } from "./update-log.ts";

/** About how much memory an item of a Yjs document takes, in bytes, and a byte of its content. */
const ITEM_MEMORY = 300;
const BYTE_MEMORY = 2;
/** Memory is told in steps of so many bytes. */
const MEMORY_STEP = 16 * 1024;

/** Up to where an editor was read. */
interface Position {
  /** Version of the editor's document. */
  version: string;
  log: StoredLog;
  rewrites: number;
  /** `lastForeignCommit` of the store. */
  foreign: number | undefined;
}

/** The Yjs document of an editor in memory: what is committed and nothing else. */
export class OpenEditor {
  readonly #doc: Y.Doc;
  #position: Position;
  /** Ids of the entries that it holds and that were not part of the base when it was read. */
  readonly #entries: Set<string>;
  #bytes: number;
  #items: number;
  #isUsable = true;

  private constructor(parts: LoadedParts, position: Position) {
    const [base, log] = [parts.update.join(""), logText(parts.entries)];
    this.#doc = openState({ base, log });
    this.#position = position;
    this.#entries = new Set(parts.entries.map(({ id }) => id));
    this.#bytes = bytesOf(base) + bytesOf(log);
    this.#items = [...this.#doc.store.clients.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** @param foreign `lastForeignCommit` before the parts were read. @returns undefined for an editor without a log. */
  static of(parts: LoadedParts, foreign: number | undefined): OpenEditor | undefined {
    const { version, data } = parts.editor;
    return data.log && new OpenEditor(parts, { version, log: data.log, rewrites: data.rewrites ?? 0, foreign });
  }

  /** About how large the state is, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** About how much memory it takes, in bytes. */
  get memory(): number {
    return Math.ceil((this.#bytes * BYTE_MEMORY + this.#items * ITEM_MEMORY) / MEMORY_STEP) * MEMORY_STEP;
  }

  /** False once there was an entry that Yjs could not apply. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /**
   * Takes over what others have committed.
   * @param found the editor as stored.
   * @returns whether it now holds all that was committed before the call; false: it has to be read anew.
   */
  async catchUp(store: ReadableStore, { path, version, data }: Doc<StoredCrdt>): Promise<boolean> {
    const foreign = store.lastForeignCommit();
    const isAlone = foreign !== undefined && foreign === this.#position.foreign;
    if (this.#isUsable && isAlone && version === this.#position.version) return true;
    const { log, rewrites = 0 } = data;
    if (!log || rewrites !== this.#position.rewrites || !this.#holdsFolded(log, isAlone)) return false;
    for (const { id, data } of await readLog(store, path, log)) this.take({ id, update: data.update });
    for (const id of this.#entries) if (id <= log.foldedUpTo) this.#entries.delete(id);
    this.#position = { version, log, rewrites, foreign };
    return this.#isUsable;
  }

  /** Whether it holds all that has become part of the base since it was read. @param isAlone no other process has committed since. */
  #holdsFolded({ epoch, foldedUpTo }: StoredLog, isAlone: boolean): boolean {
    const { log } = this.#position;
    return epoch === log.epoch && (foldedUpTo === log.foldedUpTo || (isAlone && this.#entries.has(foldedUpTo)));
  }

  /** Takes over an entry of the log. One that Yjs can't apply makes the document useless: who reads the log leaves it out. */
  take({ id, update }: NewEntry): void {
    if (this.#entries.has(id) || !this.#isUsable) return;
    this.#isUsable = isApplied(this.#doc, fromBase64(update));
    this.#entries.add(id);
    this.#bytes += bytesOf(update);
    this.#items++;
  }

  /** What an update adds, in base64; undefined: nothing. @throws ApiError INVALID_ARGUMENT for what is no update. */
  newIn(update: string): string | undefined {
    return newChanges(this.#doc, update);
  }

  /** What a client with this state vector in base64 lacks. @throws ApiError INVALID_ARGUMENT when it is none. */
  exchange(stateVector: string | undefined): Exchange {
    return exchangeWith(this.#doc, stateVector);
  }
}

function bytesOf({ length }: string): number {
  return Math.ceil((length * 3) / 4);
}
