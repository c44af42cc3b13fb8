import type fc from "fast-check";
import type { World } from "#testing/harness/world";

/** How one resource is written and read again through the public door. */
export interface RoundTrip {
  /** What it is, for the test's title. */
  resource: string;
  /** Endpoint that writes it. */
  add: string;
  /** Field of the request that lists the items; missing: the request itself, less what stands in `beside`, is the item. */
  list?: string;
  /** The rest of the request. */
  beside?: object;
  /** Field of an item that tells it from others, and as it is named when it is read. Missing: an item is its own id. */
  id?: string;
  readId?: string;
  /** Makes what must be there before. */
  before?(w: World, items: Written[]): Promise<unknown>;
  /** All items that are there, in any order. */
  read(w: World, items: Written[]): Promise<unknown[]>;
  /** Values that the schema cannot tell are wrong, or that must name what is there. By the name of the field. */
  fields?: Record<string, fc.Arbitrary<unknown>>;
  /** Makes a value of the schema one that the service takes. */
  fit?(item: Written): Written;
  /** How an item looks when it is read, under its old name for the id, where it is not as it was written. */
  toRead?(item: Written, w: World): Written;
  /** Fields that only the service writes. */
  owned?: string[];
  /** Fields that no endpoint reads. */
  unread?: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: resources of every shape.
export type Written = any;
