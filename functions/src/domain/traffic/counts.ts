/** Upper bounds of the times of requests that are told apart, in ms; the last count has all that took longer. */
const TIMES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

/** What happened for an API key in a time, such as a minute. */
export interface Counts {
  requests: number;
  /** Requests that were answered with a status from 400 on. */
  errors: number;
  /** Attempts to deliver a webhook, and those that failed. */
  deliveries: number;
  failedDeliveries: number;
  mails: number;
  /** Requests by how long they took: up to each of `TIMES`, then longer ones. */
  times: number[];
}

/** Nothing counted yet. */
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

/** Which count of `times` a request belongs to. @param ms how long it took. */
export function timeIndex(ms: number): number {
  const index = TIMES.findIndex((bound) => ms <= bound);
  return index < 0 ? TIMES.length : index;
}

/**
 * The time within which a share of the requests was answered, in ms: the upper bound of its class, so it is never too good.
 * @param share such as 0.99.
 * @returns undefined without requests. Longer than the last bound counts as that bound.
 */
export function quantile({ requests, times }: Counts, share: number): number | undefined {
  if (requests === 0) return undefined;
  let seen = 0;
  for (const [i, count] of times.entries()) {
    seen += count;
    if (seen >= requests * share) return TIMES[Math.min(i, TIMES.length - 1)];
  }
  return TIMES.at(-1);
}
