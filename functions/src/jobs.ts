import { clearCrdt } from "#jobs/clear-crdt";
import { deleteActivities } from "#jobs/delete-activities";
import { deleteFolder } from "#jobs/delete-folder";
import { deleteNotifications } from "#jobs/delete-notifications";
import { deleteUserData } from "#jobs/delete-user-data";
import { deliver } from "#jobs/deliver";
import { fanOut } from "#jobs/fan-out";
import { fanOutNotification } from "#jobs/fan-out-notification";
import { leaveGroups } from "#jobs/leave-groups";
import { migrateDocument } from "#jobs/migrate-document";
import { purgePaths } from "#jobs/purge";
import { rebuildFolders } from "#jobs/rebuild-folders";
import { recoverDeliveries } from "#jobs/recover-deliveries";
import { sweepHourly } from "#jobs/sweep";
import { trimCrdt } from "#jobs/trim-crdt";
import type { JobDeclaration, Payload, Retry, Run, RunJob } from "#queue/port";
import type { Context } from "#src/context";

/** A job: does its work page by page, may run again at any time, and returns when its subject is gone. */
export type Job = (context: Context, payload: Payload, run?: Run) => Promise<void>;

/** How a job is run. */
type JobSettings = Omit<JobDeclaration, "name" | "run">;

/** Work that a caller was promised: it is tried until it succeeds. */
const untilDone: Retry = { attempts: Number.POSITIVE_INFINITY, minBackoff: 1000, maxBackoff: 3_600_000 };
/** What holds where a job says nothing else. */
const usual: JobSettings = { retry: untilDone, concurrency: 20 };

/** Every job by name: what it does and, where that is not the usual, how it is run. */
const jobs: Record<string, RunJob | ({ run: RunJob } & Partial<JobSettings>)> = {
  purge: purgePaths,
  "delete-activities": deleteActivities,
  "delete-folder": deleteFolder,
  "delete-notifications": deleteNotifications,
  "delete-user-data": deleteUserData,
  // One task for each endpoint: how many endpoints are served at once.
  deliver: { run: deliver, concurrency: 500, background: true },
  "fan-out": { run: fanOut, concurrency: 64, background: true, endsItself: true },
  "fan-out-notification": fanOutNotification,
  "leave-groups": leaveGroups,
  // Until it is done, nobody can change the document.
  "migrate-document": { run: migrateDocument, retry: { ...untilDone, maxBackoff: 60_000 }, concurrency: 4 },
  // Until it is done, folders that have moved are read with what they had inherited before.
  "rebuild-folders": { run: rebuildFolders, retry: { ...untilDone, maxBackoff: 60_000 } },
  "clear-crdt": clearCrdt,
  "recover-deliveries": recoverDeliveries,
  sweep: { run: sweepHourly, concurrency: 1 },
  "trim-crdt": trimCrdt,
};

/** The list of jobs, as the queue takes it. */
export const declaredJobs: readonly JobDeclaration[] = Object.entries(jobs).map(([name, job]) => ({
  name,
  ...usual,
  ...(typeof job === "function" ? { run: job } : job),
}));
