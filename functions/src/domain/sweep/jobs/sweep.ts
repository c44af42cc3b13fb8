import { retained as access } from "#domain/access/store/retained";
import { retained as audit } from "#domain/audit/store/retained";
import { retained as crdt } from "#domain/crdt/store/retained";
import { retained as erasure } from "#domain/erasure/store/retained";
import { retained as mail } from "#domain/mail/store/retained";
import { retained as migration } from "#domain/migration/store/retained";
import { retained as notifications } from "#domain/notifications/store/retained";
import { retained as presence } from "#domain/presence/store/retained";
import { recordElapsedTime } from "#domain/retention/store/elapsed-time";
import { deleteParkedTasks } from "#domain/retention/store/retention";
import { retained as sessions } from "#domain/sessions/store/retained";
import { sweepHourly } from "#domain/sweep/jobs";
import { retained as tokens } from "#domain/tokens/store/retained";
import { retained as traffic } from "#domain/traffic/store/retained";
import { retained as webhooks } from "#domain/webhooks/store/retained";
import { retained as workspaces } from "#domain/workspaces/store/retained";
import { inParallel } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { type StoredTask, taskPath } from "#queue/task-record";
import type { Context } from "#src/context";
import { job } from "#src/job";
import type { Cursor } from "#store/port";

/** Interval between two sweeps, in ms. */
const PAUSE = 3_600_000;
/** Tenants that are swept before the progress is saved. */
const TENANTS = 50;

/** The one task of the whole installation, however many processes run the queue. */
const task = sweepHourly.task({ id: "sweep" }, {});

/** Collections of tenants, in the order in which they are swept. */
const roots = ["workspaces", "apiKeys"] as const;

/** The retention rules of all topics. */
const rules = [
  ...[...workspaces, ...sessions, ...audit, ...erasure, ...tokens, ...traffic, ...migration],
  ...[...crdt, ...presence, ...mail, ...notifications, ...access, ...webhooks],
];

/** Where a sweep continues, and how it saves its progress. */
interface SweepProgress {
  /** Path of the last tenant that an earlier run completed. */
  from?: string | undefined;
  /** Called with the path of the last completed tenant, once per page of tenants. */
  saveProgress?: (reached: string) => Promise<void>;
}

/**
 * Deletes the expired records of all tenants: messages and deliveries, idempotency records, sessions, the audit log, presence,
 * cursors, notices, mails, grants, and records of finished jobs. It may be interrupted, repeated and run concurrently.
 */
export async function sweep(context: Context, { from, saveProgress }: SweepProgress = {}): Promise<void> {
  const { store, log, now } = context;
  const deleted: Record<string, number> = {};
  const count = (kind: string, more: number) => {
    if (more > 0) deleted[kind] = (deleted[kind] ?? 0) + more;
  };
  const elapsed = await recordElapsedTime(context);
  count("parkedTasks", await deleteParkedTasks(store, now()));
  const reached = roots.findIndex((root) => from?.startsWith(`${root}/`));
  for (const root of roots.slice(Math.max(reached, 0))) {
    let after: Cursor | undefined = from?.startsWith(`${root}/`) ? [from] : undefined;
    do {
      const { docs, cursor } = await store.query({ collection: root, limit: TENANTS, select: [], after });
      await inParallel(docs, ({ path }) => sweepTenant(context, { tenant: path, elapsed }, count));
      const last = docs.at(-1);
      if (cursor && last) await saveProgress?.(last.path);
      after = cursor;
    } while (after);
  }
  log.info({ deleted }, "deleted expired records");
}

/** Applies the rules one after another: a rule may rely on the deletions of earlier rules. */
async function sweepTenant(
  { store, now }: Context,
  { tenant, elapsed }: { tenant: string; elapsed: number },
  count: (kind: string, more: number) => void,
) {
  for (const { kind, below, deleteExpired } of rules)
    if (tenant.startsWith(`${below}/`)) count(kind, await deleteExpired(store, tenant, now(), elapsed));
}

/**
 * Runs a sweep and reschedules itself for an hour later. An interrupted sweep continues where it stopped.
 */
export default job(sweepHourly, async (context, { from }) => {
  const begun = context.now();
  await sweep(context, {
    from,
    saveProgress: (reached) => saveProgress(context, reached),
  });
  await retryOnConflict(() =>
    context.store.transact(async (tx) => context.queue.add(tx, { ...task, dueAt: begun + PAUSE })),
  );
});

/** Saves the progress in the existing task. Adding the task instead would make it run once more. */
async function saveProgress({ store }: Context, from: string): Promise<void> {
  const path = taskPath(task.id);
  await retryOnConflict(() =>
    store.transact(async (tx) => {
      if (await tx.get(path)) tx.update(path, { payload: { from } });
    }),
  );
}

/** Adds the sweep task unless it exists. Every process that runs the queue calls it at startup. */
export async function keepSweeping({ store, queue }: Context): Promise<void> {
  await retryOnConflict(() =>
    store.transact(async (tx) => {
      const storedTask = await tx.get<StoredTask>(taskPath(task.id));
      if (storedTask?.data.nextAt === undefined) queue.add(tx, task);
    }),
  );
}
