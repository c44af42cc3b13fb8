import type { Store } from "#store/port";

/** Capabilities of an adapter or a test server. A production adapter has all of them. */
export interface Capabilities {
  /** Documents that lack an ordered field are left out of a query. */
  leavesOutMissing: boolean;
  /** Field values order by UTF-8 bytes, not by UTF-16 units. */
  utf8Order: boolean;
  /** Ids may begin with a dot and contain control characters. */
  anyId: boolean;
  /** An `in` filter accepts more than ten values, and values of several types. */
  wideIn: boolean;
  /** A merged map replaces a date or an array. */
  mergeReplaces: boolean;
  /** A document that newly matches a transaction's query makes it run again. */
  phantoms: boolean;
  /** A commit from outside does not wait for a transaction that has read the same document. */
  optimistic: boolean;
  /** A query, and each call of a watch, shows the state at a single moment, even while commits run. */
  oneMoment: boolean;
  /** How many concurrent increments of one document the contract requires. */
  increments: number;
  /** How many times a transaction runs before it is given up. */
  runs: number;
}

/** All capabilities. */
export const ALL: Capabilities = {
  leavesOutMissing: true,
  utf8Order: true,
  anyId: true,
  wideIn: true,
  mergeReplaces: true,
  phantoms: true,
  optimistic: true,
  oneMoment: true,
  increments: 2000,
  runs: 20,
};

/** The arguments of the contract's parts. */
export interface Contract {
  store(): Store;
  /** Opens another store like `store`, for a test that closes it. */
  open(): Promise<Store>;
  /** Path of a new document for a test to work under. Nothing is written there yet. */
  world(): string;
  can: Capabilities;
}
