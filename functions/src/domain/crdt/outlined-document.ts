import * as Y from "yjs";
import { requireFewClients } from "./client-limit.ts";
import { MAX_TOGETHER, type PlainUpdate, readTyped, type TypedUpdate } from "./plain-update.ts";
import { RecentUpdates } from "./recent-updates.ts";
import { unreadable, YjsReader } from "./yjs-bytes.ts";
import { fromBase64, type StateOutline } from "./yjs-state.ts";

/** Bytes of deletions up to which further ones are merged here. */
const MAX_MERGED = 64 * 1024;
/** About how many bytes of memory a client takes, and an update beside its own bytes. */
const CLIENT_MEMORY = 300;
const PART_MEMORY = 300;

/** No items, which begins an update, or no deletions, which ends one. */
const NONE = Uint8Array.of(0);

/** Only the whole Yjs document can answer: its outline lacks what is asked for. */
export const needsDocument = Symbol("needsDocument");

/**
 * What is known of a Yjs document that is too large to be kept: its state vector, its deletions and what was typed since. That answers
 * whoever lacks no more, and takes what is typed and deleted.
 */
export class OutlinedDocument {
  readonly #recent = new RecentUpdates();
  #deletions: Uint8Array;
  #bytes: number;

  /** @param bytes of the state. */
  constructor(outline: StateOutline, bytes: number) {
    this.#recent.advance(Y.decodeStateVector(fromBase64(outline.stateVector)));
    this.#deletions = fromBase64(outline.deletions);
    this.#bytes = bytes;
  }

  /** About how large the state is, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** About how much memory this takes, in bytes. */
  get memory(): number {
    const { count, bytes } = this.#recent.kept;
    return this.#recent.clients.size * CLIENT_MEMORY + this.#deletions.length + count * PART_MEMORY + bytes;
  }

  /** What the document has, as a Yjs state vector. */
  get stateVector(): Uint8Array {
    return this.#recent.stateVector;
  }

  /** What a client with this state vector lacks. */
  missing(stateVector: Uint8Array | undefined): Uint8Array | typeof needsDocument {
    return (stateVector && this.#recent.missing(stateVector, this.#deletions)) ?? needsDocument;
  }

  /** The part of an update that the document lacks; undefined: nothing. @throws ApiError INVALID_ARGUMENT for too many clients. */
  newIn(update: Uint8Array): Uint8Array | undefined | typeof needsDocument {
    requireFewClients(update, this.#recent.clients);
    const read = this.#read(update);
    if (!read) return needsDocument;
    const { parts, end, deletions } = read;
    if (parts.every(({ client, to }) => to <= this.#recent.clockOf(client)))
      return deletions && Buffer.concat([NONE, update.subarray(end)]);
    if (!this.#recent.areNext(parts)) return needsDocument;
    return deletions ? update : Buffer.concat([update.subarray(0, end), NONE]);
  }

  /** Takes an update over. @returns false when it can't; the outline is then useless. */
  take(update: Uint8Array): boolean {
    const read = this.#read(update);
    if (!read || !this.#recent.areNext(read.parts)) return false;
    // Copied, the items keep no deletions in memory, which stand behind them in the update.
    const partOf = (part: PlainUpdate) => (read.deletions ? { ...part, items: new Uint8Array(part.items) } : part);
    for (const part of read.parts) this.#recent.add(partOf(part));
    this.#deletions = read.deletions ?? this.#deletions;
    this.#bytes += update.length;
    return true;
  }

  /** @returns with the update all deletions, where it adds to them; undefined for an update that has more than is told here. */
  #read(update: Uint8Array): (TypedUpdate & { deletions?: Uint8Array }) | undefined {
    const typed = readTyped(update, MAX_TOGETHER);
    if (!typed) return undefined;
    const own = update.subarray(typed.end);
    if (own.length === 1 && own[0] === 0) return typed;
    const deletions = this.#withDeletions(Buffer.concat([NONE, own]), typed.parts);
    if (!deletions) return undefined;
    return Buffer.compare(deletions, this.#deletions) === 0 ? typed : { ...typed, deletions };
  }

  /** All deletions with those of an update. @returns undefined where it deletes what is not here, and for what is no update. */
  #withDeletions(update: Uint8Array, parts: readonly PlainUpdate[]): Uint8Array | undefined {
    if (this.#deletions.length + update.length > MAX_MERGED || !endsWithDeletions(update)) return undefined;
    const ends = new Map(parts.map(({ client, to }) => [client, to]));
    try {
      for (const [client, ranges] of Y.decodeUpdate(update).ds.clients) {
        const end = ends.get(client) ?? this.#recent.clockOf(client);
        if (ranges.some(({ clock, len }) => clock + len > end)) return undefined;
      }
      return Y.mergeUpdates([Buffer.concat([NONE, this.#deletions]), update]).subarray(1);
    } catch {
      return undefined;
    }
  }
}

/** Whether an update without items ends with its deletions: Yjs would ignore what follows, and those who need the document refuse it. */
function endsWithDeletions(update: Uint8Array): boolean {
  const reader = new YjsReader(update.subarray(NONE.length));
  try {
    for (let clients = reader.number(); clients > 0; clients--) {
      reader.number();
      for (let numbers = 2 * reader.number(); numbers > 0; numbers--) reader.number();
    }
    return reader.isAtEnd;
  } catch (error) {
    if (error === unreadable) return false;
    throw error;
  }
}
