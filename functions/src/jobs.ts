import { deleteFolder } from "#jobs/delete-folder";
import { leaveGroups } from "#jobs/leave-groups";
import { purgePaths } from "#jobs/purge";
import { rebuildFolders } from "#jobs/rebuild-folders";
import type { RunTask } from "#queue/in-process";
import type { Task } from "#queue/port";

/** A job: does its work page by page, may run again at any time, and returns when its subject is gone. */
export type Job = (context: Parameters<RunTask>[0], payload: Task["payload"]) => Promise<void>;

/** Every job by name. */
export const jobs: Record<string, Job> = {
  purge: purgePaths,
  "delete-folder": deleteFolder,
  "leave-groups": leaveGroups,
  "rebuild-folders": rebuildFolders,
};

/** Runs the job of a task. */
export const runTask: RunTask = async (context, { job, payload }) => {
  const run = jobs[job];
  if (!run) throw new Error(`no job named ${job}`);
  await run(context, payload);
};
