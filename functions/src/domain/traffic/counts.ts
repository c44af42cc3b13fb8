/** Upper bounds of the classes of request times, in ms; a last class counts all longer requests. */
const TIMES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

/** Counts for an API key in a period, such as a minute. */
export interface Counts {
  requests: number;
  /** Requests that were answered with a status of 400 or above. */
  errors: number;
  /** Attempts to deliver a webhook, and how many of them failed. */
  deliveries: number;
  failedDeliveries: number;
  mails: number;
  /** Number of requests in each class of `TIMES`, then of longer ones. */
  times: number[];
}

/** Counts of zero. */
export function noCounts(): Counts {
  const times = new Array<number>(TIMES.length + 1).fill(0);
  return { requests: 0, errors: 0, deliveries: 0, failedDeliveries: 0, mails: 0, times };
}

/** The sum of counts. */
export function sumOf(parts: Iterable<Counts>): Counts {
  const sum = noCounts();
  for (const part of parts) {
    sum.requests += part.requests;
    sum.errors += part.errors;
    sum.deliveries += part.deliveries;
    sum.failedDeliveries += part.failedDeliveries;
    sum.mails += part.mails;
    for (const [i, count] of part.times.entries()) sum.times[i] = (sum.times[i] ?? 0) + count;
  }
  return sum;
}

/** The index in `times` for a request. @param ms how long it took. */
export function timeIndex(ms: number): number {
  const index = TIMES.findIndex((bound) => ms <= bound);
  return index < 0 ? TIMES.length : index;
}

/**
 * The time within which a share of the requests was answered, in ms: the upper bound of its class, so it is never too
 * low.
 * @param share for example 0.99.
 * @returns undefined without requests. Longer times than the last bound count as that bound.
 */
export function quantile({ requests, times }: Counts, share: number): number | undefined {
  if (requests === 0) return undefined;
  let cumulativeCount = 0;
  for (const [i, count] of times.entries()) {
    cumulativeCount += count;
    if (cumulativeCount >= requests * share) return TIMES[Math.min(i, TIMES.length - 1)];
  }
  return TIMES.at(-1);
}
