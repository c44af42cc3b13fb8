import { deleteFound, deleteParkedTasks, dueBelowApiKey, dueBelowWorkspace } from "#domain/retention/store/retention";
import { deleteEndedDeliveries, deleteOldMessages } from "#domain/webhooks/store/message-retention";
import { inParallel } from "#platform/parallel";
import { patiently } from "#platform/retry-on-conflict";
import type { Task } from "#queue/port";
import { type StoredTask, taskPath } from "#queue/task-record";
import type { Context } from "#src/context";
import type { Job } from "#src/jobs";
import type { Cursor, Query } from "#store/port";

/** Pause between two sweeps, in ms. */
const PAUSE = 3_600_000;
/** Tenants that are swept before it is noted how far a sweep has come. */
const TENANTS = 50;

/** One for the whole installation, however many processes work the queue. */
const task: Task = { id: "sweep", job: "sweep", payload: {} };

/** The tenants, in the order in which they are swept. */
const roots = ["workspaces", "apiKeys"];

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

async function sweepTenant({ store, now }: Context, tenant: string, count: (kind: string, more: number) => void) {
  const isApiKey = tenant.startsWith("apiKeys/");
  const due: Record<string, Query> = (isApiKey ? dueBelowApiKey : dueBelowWorkspace)(tenant, now());
  for (const [kind, query] of Object.entries(due)) count(kind, await deleteFound(store, query));
  if (!isApiKey) return;
  // First what keeps a message.
  count("deliveries", await deleteEndedDeliveries(store, tenant, now()));
  count("messages", await deleteOldMessages(store, tenant, now()));
}

/**
 * The sweep as a task, which puts itself off by an hour when it is done. One that was cut off goes on where it had come to.
 * Payload: `from` (path of a tenant), where one was cut off.
 */
export const sweepHourly: Job = async (context, { from }) => {
  const begun = context.now();
  await sweep(context, {
    from: typeof from === "string" ? from : undefined,
    note: (reached) => note(context, reached),
  });
  await patiently(() => context.store.transact(async (tx) => context.queue.add(tx, { ...task, dueAt: begun + PAUSE })));
};

/** Not by adding the task: that would make it run once more. */
async function note({ store }: Context, from: string): Promise<void> {
  const path = taskPath(task.id);
  await patiently(() =>
    store.transact(async (tx) => {
      if (await tx.get(path)) tx.update(path, { payload: { from } });
    }),
  );
}

/** Promises the first sweep, unless there is one already. For every process that works the queue, before it begins. */
export async function keepSweeping({ store, queue }: Context): Promise<void> {
  await patiently(() =>
    store.transact(async (tx) => {
      const stored = await tx.get<StoredTask>(taskPath(task.id));
      if (stored?.data.nextAt === undefined) queue.add(tx, task);
    }),
  );
}
