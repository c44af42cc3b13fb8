import type { JobDeclaration, Retry } from "#queue/port";
import type { Context } from "./context.ts";
import type { RunJob } from "./job.ts";

/** How a job is run. */
type JobSettings = Omit<JobDeclaration, "name" | "run">;

/** Work that a caller was promised: it is tried until it succeeds. */
const untilDone: Retry = { attempts: Number.POSITIVE_INFINITY, minBackoff: 1000, maxBackoff: 3_600_000 };
/** What holds where a job says nothing else. */
const usual: JobSettings = { retry: untilDone, concurrency: 20 };

/** Finds what a job runs when it is first needed: a process that serves one endpoint needs none of them. */
type Load = () => Promise<RunJob>;

/** Every job by name: what it does and, where that is not the usual, how it is run. */
const jobs: Record<string, Load | ({ load: Load } & Partial<JobSettings>)> = {
  purge: async () => (await import("./domain/retention/jobs/purge.ts")).purgePaths,
  "delete-activities": async () => (await import("./domain/activities/jobs/delete-activities.ts")).deleteActivities,
  "delete-folder": async () => (await import("./domain/documents/jobs/delete-folder.ts")).deleteFolder,
  "delete-notifications": async () =>
    (await import("./domain/notifications/jobs/delete-notifications.ts")).deleteNotifications,
  "delete-user-data": async () => (await import("./domain/erasure/jobs/delete-user-data.ts")).deleteUserData,
  // One task for each endpoint: how many endpoints are served at once.
  deliver: {
    load: async () => (await import("./domain/webhooks/jobs/deliver.ts")).deliver,
    concurrency: 500,
    background: true,
  },
  "fan-out": {
    load: async () => (await import("./domain/webhooks/jobs/fan-out.ts")).fanOut,
    concurrency: 64,
    background: true,
    endsItself: true,
  },
  "notification-fan-out": async () => (await import("./domain/notifications/jobs/fan-out.ts")).fanOutNotification,
  "leave-groups": async () => (await import("./domain/organizations/jobs/leave-groups.ts")).leaveGroups,
  // Until it is done, nobody can change the document.
  "migrate-document": {
    load: async () => (await import("./domain/migration/jobs/migrate-document.ts")).migrateDocument,
    retry: { ...untilDone, maxBackoff: 60_000 },
    concurrency: 4,
  },
  // Until it is done, folders that have moved are read with what they had inherited before.
  "rebuild-folders": {
    load: async () => (await import("./domain/documents/jobs/rebuild-folders.ts")).rebuildFolders,
    retry: { ...untilDone, maxBackoff: 60_000 },
  },
  "clear-crdt": async () => (await import("./domain/crdt/jobs/clear-crdt.ts")).clearCrdt,
  "recover-deliveries": async () => (await import("./domain/webhooks/jobs/recover-deliveries.ts")).recoverDeliveries,
  sweep: { load: async () => (await import("./domain/sweep/jobs/sweep.ts")).sweepHourly, concurrency: 1 },
  "trim-crdt": async () => (await import("./domain/crdt/jobs/trim-crdt.ts")).trimCrdt,
};

/** The list of jobs, as the queue takes it. */
export const declaredJobs: readonly JobDeclaration[] = Object.entries(jobs).map(([name, job]) => {
  const { load, ...settings } = typeof job === "function" ? { load: job } : job;
  return {
    name,
    ...usual,
    ...settings,
    run: async (context, payload, run) => (await load())(context as Context, payload, run),
  };
});
