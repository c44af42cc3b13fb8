import { type ClientUpdates, writeUpdate } from "./merged-updates.ts";
import { type PlainUpdate, readTyped } from "./plain-update.ts";
import { type KnownClient, StateVector } from "./state-vector.ts";
import { unreadable } from "./yjs-bytes.ts";

/** Updates that are kept at least, where there were so many. */
const KEPT = 500;
/** Most clients of a document whose whole text is kept as it was sent. */
const MOST_WHOLE = 512;
/** How often updates that came together are gone through for those that stand beside others of them. */
const PASSES = 3;

/** What a document has of one client. */
interface Client extends KnownClient {
  /** Its latest updates, without a gap up to the clock. */
  recent: PlainUpdate[];
}

/**
 * The state vector of a document and its latest plain updates. Who lacks no more than these gets them as they came, which takes a
 * fraction of the time that Yjs needs to find and encode them.
 */
export class RecentUpdates {
  readonly #clients = new Map<number, Client>();
  readonly #vector = new StateVector<Client>();
  /** The clients of the kept updates, the oldest first. */
  #order: Client[] = [];
  /** Bytes of the items of the kept updates. */
  #bytes = 0;
  /** The text of each client up to some clock, as it was last sent to somebody who had nothing. */
  #lastWhole = new Map<number, PlainUpdate>();

  /** The clients of the document by their ids. */
  get clients(): Pick<ReadonlyMap<number, unknown>, "size" | "has"> {
    return this.#clients;
  }

  /** How many updates are kept, and the bytes of their items. */
  get kept(): { count: number; bytes: number } {
    return { count: this.#order.length, bytes: this.#bytes };
  }

  /** Clock behind the last item of a client. */
  clockOf(client: number): number {
    return this.#clients.get(client)?.clock ?? 0;
  }

  /** Whether updates of different clients begin where these have ended, and stand beside what the document or one before them has. */
  areNext(updates: readonly PlainUpdate[]): boolean {
    if (updates.some(({ client, from }) => from !== this.clockOf(client))) return false;
    const ends = new Map<number, number>();
    let left = updates;
    for (let pass = 0; pass < PASSES && left.length > 0; pass++)
      left = left.filter(({ client, to, neighbours }) => {
        const isNext = neighbours.every((one) => one.clock < (ends.get(one.client) ?? this.clockOf(one.client)));
        if (isNext) ends.set(client, to);
        return !isNext;
      });
    return left.length === 0;
  }

  /** Takes an update that begins where its client ended. */
  add(update: PlainUpdate): void {
    const client = this.#client(update.client);
    this.#vector.advance(client, update.to);
    client.recent.push(update);
    this.#order.push(client);
    this.#bytes += update.items.length;
    if (this.#order.length < 2 * KEPT) return;
    for (const { recent } of this.#order.splice(0, KEPT)) this.#bytes -= recent.shift()?.items.length ?? 0;
  }

  /** Takes clocks that the document has come to by other updates. */
  advance(clocks: Iterable<readonly [client: number, clock: number]>): void {
    for (const [id, clock] of clocks) {
      const client = this.#client(id);
      if (client.clock === clock) continue;
      this.#vector.advance(client, clock);
      for (const { items } of client.recent) this.#bytes -= items.length;
      client.recent = [];
      this.#order = this.#order.filter((one) => one !== client);
    }
  }

  /** Keeps what was sent to somebody who had nothing: the next such reader gets it with the updates since. */
  keepWhole(whole: Uint8Array): void {
    const { parts = [] } = readTyped(whole, MOST_WHOLE) ?? {};
    this.#lastWhole = new Map(parts.map((part) => [part.client, { ...part, neighbours: [] }]));
  }

  /** Forgets it, since it holds what is deleted now. */
  forgetWhole(): void {
    this.#lastWhole.clear();
  }

  /** Forgets all updates: they may hold what nobody is to be told any more. */
  forget(): void {
    for (const client of this.#clients.values()) client.recent = [];
    this.#order = [];
    this.forgetWhole();
  }

  /** The state vector as Yjs encodes it. */
  get stateVector(): Uint8Array {
    return this.#vector.bytes;
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
      for (const { client, from } of this.#vector.lackedBy(stateVector)) {
        const updates = since(client, from) ?? (from === 0 ? this.#whole(client) : undefined);
        if (!updates) return undefined;
        missing.push({ id: client.id, updates });
      }
      return missing;
    } catch (error) {
      if (error === unreadable) return undefined;
      throw error;
    }
  }

  /** All updates of a client. @returns undefined where those are not kept that came after what was last sent of it. */
  #whole(client: Client): PlainUpdate[] | undefined {
    const lastWhole = this.#lastWhole.get(client.id);
    const later = lastWhole && since(client, lastWhole.to);
    return later && [lastWhole, ...later];
  }

  #client(id: number): Client {
    const known = this.#clients.get(id);
    if (known) return known;
    const client = { id, clock: 0, recent: [], index: 0 };
    this.#clients.set(id, client);
    this.#vector.add(client);
    return client;
  }
}

/** The kept updates of a client from a clock on. @returns undefined where none begins there. */
function since({ clock, recent }: Client, from: number): readonly PlainUpdate[] | undefined {
  if (from === clock) return [];
  const [oldest] = recent;
  // Each begins where the one before it ends.
  if (!oldest || oldest.from > from) return undefined;
  let first = recent.length - 1;
  while ((recent[first] as PlainUpdate).from > from) first--;
  if ((recent[first] as PlainUpdate).from < from) return undefined;
  return first === 0 ? recent : recent.slice(first);
}
