// Written by `npm run gen` from the files in the jobs/ of the topics.
import { deleteActivities } from "#domain/activities/jobs";
import { clearCrdt, foldLog, trimCrdt } from "#domain/crdt/jobs";
import { deleteFolder, rebuildFolders } from "#domain/documents/jobs";
import { deleteUserData } from "#domain/erasure/jobs";
import { fanOut, notify } from "#domain/events/jobs";
import { migrateDocument } from "#domain/migration/jobs";
import { deleteNotifications, notificationFanOut, releaseNotices, sendNotices } from "#domain/notifications/jobs";
import { leaveGroups } from "#domain/organizations/jobs";
import { measureUsage } from "#domain/quotas/jobs";
import { countingUsage } from "#domain/quotas/store/job-usage";
import { purge } from "#domain/retention/jobs";
import { sweepHourly } from "#domain/sweep/jobs";
import { deliver, recoverDeliveries } from "#domain/webhooks/jobs";
import type { RunnableJob } from "#queue/port";
import { runnable } from "./job.ts";

/** Every job, in the form that the queue runs. */
export const declaredJobs: readonly RunnableJob[] = [
  runnable(deleteActivities, () => import("#domain/activities/jobs/delete-activities")),
  runnable(clearCrdt, () => import("#domain/crdt/jobs/clear-crdt")),
  runnable(foldLog, () => import("#domain/crdt/jobs/fold-log")),
  runnable(trimCrdt, () => import("#domain/crdt/jobs/trim-crdt")),
  runnable(deleteFolder, () => import("#domain/documents/jobs/delete-folder")),
  runnable(rebuildFolders, () => import("#domain/documents/jobs/rebuild-folders")),
  runnable(deleteUserData, () => import("#domain/erasure/jobs/delete-user-data")),
  runnable(migrateDocument, () => import("#domain/migration/jobs/migrate-document")),
  runnable(deleteNotifications, () => import("#domain/notifications/jobs/delete-notifications")),
  runnable(notificationFanOut, () => import("#domain/notifications/jobs/fan-out")),
  runnable(notify, () => import("#domain/notifications/jobs/notify")),
  runnable(releaseNotices, () => import("#domain/notifications/jobs/release-notices")),
  runnable(sendNotices, () => import("#domain/notifications/jobs/send-notices")),
  runnable(leaveGroups, () => import("#domain/organizations/jobs/leave-groups")),
  runnable(measureUsage, () => import("#domain/quotas/jobs/measure-usage")),
  runnable(purge, () => import("#domain/retention/jobs/purge")),
  runnable(sweepHourly, () => import("#domain/sweep/jobs/sweep")),
  runnable(deliver, () => import("#domain/webhooks/jobs/deliver")),
  runnable(fanOut, () => import("#domain/webhooks/jobs/fan-out")),
  runnable(recoverDeliveries, () => import("#domain/webhooks/jobs/recover-deliveries")),
].map(countingUsage);
