import type { Delivery } from "./deliveries-tab.tsx";

/** The health of an endpoint, derived from its newest deliveries. */
export interface EndpointHealth {
  /** Number of deliveries that have ended, by success or final failure. */
  ended: number;
  succeeded: number;
  waiting: number;
  /** Number of deliveries in the last hour. */
  inLastHour: number;
  /** Whether the newest attempt failed. */
  isFailing: boolean;
}

const HOUR = 3_600_000;

/** @param deliveries newest first. @param now ms since 1970. */
export function healthOf(deliveries: readonly Delivery[], now: number): EndpointHealth {
  const newest = deliveries.find(({ attempts }) => attempts.length > 0)?.attempts.at(-1);
  const countOf = (...statuses: Delivery["status"][]) =>
    deliveries.filter(({ status }) => statuses.includes(status)).length;
  return {
    ended: countOf("succeeded", "failed"),
    succeeded: countOf("succeeded"),
    waiting: countOf("pending"),
    inLastHour: deliveries.filter(({ createdAt }) => now - Date.parse(createdAt) < HOUR).length,
    isFailing: newest !== undefined && (newest.error !== null || newest.status === null || newest.status >= 300),
  };
}
