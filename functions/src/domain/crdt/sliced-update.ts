import * as Y from "yjs";
import type { Struct } from "./nesting.ts";
import { isWholeApplied, newDoc, noUpdate, openIfQuick, SlowState, type StoredState } from "./yjs-state.ts";

/** Maximum number of items, and of ranges of deletions, in a slice: Yjs takes some milliseconds for them. */
const SLICE = 1000;

/** An update, and the state vector of the document that shall take it. */
export interface SliceOrder {
  update: Uint8Array;
  stateVector: Uint8Array;
}

/** An update, and the same as small updates, to be taken in this order. */
export interface SlicedUpdate {
  update: Uint8Array;
  slices: Uint8Array[];
}

/**
 * What a document lacks of a stored state.
 * @throws SlowState if the state takes too long to open.
 */
export function lackedInSlices({ stateVector, ...state }: StoredState & Pick<SliceOrder, "stateVector">): SlicedUpdate {
  const opened = openIfQuick(state);
  if (!opened) throw new SlowState();
  return slicesOf({ update: Y.encodeStateAsUpdate(opened.doc, stateVector), stateVector });
}

/**
 * Divides an update, so that a document can take it in many short steps. Yjs can integrate each slice at once, with what
 * the document and the earlier slices contain; only the items that wait for missing ones are together in one slice.
 * @throws ApiError INVALID_ARGUMENT if it is no update.
 */
export function sliceUpdate(target: SliceOrder): SlicedUpdate {
  // Some malformed updates fail only when they are applied.
  if (!isWholeApplied(newDoc(), target.update)) throw noUpdate();
  return slicesOf(target);
}

function slicesOf({ update, stateVector }: SliceOrder): SlicedUpdate {
  const { structs, ds } = Y.decodeUpdate(update);
  const order = new IntegrationOrder(structs, Y.decodeStateVector(stateVector));
  const slices = [...cut(order.next())].map((slice) => encode(slice, []));
  if (order.rest.length > 0) slices.push(encode(order.rest, []));
  for (const ranges of cut(rangesOf(ds))) slices.push(encode([], ranges));
  return { update, slices };
}

function* cut<Part>(parts: Iterable<Part>): Generator<Part[]> {
  let slice: Part[] = [];
  for (const part of parts) {
    slice.push(part);
    if (slice.length < SLICE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** The items of one client in an update, in their order. */
interface Queue {
  structs: readonly Struct[];
  /** Index of the first item that is not integrated. */
  at: number;
  /** Whether that item waits for a missing one. */
  isBlocked: boolean;
}

/** Finds the order in which Yjs can integrate the items of an update. */
class IntegrationOrder {
  readonly #queues: ReadonlyMap<number, Queue>;
  /** The clock of each client, with the items that `next` has returned. */
  readonly #clocks: Map<number, number>;

  /** @param clocks of the document. */
  constructor(structs: readonly Struct[], clocks: Map<number, number>) {
    this.#clocks = clocks;
    const clients = Map.groupBy(structs, ({ id }) => id.client);
    this.#queues = new Map(Array.from(clients, ([client, own]) => [client, { structs: own, at: 0, isBlocked: false }]));
  }

  /** The items that wait for missing ones, once `next` has ended. */
  get rest(): Struct[] {
    return [...this.#queues.values()].flatMap(({ structs, at }) => structs.slice(at));
  }

  *next(): Generator<Struct> {
    for (const [client, queue] of this.#queues)
      while (queue.at < queue.structs.length && !queue.isBlocked) yield* this.#upTo(client);
  }

  /** The next item of a client after all for which it waits; they are blocked together if one of them is missing. */
  *#upTo(client: number): Generator<Struct> {
    const waiting = [client];
    const isWaiting = new Set(waiting);
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const queue = this.#queues.get(last);
      const struct = queue?.isBlocked ? undefined : queue?.structs[queue.at];
      const needed = struct && this.#neededBy(struct);
      if (!queue || !struct || (needed !== undefined && isWaiting.has(needed))) {
        for (const one of waiting) {
          const own = this.#queues.get(one);
          if (own) own.isBlocked = true;
        }
        return;
      }
      if (needed !== undefined) {
        waiting.push(needed);
        isWaiting.add(needed);
        continue;
      }
      queue.at++;
      this.#clocks.set(last, Math.max(this.#clockOf(last), struct.id.clock + struct.length));
      waiting.pop();
      isWaiting.delete(last);
      yield struct;
    }
  }

  /** A client whose next item is needed before an item; undefined if Yjs can integrate the item. */
  #neededBy(struct: Struct): number | undefined {
    const { client, clock } = struct.id;
    // Something in between is missing.
    if (struct instanceof Y.Skip || clock > this.#clockOf(client)) return client;
    if (!(struct instanceof Y.Item)) return undefined;
    const { origin, rightOrigin, parent } = struct;
    for (const id of [origin, rightOrigin, parent])
      if (id instanceof Y.ID && id.client !== client && id.clock >= this.#clockOf(id.client)) return id.client;
    return undefined;
  }

  #clockOf(client: number): number {
    return this.#clocks.get(client) ?? 0;
  }
}

/** A range of deletions of a client. */
interface Range {
  client: number;
  clock: number;
  len: number;
}

function* rangesOf({ clients }: ReturnType<typeof Y.decodeUpdate>["ds"]): Generator<Range> {
  for (const [client, ranges] of clients) for (const { clock, len } of ranges) yield { client, clock, len };
}

/** An update in the format of version 1, in which an encoder writes every number as a length. */
function encode(structs: readonly Struct[], ranges: readonly Range[]): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  const writeNumbers = (...numbers: number[]) => {
    for (const number of numbers) encoder.writeLen(number);
  };
  const items = Map.groupBy(structs, ({ id }) => id.client);
  writeNumbers(items.size);
  for (const [client, own] of items) {
    writeNumbers(own.length, client, own[0]?.id.clock ?? 0);
    for (const struct of own) struct.write(encoder, 0);
  }
  const deletions = Map.groupBy(ranges, ({ client }) => client);
  writeNumbers(deletions.size);
  for (const [client, own] of deletions) {
    writeNumbers(client, own.length);
    for (const { clock, len } of own) writeNumbers(clock, len);
  }
  return encoder.toUint8Array();
}
