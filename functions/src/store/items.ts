import type { KeyCall } from "#src/context";
import type { Transaction } from "./port.ts";

/** Items of one transaction. A call with more runs several, so that none becomes larger than a commit may be. */
const PIECE = 200;

/** Runs `body` over the items piece by piece, each piece in a transaction of its own, and joins the per-item results. */
export async function transactItems<Item, Result>(
  call: KeyCall,
  items: readonly Item[],
  body: (tx: Transaction, piece: readonly Item[]) => Promise<Record<string, Result>>,
): Promise<Record<string, Result>> {
  if (items.length <= PIECE) return call.store.transact((tx) => body(tx, items));
  const results: [string, Result][] = [];
  for (let start = 0; start < items.length; start += PIECE) {
    const piece = items.slice(start, start + PIECE);
    results.push(...Object.entries(await call.store.transact((tx) => body(tx, piece))));
  }
  return Object.fromEntries(results);
}
