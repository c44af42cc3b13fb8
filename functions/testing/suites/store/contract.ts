import { randomUUID } from "node:crypto";
import { after, before, describe } from "node:test";
import { toPath } from "#store/paths";
import type { Store } from "#store/port";
import { groupContract } from "./groups.ts";
import { limitContract } from "./limits.ts";
import { orderContract } from "./order.ts";
import { pagingContract } from "./paging.ts";
import { preconditionContract } from "./preconditions.ts";
import { queryContract } from "./queries.ts";
import { readContract } from "./reads.ts";
import { transactionContract } from "./transactions.ts";
import { watchListenerContract } from "./watch-listeners.ts";
import { watchContract } from "./watches.ts";
import { writeContract } from "./writes.ts";

/** What an adapter, or the server that a test runs it on, can do. Everything is expected of a real one. */
export interface Capabilities {
  /** Documents that lack an ordered field are left out of a query. */
  leavesOutMissing: boolean;
  /** Field values order by UTF-8 bytes, not by UTF-16 units. */
  utf8Order: boolean;
  /** Ids may begin with a dot and hold control characters. */
  anyId: boolean;
  /** An `in` filter takes more than ten values, and values of several types. */
  wideIn: boolean;
  /** A map that is merged takes the place of a date or an array. */
  mergeReplaces: boolean;
  /** A document that a transaction's query would now find as well makes it run again. */
  phantoms: boolean;
  /** A commit from outside does not wait for a transaction that has read the same document. */
  optimistic: boolean;
  /** How many increments at once of one document the contract demands. */
  increments: number;
}

/** All of it. */
export const ALL: Capabilities = {
  leavesOutMissing: true,
  utf8Order: true,
  anyId: true,
  wideIn: true,
  mergeReplaces: true,
  phantoms: true,
  optimistic: true,
  increments: 2000,
};

/** What the parts of the contract are given. */
export interface Contract {
  store(): Store;
  /** Another store as `store`, for a test that closes it. */
  open(): Promise<Store>;
  /** Path of a document of its own for a test to work under. Nothing is written there yet. */
  world(): string;
  can: Capabilities;
}

/**
 * Registers the suite that states what `port.ts` promises, for the store that `open` opens over `contractTree` and
 * `contractIndexes`. It may hold documents of earlier runs.
 */
export function storeContract(name: string, open: () => Promise<Store>, can: Capabilities = ALL): void {
  describe(`contract of the store: ${name}`, () => {
    let opened: Store | undefined;
    before(async () => {
      opened = await open();
    });
    after(() => opened?.close());
    const contract: Contract = {
      store: () => {
        if (!opened) throw new Error("the store is not open");
        return opened;
      },
      open,
      world: () => toPath("worlds", randomUUID()),
      can,
    };
    readContract(contract);
    writeContract(contract);
    preconditionContract(contract);
    limitContract(contract);
    queryContract(contract);
    orderContract(contract);
    pagingContract(contract);
    groupContract(contract);
    transactionContract(contract);
    watchContract(contract);
    watchListenerContract(contract);
  });
}
