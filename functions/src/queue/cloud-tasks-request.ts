import { createHash } from "node:crypto";
import type { RunnableJob } from "./port.ts";

/** Where Cloud Tasks keeps tasks and whom it calls. */
export interface CloudTasksSettings {
  project: string;
  /** Region, such as `europe-west1`. */
  location: string;
  /** Queue ids by job, where they differ from `jobs-<job>`. */
  queues?: Readonly<Record<string, string>>;
  /** Address of the task functions: a task of a job is sent to `<baseUrl>/<queue id>`. */
  baseUrl: string;
  /** E-mail address of the account whose identity token the call carries. */
  serviceAccount: string;
  /** Whom that token is for. Default: the address that is called. */
  audience?: string;
}

/** What a task of Cloud Tasks carries: ids and times, no content. Sent as `{ "data": … }`. */
export interface CloudTaskBody {
  id: string;
  job: string;
  /** When it is due, in ms since 1970; it may come earlier than that. */
  dueAt: number;
  /** How often it was sent on since. */
  hop: number;
}

/** Longest time that a task is scheduled ahead, in ms: the service takes 30 days, this leaves it an hour. */
export const LONGEST_DELAY = (30 * 24 - 1) * 3_600_000;
/** How long a task may run before it is sent again, in s: the longest that the service waits for an answer. */
const DISPATCH_DEADLINE = 1800;
/** Bounds of the service on a queue. */
const MAX_CONCURRENT = 5000;
const MAX_PER_SECOND = 500;

/** Id of the queue of a job: letters, digits and hyphens. */
export function queueId({ queues }: Pick<CloudTasksSettings, "queues">, job: string): string {
  return queues?.[job] ?? `jobs-${job}`;
}

/** The bounds of a job as settings of its queue, for the deployment. What a job asks for is cut to what the service takes. */
export function queueRateLimits({ concurrency, rate }: RunnableJob) {
  return {
    maxConcurrentDispatches: Math.min(MAX_CONCURRENT, concurrency),
    maxDispatchesPerSecond: Math.min(MAX_PER_SECOND, rate ?? MAX_PER_SECOND),
  };
}

/**
 * The request that makes the task. Its name follows from the body, so that the service refuses a second one; ids are hashed
 * into it, which makes them fit and spreads them. Beyond 30 days it is scheduled as late as possible, to be sent on then.
 */
export function taskRequest(settings: CloudTasksSettings, body: CloudTaskBody, now: number) {
  const { project, location, baseUrl, serviceAccount, audience } = settings;
  const queue = queueId(settings, body.job);
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
