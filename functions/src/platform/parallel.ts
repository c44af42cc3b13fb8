/** How many batches of long work run side by side: enough to share flushes and hide round trips. */
const AT_A_TIME = 10;

/** Runs `work` over the items, at most ten at a time. */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const one = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, items.length) }, one));
}

/** Splits a list into lists of at most `size`. */
export function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  const result: Item[][] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}
