import * as Y from "yjs";
import { requireFewClients } from "./clients.ts";
import { haveOverlaps } from "./merge-work.ts";
import { MAX_TOGETHER, type PlainUpdate, readTyped, type TypedUpdate } from "./plain-update.ts";
import { RecentUpdates } from "./recent-updates.ts";
import { unreadable, YjsReader } from "./yjs-bytes.ts";
import { fromBase64, type StateOutline } from "./yjs-state.ts";

/** Maximum size of the deletions that are merged here, in bytes. */
const MAX_MERGED = 64 * 1024;
/** Maximum number of jumps before the whole document tells how long it takes to merge them. */
const MAX_JUMPS = 1000;
/** Approximate memory of a client, and of an update besides its own bytes, in bytes. */
const CLIENT_MEMORY = 300;
const PART_MEMORY = 300;

/** Encodes no items at the start of an update, or no deletions at its end. */
const NONE = Uint8Array.of(0);

/** Returned when only the whole Yjs document can answer, because its outline lacks what is asked for. */
export const needsDocument = Symbol("needsDocument");

/**
 * The outline of a Yjs document that is too large to keep: its state vector, its deletions and what was typed since. It
 * answers clients that lack no more than that, and takes typed text and deletions.
 */
export class OutlinedDocument {
  readonly #recent = new RecentUpdates();
  /** Number of items that were inserted elsewhere than after their client's previous character. */
  #jumps = 0;
  #deletions: Uint8Array;
  #bytes: number;

  /** @param bytes size of the state. */
  constructor(outline: StateOutline, bytes: number) {
    this.#recent.advance(Y.decodeStateVector(fromBase64(outline.stateVector)));
    this.#deletions = fromBase64(outline.deletions);
    this.#bytes = bytes;
  }

  /** Approximate size of the state, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Approximate memory that this takes, in bytes. */
  get memory(): number {
    const { count, bytes } = this.#recent.kept;
    return this.#recent.clients.size * CLIENT_MEMORY + this.#deletions.length + count * PART_MEMORY + bytes;
  }

  /** What the document contains, as a Yjs state vector. */
  get stateVector(): Uint8Array {
    return this.#recent.stateVector;
  }

  /** The update that a client with this state vector lacks. */
  missing(stateVector: Uint8Array | undefined): Uint8Array | typeof needsDocument {
    return (stateVector && this.#recent.missing(stateVector, this.#deletions)) ?? needsDocument;
  }

  /**
   * The part of an update that the document lacks; undefined if none.
   * @throws ApiError INVALID_ARGUMENT for too many clients.
   */
  newOfClient(update: Uint8Array): Uint8Array | undefined | typeof needsDocument {
    requireFewClients(update, this.#recent.clients);
    const read = this.#read(update);
    if (!read) return needsDocument;
    const { parts, end, deletions } = read;
    if (parts.every(({ client, to }) => to <= this.#recent.clockOf(client)))
      return deletions && Buffer.concat([NONE, update.subarray(end)]);
    if (!this.#recent.areNext(parts) || this.#jumps + jumpsOf(parts) > MAX_JUMPS) return needsDocument;
    return deletions ? update : Buffer.concat([update.subarray(0, end), NONE]);
  }

  /** Adds an update. @returns false if it can't; the outline is then unusable. */
  take(update: Uint8Array): boolean {
    const read = this.#read(update);
    if (!read || !this.#recent.areNext(read.parts)) return false;
    // Copied items don't keep the update in memory, whose deletions are stored separately.
    const partOf = (part: PlainUpdate) => (read.deletions ? { ...part, items: new Uint8Array(part.items) } : part);
    for (const part of read.parts) this.#recent.add(partOf(part));
    this.#jumps += jumpsOf(read.parts);
    this.#deletions = read.deletions ?? this.#deletions;
    this.#bytes += update.length;
    return true;
  }

  /**
   * @returns the update, with all deletions if it adds to them; undefined if it contains more than an outline can
   * represent.
   */
  #read(update: Uint8Array): (TypedUpdate & { deletions?: Uint8Array }) | undefined {
    const typedUpdate = readTyped(update, MAX_TOGETHER);
    if (!typedUpdate) return undefined;
    const own = update.subarray(typedUpdate.end);
    if (own.length === 1 && own[0] === 0) return typedUpdate;
    const deletions = this.#withDeletions(Buffer.concat([NONE, own]), typedUpdate.parts);
    if (!deletions) return undefined;
    return Buffer.compare(deletions, this.#deletions) === 0 ? typedUpdate : { ...typedUpdate, deletions };
  }

  /**
   * All deletions, including those of an update.
   * @returns undefined if it deletes unknown items or some of them twice, is malformed, or has too many.
   */
  #withDeletions(update: Uint8Array, parts: readonly PlainUpdate[]): Uint8Array | undefined {
    if (this.#deletions.length + update.length > MAX_MERGED || !endsWithDeletions(update)) return undefined;
    const ends = new Map(parts.map(({ client, to }) => [client, to]));
    try {
      const { ds } = Y.decodeUpdate(update);
      if (haveOverlaps(ds)) return undefined;
      for (const [client, ranges] of ds.clients) {
        const end = ends.get(client) ?? this.#recent.clockOf(client);
        if (ranges.some(({ clock, len }) => clock + len > end)) return undefined;
      }
      return Y.mergeUpdates([Buffer.concat([NONE, this.#deletions]), update]).subarray(1);
    } catch {
      return undefined;
    }
  }
}

function jumpsOf(parts: readonly PlainUpdate[]): number {
  return parts.reduce((sum, { jumps }) => sum + jumps, 0);
}

/**
 * Whether an update without items ends with its deletions. Yjs would ignore further bytes; with the document, they are
 * refused.
 */
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
