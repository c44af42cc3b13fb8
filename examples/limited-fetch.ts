/** A `fetch` that runs at most `concurrency` requests at a time; the others wait. */
export function limitedFetch(concurrency: number): typeof fetch {
  let free = concurrency;
  const waiting: (() => void)[] = [];
  return async (...request) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    try {
      return await fetch(...request);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
