import { unreadable, YjsReader } from "./yjs-bytes.ts";

/** Bits of an item's first byte: what it holds, whether it names its neighbours, and whether it is an entry of a map. */
const CONTENT = 31;
const HAS_KEY = 32;
const HAS_RIGHT = 64;
const HAS_LEFT = 128;
/** The content that is text. */
const TEXT = 4;
/** The parent that is given by its name. */
const NAMED = 1;

/** An item of a Yjs document, by its place among those of its client. */
interface ItemId {
  client: number;
  clock: number;
}

/**
 * An update that adds text of one client and nothing else: no deletion, no other content. Most updates are of this kind, and what
 * they add to a document can be said without it.
 */
export interface PlainUpdate {
  client: number;
  /** Clock of the first character, and the one behind the last. */
  from: number;
  to: number;
  /** Number of items. */
  count: number;
  /** The items as the update has them. */
  items: Uint8Array;
  /** Items of other clients that the text stands beside. */
  neighbours: readonly ItemId[];
}

/** Clients of an update that documents in memory look at in plain parts: those of an editor who type in the time of a save. */
export const MAX_TOGETHER = 64;

/** Reads an update of Yjs's version 1. @returns undefined for everything else than a plain update, be it an update or none. */
export function readPlainUpdate(update: Uint8Array): PlainUpdate | undefined {
  return readPlainUpdates(update, 1)?.[0];
}

/**
 * The same for an update of several clients, such as those that were merged to be stored together: one for each of them.
 * @param most clients that it may have.
 */
export function readPlainUpdates(update: Uint8Array, most: number): PlainUpdate[] | undefined {
  const typed = readTyped(update, most);
  const isPlain = typed && typed.parts.length > 0 && update.length === typed.end + 1 && update[typed.end] === 0;
  return isPlain ? typed.parts : undefined;
}

/** An update that adds text of clients, or nothing, and deletes what its end says. */
export interface TypedUpdate {
  parts: PlainUpdate[];
  /** Where the items end and the deletions begin. */
  end: number;
}

/** Reads the items of an update. @returns undefined for one that adds anything but text, and for what is no update. */
export function readTyped(update: Uint8Array, most: number): TypedUpdate | undefined {
  try {
    const reader = new YjsReader(update);
    const clients = reader.number();
    if (clients > most) return undefined;
    const parts: PlainUpdate[] = [];
    for (let i = 0; i < clients; i++) {
      const one = readClient(reader, update);
      if (!one || parts.some(({ client }) => client === one.client)) return undefined;
      parts.push(one);
    }
    return { parts, end: reader.at };
  } catch (error) {
    if (error === unreadable) return undefined;
    throw error;
  }
}

function readClient(reader: YjsReader, update: Uint8Array): PlainUpdate | undefined {
  const count = reader.number();
  const client = reader.number();
  const from = reader.number();
  const start = reader.at;
  const neighbours: ItemId[] = [];
  let to = from;
  for (let i = 0; i < count; i++) {
    const length = textLength(reader, { client, clock: to }, neighbours);
    if (length === 0) return undefined;
    to += length;
  }
  if (count === 0) return undefined;
  return { client, from, to, count, items: update.subarray(start, reader.at), neighbours };
}

/** Reads one item. @returns the length of its text; 0 for any other item. */
function textLength(reader: YjsReader, own: ItemId, neighbours: ItemId[]): number {
  const info = reader.byte();
  if ((info & CONTENT) !== TEXT) return 0;
  for (const bit of [HAS_LEFT, HAS_RIGHT]) {
    if (!(info & bit)) continue;
    const neighbour = { client: reader.number(), clock: reader.number() };
    if (neighbour.client !== own.client) neighbours.push(neighbour);
    else if (neighbour.clock >= own.clock) return 0;
  }
  if (!(info & (HAS_LEFT | HAS_RIGHT))) {
    if (info & HAS_KEY || reader.number() !== NAMED) return 0;
    reader.skipText();
  }
  return reader.skipText();
}
