import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe } from "@jest/globals";
import { toPath } from "#store/paths";
import type { Store } from "#store/port";
import { ALL, type Capabilities, type Contract } from "./capabilities.ts";
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

/**
 * Registers the suite that states the promises of `port.ts`, for the store that `open` opens with `contractTree` and
 * `contractIndexes`. It may contain documents of earlier runs.
 */
export function storeContract(name: string, open: () => Promise<Store>, can: Capabilities = ALL): void {
  describe(`contract of the store: ${name}`, () => {
    let opened: Store | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());
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
