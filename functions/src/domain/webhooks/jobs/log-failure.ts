import type { Outcome } from "#domain/webhooks/delivery-outcome";
import type { Attempt } from "#domain/webhooks/store/messages";
import type { Log } from "#platform/observability/log";

/** A delivery that was attempted. */
interface Attempted {
  apiKeyId: string;
  endpointId: string;
  deliveryId: string;
  eventType: string;
  /** Number of attempts, including this one. */
  attempts: number;
  /** URL of the endpoint. */
  url: string;
}

type FailedOutcome = Exclude<Outcome, { status: "succeeded" }>;

const what: { [status in FailedOutcome["status"]]: string } = {
  pending: "delivery failed; it is tried again",
  failed: "delivery failed for the last time",
  gone: "delivery failed; the endpoint answered 410 and is disabled",
};

/** Logs a failed attempt and what happens next. Logs only the host of the URL: its path and query may hold secrets. */
export function logFailure(log: Log, { url, ...delivery }: Attempted, attempt: Attempt, outcome: FailedOutcome): void {
  const { status, error } = attempt;
  const nextAttemptAt = outcome.status === "pending" ? new Date(outcome.dueAt).toISOString() : undefined;
  log.warn({ ...delivery, host: URL.parse(url)?.host, status, error, nextAttemptAt }, what[outcome.status]);
}
