import * as Y from "yjs";
import { invalidField } from "#platform/error";

/**
 * Steps that merging any state may take, and further ones for each of its bytes. A step takes half a microsecond. What
 * people type at once in one text takes less than a tenth of a step for each byte.
 */
const FREE_STEPS = 400_000;
const STEPS_PER_BYTE = 1;
/** Minimum size of an item with which others may be compared, in bytes. */
const ITEM_BYTES = 4;
/** Number of items that Yjs passes, or values that it copies, in the time of one step. */
const PASSED_PER_STEP = 10;
const COPIED_PER_STEP = 32;

/**
 * How many times as many steps opening a stored state may take as merging its updates: their order may differ. A state
 * of earlier versions may need more.
 */
const OPENING_FACTOR = 2;

/** Counts the steps of a merge, and of the one around it. */
interface Meter {
  steps: number;
  readonly most: number;
  readonly outer: Meter | undefined;
}

/** The merge under way: merging is synchronous. */
let meter: Meter | undefined;

/**
 * Yjs compares an item with all those that others have inserted at the same place, and copies a list of values to
 * split it. Both are short for what people do. But an update can be made so that each of its items is compared with all
 * others: 100 kB would take many seconds.
 * @param most maximum number of steps; by default they are only counted.
 * @returns what `merge` returns, and the number of steps that it took.
 * @throws ApiError INVALID_ARGUMENT when it takes more; the document is then unusable.
 */
export function countSteps<Result>(
  merge: () => Result,
  most = Number.POSITIVE_INFINITY,
): { result: Result; steps: number } {
  const own: Meter = { steps: 0, most, outer: meter };
  meter = own;
  try {
    const result = merge();
    return { result, steps: own.steps };
  } finally {
    meter = own.outer;
  }
}

/**
 * Maximum number of steps that merging an update may take.
 * @param steps what the state has taken; states of earlier versions may have taken more than they may now.
 * @param bytes size of the state and the update.
 */
export function stepsLeft(steps: number, bytes: number, update: Uint8Array): number {
  return Math.max(FREE_STEPS + STEPS_PER_BYTE * bytes - steps, update.length);
}

/** Maximum number of steps for opening a stored state where it would hold everybody up. @param bytes its size. */
export function stepsToOpen(bytes: number): number {
  return OPENING_FACTOR * (FREE_STEPS + STEPS_PER_BYTE * bytes);
}

/**
 * An upper bound of the steps that merging takes: each change is compared with all items, or copies all values.
 * @param changes number of items and deletions of the update.
 * @param bytes size of the state and the update.
 * @param items number of items in the state; default: as many as it can have.
 */
export function stepsAtMost(changes: number, bytes: number, items = bytes / ITEM_BYTES): number {
  // Each change adds at most one item and splits at most two.
  const compared = (items + 3 * changes) * (1 + 1 / PASSED_PER_STEP);
  return changes * Math.max(compared, bytes / COPIED_PER_STEP);
}

/** Number of items and deletions of an update; 0 if it is malformed. */
export function changeCount(update: Uint8Array): number {
  try {
    const { structs, ds } = Y.decodeUpdate(update);
    return [...ds.clients.values()].reduce((sum, ranges) => sum + ranges.length, structs.length);
  } catch {
    return 0;
  }
}

/** The deletions of an update, decoded. */
type Deletions = ReturnType<typeof Y.decodeUpdate>["ds"];

/**
 * Refuses deletions that overlap, which no client sends: Yjs goes through all items of each range, so the work would
 * grow with the number of ranges times the number of items.
 * @throws ApiError INVALID_ARGUMENT
 */
export function requireSeparateDeletions(deletions: Deletions): void {
  if (haveOverlaps(deletions))
    throw invalidField("data.update", "must hold each deletion once: its ranges must not overlap.");
}

/** Whether an item is deleted by more than one range. */
export function haveOverlaps({ clients }: Deletions): boolean {
  for (const ranges of clients.values()) {
    const sorted = ranges.toSorted((a, b) => a.clock - b.clock);
    let end = 0;
    for (const { clock, len } of sorted) {
      if (clock < end) return true;
      end = clock + len;
    }
  }
  return false;
}

function spend(steps: number): void {
  for (let one = meter; one; one = one.outer) {
    one.steps += steps;
    if (one.steps > one.most)
      throw invalidField("data.update", "takes too long to merge: too many of its changes concern the same place.");
  }
}

const integrateItem = Y.Item.prototype.integrate;
Y.Item.prototype.integrate = function (this: Y.Item, transaction: Y.Transaction, offset: number): void {
  if (meter) spendOnNeighbours(this, transaction.doc.store, offset);
  integrateItem.call(this, transaction, offset);
};

for (const content of [Y.ContentAny, Y.ContentJSON]) {
  const split = content.prototype.splice as (this: { arr: unknown[] }, offset: number) => never;
  content.prototype.splice = function (this: { arr: unknown[] }, offset: number): never {
    spend(this.arr.length / COPIED_PER_STEP);
    return split.call(this, offset);
  };
}

/** Counts the items with which Yjs will compare one: follows the loop in its `Item.integrate`. */
function spendOnNeighbours(item: Y.Item, store: Y.Doc["store"], offset: number): void {
  const parent = item.parent as Y.AbstractType<unknown> | null;
  if (!parent) return;
  // The beginning of the item is there already.
  const origin = offset > 0 ? Y.createID(item.id.client, item.id.clock + offset - 1) : item.origin;
  const left = offset > 0 && origin ? (Y.getItem(store, origin) as Y.Item) : item.left;
  const { right } = item;
  if (left ? left.right === right : right?.left === null) return;
  const passed = new Set<unknown>();
  const conflicting = new Set<unknown>();
  for (let other = left ? left.right : firstOf(parent, item.parentSub); other && other !== right; other = other.right) {
    spend(1);
    passed.add(other);
    conflicting.add(other);
    if (Y.compareIDs(origin, other.origin)) {
      if (other.id.client < item.id.client) conflicting.clear();
      else if (Y.compareIDs(item.rightOrigin, other.rightOrigin)) return;
    } else {
      const before = other.origin && Y.getItem(store, other.origin);
      if (!before || !passed.has(before)) return;
      if (!conflicting.has(before)) conflicting.clear();
    }
  }
}

/** The first item of a list, or the earliest value of a key. */
function firstOf(parent: Y.AbstractType<unknown>, key: string | null): Y.Item | null {
  if (key === null) return parent._start;
  let first = parent._map.get(key) ?? null;
  while (first?.left) {
    spend(1 / PASSED_PER_STEP);
    first = first.left;
  }
  return first;
}
