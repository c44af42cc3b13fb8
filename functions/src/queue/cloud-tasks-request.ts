import { createHash } from "node:crypto";
import type { RunnableJob } from "./port.ts";
import { spread } from "./task-record.ts";

/** The queues of Cloud Tasks and the functions that they call. */
export interface CloudTasksSettings {
  project: string;
  /** Region, such as `europe-west1`. */
  location: string;
  /** Queue ids by job, for jobs that have several queues or share one. Default: `jobs-<job>`. */
  queues?: Readonly<Record<string, readonly string[]>>;
  /** Base URL of the task functions: a task is sent to `<baseUrl>/<queue id>`. */
  baseUrl: string;
  /** E-mail address of the service account whose identity token authenticates the call. */
  serviceAccount: string;
  /** Audience of that token. Default: the URL of the call. */
  audience?: string;
}

/** Body of a task in Cloud Tasks: ids and times, no content. Sent as `{ "data": … }`. */
export interface CloudTaskBody {
  id: string;
  job: string;
  /** When it is due, in ms since 1970; it may be delivered earlier. */
  dueAt: number;
  /** How many times it was rescheduled for this due time. */
  hop: number;
}

/** How far ahead a task may be scheduled, in ms: the service allows 30 days, minus an hour of margin. */
export const LONGEST_DELAY = (30 * 24 - 1) * 3_600_000;
/** How long a task may run before it is delivered again, in s: the maximum of the service. */
const DISPATCH_DEADLINE = 1800;
/** Limits of the service on one queue. */
const MAX_CONCURRENT = 5000;
const MAX_PER_SECOND = 500;

/** Ids of the queues of a job, of letters, digits and hyphens: `jobs-fan-out`, `jobs-fan-out2` and so on. */
export function queueIds({ name, queues = 1 }: Pick<RunnableJob, "name" | "queues">): string[] {
  return Array.from({ length: queues }, (_, i) => `jobs-${name}${i === 0 ? "" : i + 1}`);
}

/**
 * The queue of a task. A queue dispatches at most 500 tasks a second, so the tasks of a busy job are spread over
 * several.
 */
function queueOf({ queues }: Pick<CloudTasksSettings, "queues">, { id, job }: CloudTaskBody): string {
  const ids = queues?.[job] ?? [`jobs-${job}`];
  return ids[spread(id, ids.length)] as string;
}

/** The limits of a job as deployment settings of its queue, capped at the limits of the service. */
export function queueRateLimits({ concurrency, rate }: RunnableJob) {
  return {
    maxConcurrentDispatches: Math.min(MAX_CONCURRENT, concurrency),
    maxDispatchesPerSecond: Math.min(MAX_PER_SECOND, rate ?? MAX_PER_SECOND),
  };
}

/**
 * The request that creates a task. Its name is derived from the body, so that the service refuses duplicates. The id is
 * hashed to fit into a name and to spread the names. A task due beyond 30 days is scheduled as late as possible, then
 * again.
 */
export function taskRequest(settings: CloudTasksSettings, body: CloudTaskBody, now: number) {
  const { project, location, baseUrl, serviceAccount, audience } = settings;
  const queue = queueOf(settings, body);
  const parent = `projects/${project}/locations/${location}/queues/${queue}`;
  const hash = createHash("sha256").update(body.id).digest("base64url");
  const at = Math.min(body.dueAt, now + LONGEST_DELAY);
  const url = `${baseUrl}/${queue}`;
  return {
    parent,
    task: {
      name: `${parent}/tasks/${hash}-${body.dueAt}-${body.hop}`,
      ...(at > now && { scheduleTime: { seconds: Math.floor(at / 1000), nanos: (at % 1000) * 1_000_000 } }),
      dispatchDeadline: { seconds: DISPATCH_DEADLINE },
      httpRequest: {
        httpMethod: "POST" as const,
        url,
        headers: { "content-type": "application/json" },
        body: Buffer.from(JSON.stringify({ data: body })),
        oidcToken: { serviceAccountEmail: serviceAccount, audience: audience ?? url },
      },
    },
  };
}
