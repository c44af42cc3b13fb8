import { type ClientUpdates, writeUpdate } from "./merged-updates.ts";
import { type PlainUpdate, readTyped } from "./plain-update.ts";
import { type KnownClient, StateVector } from "./state-vector.ts";
import { unreadable } from "./yjs-bytes.ts";

/** Minimum number of updates that are kept, once as many have arrived. */
const KEPT = 500;
/** Maximum number of clients of a document whose whole text is kept as it was sent. */
const MOST_WHOLE = 512;
/** Number of passes over updates that arrived together, to find those next to text of others among them. */
const PASSES = 3;
/**
 * Maximum number of clients that are changed one by one in the encoded state vector: each change may move all that
 * follows.
 */
const FEW_CLIENTS = 8;

/** What a document contains of one client. */
interface Client extends KnownClient {
  /** Its latest updates, without gaps up to the clock. */
  recent: PlainUpdate[];
}

/**
 * The state vector of a document and its latest plain updates. A client that lacks only these receives them as they
 * arrived, in a fraction of the time that Yjs needs to find and encode them.
 */
export class RecentUpdates {
  readonly #clients = new Map<number, Client>();
  readonly #vector = new StateVector<Client>();
  /** The client of each kept update, the oldest update first. */
  #order: Client[] = [];
  /** Bytes of the items of the kept updates. */
  #bytes = 0;
  /** The text of each client up to some clock, as it was last sent to a reader that had nothing. */
  #lastWhole = new Map<number, PlainUpdate>();

  /** The clients of the document by their ids. */
  get clients(): Pick<ReadonlyMap<number, unknown>, "size" | "has"> {
    return this.#clients;
  }

  /** Number of kept updates, and size of their items in bytes. */
  get kept(): { count: number; bytes: number } {
    return { count: this.#order.length, bytes: this.#bytes };
  }

  /** Clock after the last item of a client. */
  clockOf(client: number): number {
    return this.#clients.get(client)?.clock ?? 0;
  }

  /**
   * Whether updates of different clients continue their clients' text, next to items of the document or of each other.
   */
  areNext(updates: readonly PlainUpdate[]): boolean {
    if (updates.some(({ client, from }) => from !== this.clockOf(client))) return false;
    const ends = new Map<number, number>();
    let pendingUpdates = updates;
    for (let pass = 0; pass < PASSES && pendingUpdates.length > 0; pass++)
      pendingUpdates = pendingUpdates.filter(({ client, to, neighbours }) => {
        const isNext = neighbours.every((one) => one.clock < (ends.get(one.client) ?? this.clockOf(one.client)));
        if (isNext) ends.set(client, to);
        return !isNext;
      });
    return pendingUpdates.length === 0;
  }

  /** Adds an update that begins where the text of its client ended. */
  add(update: PlainUpdate): void {
    const client = this.#client(update.client);
    this.#vector.advance(client, update.to);
    client.recent.push(update);
    this.#order.push(client);
    this.#bytes += update.items.length;
    if (this.#order.length < 2 * KEPT) return;
    for (const { recent } of this.#order.splice(0, KEPT)) this.#bytes -= recent.shift()?.items.length ?? 0;
  }

  /** Sets clocks that the document has reached by other updates. */
  advance(clocks: Iterable<readonly [client: number, clock: number]>): void {
    const changed = [...clocks].filter(([id, clock]) => !this.#clients.has(id) || this.clockOf(id) !== clock);
    if (changed.length > FEW_CLIENTS) this.#vector.encodeAnew();
    const changedClients = new Set<Client>();
    for (const [id, clock] of changed) {
      const client = this.#client(id);
      this.#vector.advance(client, clock);
      for (const { items } of client.recent) this.#bytes -= items.length;
      client.recent = [];
      changedClients.add(client);
    }
    if (changedClients.size > 0) this.#order = this.#order.filter((one) => !changedClients.has(one));
  }

  /** Keeps what was sent to a reader that had nothing: the next such reader gets it together with the updates since. */
  keepWhole(whole: Uint8Array): void {
    const { parts = [] } = readTyped(whole, MOST_WHOLE) ?? {};
    this.#lastWhole = new Map(parts.map((part) => [part.client, { ...part, neighbours: [] }]));
  }

  /** Forgets what `keepWhole` has kept, because it may contain text that was deleted since. */
  forgetWhole(): void {
    this.#lastWhole.clear();
  }

  /** Forgets all updates: they may contain what nobody may receive any more. */
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
   * The update that a client with this state vector lacks.
   * @param deletions all deletions of the document, encoded.
   * @returns undefined if the kept updates do not suffice, or the state vector is not in the form that Yjs writes.
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

  /** All updates of a client. @returns undefined if the updates since its text was last sent are no longer kept. */
  #whole(client: Client): PlainUpdate[] | undefined {
    const lastWhole = this.#lastWhole.get(client.id);
    const later = lastWhole && since(client, lastWhole.to);
    return later && [lastWhole, ...later];
  }

  #client(id: number): Client {
    const existingClient = this.#clients.get(id);
    if (existingClient) return existingClient;
    const client = { id, clock: 0, recent: [], index: 0 };
    this.#clients.set(id, client);
    this.#vector.add(client);
    return client;
  }
}

/** The kept updates of a client from a clock on. @returns undefined if none begins there. */
function since({ clock, recent }: Client, from: number): readonly PlainUpdate[] | undefined {
  if (from === clock) return [];
  const [oldest] = recent;
  // Each begins where the previous one ends.
  if (!oldest || oldest.from > from) return undefined;
  let first = recent.length - 1;
  while ((recent[first] as PlainUpdate).from > from) first--;
  if ((recent[first] as PlainUpdate).from < from) return undefined;
  return first === 0 ? recent : recent.slice(first);
}
