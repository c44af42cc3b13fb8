import { sizeOf, unreadable, writeNumber, YjsReader, YjsWriter } from "./yjs-bytes.ts";

/** What a document contains of one client. */
export interface KnownClient {
  readonly id: number;
  /** Clock after the last item of the client. */
  clock: number;
  /** Its index among all clients when the state vector was last encoded. */
  index: number;
}

/** An encoded state vector, the greatest id first, as Yjs writes it. */
interface Encoded {
  bytes: Uint8Array;
  ids: number[];
  /** Where the entry of each client begins, and at last where the final one ends. */
  starts: number[];
}

/**
 * The state vector of a document, kept in encoded form: an update changes one number in it, and most of it equals the
 * state vectors of clients byte by byte.
 */
export class StateVector<Client extends KnownClient> {
  /** The greatest id first while `#encoded` is set. */
  readonly #clients: Client[] = [];
  #encoded: Encoded | undefined;

  add(client: Client): void {
    const count = this.#clients.length;
    // One more client may need another byte for the count, which moves all entries.
    if (this.#encoded && sizeOf(count + 1) === sizeOf(count)) insert(this.#encoded, this.#clients, client);
    else {
      this.#clients.push(client);
      this.#encoded = undefined;
    }
  }

  /** Changes the clock of one of the clients. */
  advance(client: Client, clock: number): void {
    client.clock = clock;
    if (this.#encoded) writeClock(this.#encoded, client);
  }

  /** Encodes all clients again when the state vector is needed next, which is faster after many changes. */
  encodeAnew(): void {
    this.#encoded = undefined;
  }

  /** A copy of the encoded state vector. */
  get bytes(): Uint8Array {
    return Buffer.from(this.#whole.bytes);
  }

  /**
   * The clients of which the owner of another state vector lacks items, the greatest id first, and from which clock on.
   * @throws `unreadable` if the ids are not in descending order, as Yjs writes them.
   */
  lackedBy(stateVector: Uint8Array): { client: Client; from: number }[] {
    const own = this.#whole;
    const others = new OtherClocks(stateVector);
    const lacked: { client: Client; from: number }[] = [];
    for (let i = 0; i < own.ids.length; i++) {
      if (others.skip(own, i)) continue;
      const client = this.#clients[i] as Client;
      const from = others.next(client.id);
      if (from < client.clock) lacked.push({ client, from });
    }
    others.end();
    return lacked;
  }

  get #whole(): Encoded {
    this.#encoded ??= encode(this.#clients.sort((a, b) => b.id - a.id));
    return this.#encoded;
  }
}

/** Encodes the clients and sets the index of each. */
function encode(clients: readonly KnownClient[]): Encoded {
  const encoded: Encoded = { bytes: new Uint8Array(), ids: [], starts: [] };
  let size = sizeOf(clients.length);
  for (const [index, client] of clients.entries()) {
    client.index = index;
    encoded.ids.push(client.id);
    encoded.starts.push(size);
    size += sizeOf(client.id) + sizeOf(client.clock);
  }
  encoded.starts.push(size);
  const writer = new YjsWriter(size);
  writer.number(clients.length);
  for (const { id, clock } of clients) {
    writer.number(id);
    writer.number(clock);
  }
  encoded.bytes = writer.bytes;
  return encoded;
}

/**
 * Inserts a client at its place, in `clients` too. Everybody who opens a document and types is a new client, and
 * encoding all clients again for each would take many times as long.
 */
function insert<Client extends KnownClient>(encoded: Encoded, clients: Client[], client: Client): void {
  const { bytes, ids, starts } = encoded;
  const { id, clock } = client;
  const index = placeOf(id, ids);
  const start = starts[index] as number;
  const size = sizeOf(id) + sizeOf(clock);
  clients.splice(index, 0, client);
  ids.splice(index, 0, id);
  starts.splice(index, 0, start);
  for (let i = index; i < clients.length; i++) {
    (clients[i] as Client).index = i;
    (starts[i + 1] as number) += size;
  }
  encoded.bytes = Buffer.concat([bytes.subarray(0, start), Buffer.alloc(size), bytes.subarray(start)]);
  writeNumber(encoded.bytes, 0, ids.length);
  writeNumber(encoded.bytes, writeNumber(encoded.bytes, start, id), clock);
}

/** The index of an id among others in descending order. */
function placeOf(id: number, ids: readonly number[]): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) > id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function writeClock(encoded: Encoded, { id, index, clock }: KnownClient): void {
  const { bytes, starts } = encoded;
  const start = (starts[index] as number) + sizeOf(id);
  const end = starts[index + 1] as number;
  const growth = sizeOf(clock) - (end - start);
  if (growth !== 0) {
    encoded.bytes = Buffer.concat([bytes.subarray(0, end), Buffer.alloc(growth), bytes.subarray(end)]);
    for (let i = index + 1; i < starts.length; i++) (starts[i] as number) += growth;
  }
  writeNumber(encoded.bytes, start, clock);
}

/** Walks through a state vector whose ids descend. Its methods throw `unreadable` for any other one. */
class OtherClocks {
  readonly #reader: YjsReader;
  /** Number of clients not yet read. */
  #left: number;
  /** The client that was read last, and whether it comes after the one that was asked for. */
  #id = Number.POSITIVE_INFINITY;
  #clock = 0;
  #isAhead = false;

  constructor(stateVector: Uint8Array) {
    this.#reader = new YjsReader(stateVector);
    this.#left = this.#reader.number();
  }

  /** Whether the next client is the one at this index, with the same clock; if so, it is skipped. */
  skip({ bytes, ids, starts }: Encoded, index: number): boolean {
    if (this.#isAhead || this.#left === 0) return false;
    if (!this.#reader.skipSame(bytes, starts[index] as number, starts[index + 1] as number)) return false;
    this.#left--;
    this.#id = ids[index] as number;
    return true;
  }

  /** The clock of a client, 0 if it is missing. The ids must descend from call to call. */
  next(id: number): number {
    if (!this.#isAhead) this.#step();
    while (this.#id > id) this.#step();
    this.#isAhead = this.#id < id;
    return this.#isAhead ? 0 : this.#clock;
  }

  /** Reads the remaining clients. */
  end(): void {
    while (this.#left > 0) this.#step();
    if (!this.#reader.isAtEnd) throw unreadable;
  }

  #step(): void {
    if (this.#left === 0) {
      this.#id = -1;
      return;
    }
    this.#left--;
    const id = this.#reader.number();
    if (id >= this.#id) throw unreadable;
    this.#id = id;
    this.#clock = this.#reader.number();
  }
}
