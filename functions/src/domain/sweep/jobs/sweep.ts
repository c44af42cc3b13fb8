import { retained as access } from "#domain/access/store/retained";
import { retained as erasure } from "#domain/erasure/store/retained";
import { retained as migration } from "#domain/migration/store/retained";
import { retained as presence } from "#domain/presence/store/retained";
import { deleteParkedTasks } from "#domain/retention/store/retention";
import { sweepHourly } from "#domain/sweep/jobs";
import { retained as tokens } from "#domain/tokens/store/retained";
import { retained as webhooks } from "#domain/webhooks/store/retained";
import { retained as workspaces } from "#domain/workspaces/store/retained";
import { inParallel } from "#platform/parallel";
import { retryOnConflict } from "#platform/retry-on-conflict";
import { type StoredTask, taskPath } from "#queue/task-record";
import type { Context } from "#src/context";
import { job } from "#src/job";
import type { Cursor } from "#store/port";

/** Pause between two sweeps, in ms. */
const PAUSE = 3_600_000;
/** Tenants that are swept before it is noted how far a sweep has come. */
const TENANTS = 50;

/** One for the whole installation, however many processes work the queue. */
const task = sweepHourly.task({ id: "sweep" }, {});

/** The tenants, in the order in which they are swept. */
const roots = ["workspaces", "apiKeys"] as const;

/** What the topics keep for a while only. */
const rules = [...workspaces, ...erasure, ...tokens, ...migration, ...presence, ...access, ...webhooks];

/** What is told of a sweep that is not begun at the start. */
interface Progress {
  /** Path of the last tenant that an earlier run is done with. */
  from?: string | undefined;
  /** Called with that path now and then. */
  note?: (reached: string) => Promise<void>;
}

/**
 * Takes away what is past its time, of all tenants: messages and deliveries, idempotency records, presence, grants, and
 * what is known of jobs that have ended. May be cut off and run again, also twice at once.
 */
export async function sweep(context: Context, { from, note }: Progress = {}): Promise<void> {
  const { store, log, now } = context;
  const deleted: Record<string, number> = {};
  const count = (kind: string, more: number) => {
    deleted[kind] = (deleted[kind] ?? 0) + more;
  };
  count("parkedTasks", await deleteParkedTasks(store, now()));
  const reached = roots.findIndex((root) => from?.startsWith(`${root}/`));
  for (const root of roots.slice(Math.max(reached, 0))) {
    let after: Cursor | undefined = from?.startsWith(`${root}/`) ? [from] : undefined;
    do {
      const { docs, cursor } = await store.query({ collection: root, limit: TENANTS, select: [], after });
      await inParallel(docs, ({ path }) => sweepTenant(context, path, count));
      const last = docs.at(-1);
      if (cursor && last) await note?.(last.path);
      after = cursor;
    } while (after);
  }
  log.info({ deleted }, "swept what is past its time");
}

/** One after another: a rule may rely on what the rules before it have deleted. */
async function sweepTenant({ store, now }: Context, tenant: string, count: (kind: string, more: number) => void) {
  for (const { kind, below, deleteExpired } of rules)
    if (tenant.startsWith(`${below}/`)) count(kind, await deleteExpired(store, tenant, now()));
}

/**
 * The sweep as a task, which puts itself off by an hour when it is done. One that was cut off goes on where it had come to.
 */
export default job(sweepHourly, async (context, { from }) => {
  const begun = context.now();
  await sweep(context, {
    from,
    note: (reached) => note(context, reached),
  });
  await retryOnConflict(() =>
    context.store.transact(async (tx) => context.queue.add(tx, { ...task, dueAt: begun + PAUSE })),
  );
});

/** Not by adding the task: that would make it run once more. */
async function note({ store }: Context, from: string): Promise<void> {
  const path = taskPath(task.id);
  await retryOnConflict(() =>
    store.transact(async (tx) => {
      if (await tx.get(path)) tx.update(path, { payload: { from } });
    }),
  );
}

/** Promises the first sweep, unless there is one already. For every process that works the queue, before it begins. */
export async function keepSweeping({ store, queue }: Context): Promise<void> {
  await retryOnConflict(() =>
    store.transact(async (tx) => {
      const stored = await tx.get<StoredTask>(taskPath(task.id));
      if (stored?.data.nextAt === undefined) queue.add(tx, task);
    }),
  );
}
