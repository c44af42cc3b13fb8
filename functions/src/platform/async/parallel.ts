/** Number of items processed concurrently: enough to share flushes and hide round trips. */
const MAX_CONCURRENT = 10;

/** Runs `work` on every item, at most ten at a time. Rejects with the first failure. */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, items.length) }, worker));
}

/** Splits a list into lists of at most `size`. */
export function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  const result: Item[][] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}
