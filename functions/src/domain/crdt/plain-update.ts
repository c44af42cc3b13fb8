import { unreadable, YjsReader } from "./yjs-bytes.ts";

/**
 * Bits of an item's first byte: its kind of content, whether it is an entry of a map, and whether it names neighbours.
 */
const CONTENT = 31;
const HAS_KEY = 32;
const HAS_RIGHT = 64;
const HAS_LEFT = 128;
/** The kind of content that is text. */
const TEXT = 4;
/** Marks a parent that is given by its name. */
const NAMED = 1;

/** The id of an item of a Yjs document: its client, and its position among the items of that client. */
interface ItemId {
  client: number;
  clock: number;
}

/**
 * An update that adds text of one client and nothing else: no deletion, no other content. Most updates are of this
 * kind, and what they add is known without opening the document.
 */
export interface PlainUpdate {
  client: number;
  /** Clock of the first character, and the clock after the last one. */
  from: number;
  to: number;
  /** Number of items. */
  count: number;
  /** Number of items that do not follow the previous character of their client. */
  jumps: number;
  /** The items as they are encoded in the update. */
  items: Uint8Array;
  /** Items of other clients next to which the text was inserted. */
  neighbours: readonly ItemId[];
}

/** Maximum number of clients of an update that is split into plain parts: about as many as type between two saves. */
export const MAX_TOGETHER = 64;

/**
 * Reads an update in Yjs's format version 1.
 * @returns undefined for anything but a plain update, malformed bytes included.
 */
export function readPlainUpdate(update: Uint8Array): PlainUpdate | undefined {
  return readPlainUpdates(update, 1)?.[0];
}

/**
 * Reads an update of several clients, such as one merged to be stored: one plain update for each of them.
 * @param most maximum number of clients.
 */
export function readPlainUpdates(update: Uint8Array, most: number): PlainUpdate[] | undefined {
  const typedUpdate = readTyped(update, most);
  const isPlain =
    typedUpdate &&
    typedUpdate.parts.length > 0 &&
    update.length === typedUpdate.end + 1 &&
    update[typedUpdate.end] === 0;
  return isPlain ? typedUpdate.parts : undefined;
}

/** An update that adds text of clients or nothing, and ends with deletions. */
export interface TypedUpdate {
  parts: PlainUpdate[];
  /** Where the items end and the deletions begin. */
  end: number;
}

/** Reads the items of an update. @returns undefined if it adds anything but text, or is malformed. */
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
  let jumps = 0;
  for (let i = 0; i < count; i++) {
    const item = { client, clock: to, isJump: true };
    const length = textLength(reader, item, neighbours);
    if (item.isJump) jumps++;
    if (length === 0) return undefined;
    to += length;
  }
  if (count === 0) return undefined;
  return { client, from, to, count, jumps, items: update.subarray(start, reader.at), neighbours };
}

/**
 * Reads one item.
 * @param own becomes no jump if it follows the previous character of its client.
 * @returns the length of its text; 0 for any other item.
 */
function textLength(reader: YjsReader, own: ItemId & { isJump: boolean }, neighbours: ItemId[]): number {
  const info = reader.byte();
  if ((info & CONTENT) !== TEXT) return 0;
  for (const bit of [HAS_LEFT, HAS_RIGHT]) {
    if (!(info & bit)) continue;
    const neighbour = { client: reader.number(), clock: reader.number() };
    if (neighbour.client !== own.client) neighbours.push(neighbour);
    else if (neighbour.clock >= own.clock) return 0;
    else if (bit === HAS_LEFT && neighbour.clock === own.clock - 1) own.isJump = false;
  }
  if (!(info & (HAS_LEFT | HAS_RIGHT))) {
    if (info & HAS_KEY || reader.number() !== NAMED) return 0;
    reader.skipText();
  }
  return reader.skipText();
}
