import { type ClientUpdates, writeUpdate } from "./merged-updates.ts";
import type { PlainUpdate } from "./plain-update.ts";
import { sizeOf, unreadable, YjsReader, YjsWriter } from "./yjs-bytes.ts";

/** Updates that are kept at least, where there were so many. */
const KEPT = 500;

/** What a document has of one client. */
interface Client {
  id: number;
  clock: number;
  /** Its latest updates, without a gap up to the clock. */
  recent: PlainUpdate[];
}

/**
 * The state vector of a document and its latest plain updates. Who lacks no more than these gets them as they came, which takes a
 * fraction of the time that Yjs needs to find and encode them.
 */
export class RecentUpdates {
  readonly #clients = new Map<number, Client>();
  /** The same, the greatest id first, as Yjs writes them; sorted when it is read. */
  readonly #inOrder: Client[] = [];
  #isSorted = true;
  /** The clients of the kept updates, the oldest first. */
  #order: Client[] = [];

  /** Clock behind the last item of a client. */
  clockOf(client: number): number {
    return this.#clients.get(client)?.clock ?? 0;
  }

  /** Whether the document has all that a plain update stands beside. */
  hasNeighbours({ neighbours }: PlainUpdate): boolean {
    return neighbours.every(({ client, clock }) => clock < this.clockOf(client));
  }

  /** Takes an update that begins where its client ended. */
  add(update: PlainUpdate): void {
    const client = this.#client(update.client);
    client.clock = update.to;
    client.recent.push(update);
    this.#order.push(client);
    if (this.#order.length < 2 * KEPT) return;
    for (const { recent } of this.#order.splice(0, KEPT)) recent.shift();
  }

  /** Takes clocks that the document has come to by other updates. */
  advance(clocks: Iterable<readonly [client: number, clock: number]>): void {
    for (const [id, clock] of clocks) {
      const client = this.#client(id);
      if (client.clock === clock) continue;
      client.clock = clock;
      client.recent = [];
      this.#order = this.#order.filter((one) => one !== client);
    }
  }

  /** The state vector as Yjs encodes it. */
  get stateVector(): Uint8Array {
    const clients = this.#sorted;
    let size = sizeOf(clients.length);
    for (const { id, clock } of clients) size += sizeOf(id) + sizeOf(clock);
    const writer = new YjsWriter(size);
    writer.number(clients.length);
    for (const { id, clock } of clients) {
      writer.number(id);
      writer.number(clock);
    }
    return writer.bytes;
  }

  /**
   * What somebody with this state vector lacks, as an update.
   * @param deletions of the document, encoded.
   * @returns undefined where the kept updates do not suffice, or the state vector is none that Yjs has written.
   */
  missing(stateVector: Uint8Array, deletions: Uint8Array): Uint8Array | undefined {
    const missing = this.#missing(stateVector);
    if (!missing) return undefined;
    return writeUpdate(missing, deletions);
  }

  #missing(stateVector: Uint8Array): ClientUpdates[] | undefined {
    const missing: ClientUpdates[] = [];
    try {
      const known = new KnownClocks(stateVector);
      for (const { id, clock, recent } of this.#sorted) {
        const from = known.next(id);
        if (from >= clock) continue;
        const first = recent.findLastIndex((update) => update.from === from);
        if (first < 0) return undefined;
        missing.push({ id, updates: first === 0 ? recent : recent.slice(first) });
      }
      known.end();
      return missing;
    } catch (error) {
      if (error === unreadable) return undefined;
      throw error;
    }
  }

  #client(id: number): Client {
    const known = this.#clients.get(id);
    if (known) return known;
    const client = { id, clock: 0, recent: [] };
    this.#clients.set(id, client);
    this.#inOrder.push(client);
    this.#isSorted = false;
    return client;
  }

  get #sorted(): readonly Client[] {
    if (!this.#isSorted) this.#inOrder.sort((a, b) => b.id - a.id);
    this.#isSorted = true;
    return this.#inOrder;
  }
}

/** Walks through a state vector whose ids fall, as Yjs writes them. Its methods throw `unreadable` for any other one. */
class KnownClocks {
  readonly #reader: YjsReader;
  #left: number;
  #id = Number.POSITIVE_INFINITY;
  #clock = 0;

  constructor(stateVector: Uint8Array) {
    this.#reader = new YjsReader(stateVector);
    this.#left = this.#reader.number() + 1;
    this.#step();
  }

  /** The clock of a client. The ids of the calls must fall. */
  next(id: number): number {
    while (this.#id > id) this.#step();
    return this.#id === id ? this.#clock : 0;
  }

  /** Reads what is left. */
  end(): void {
    while (this.#left > 0) this.#step();
    if (!this.#reader.isAtEnd) throw unreadable;
  }

  #step(): void {
    if (--this.#left <= 0) {
      this.#id = -1;
      return;
    }
    const id = this.#reader.number();
    if (id >= this.#id) throw unreadable;
    this.#id = id;
    this.#clock = this.#reader.number();
  }
}
