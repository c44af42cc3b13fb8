import type { RunnableJob, Task } from "#queue/port";
import { StoreQueue } from "#queue/store-queue";
import type { Query, QueryResult, Store } from "#store/port";
import { openTestStore } from "#testing/harness/store/test-store";
import { VirtualTimer } from "#testing/harness/time/virtual-timer";
import { contextOf, openEnvironment, type QueueEnvironment } from "#testing/suites/queue/rig";

/**
 * An environment with a timer on its clock, and two ways to create processes on it: `idle`, and `begin`, whose process
 * polls the queue.
 */
export async function workingQueue() {
  const environment = openEnvironment(await openTestStore());
  const timer = new VirtualTimer(environment);
  const idle = (jobs: RunnableJob[], store: Store = environment.store, owner?: string) => {
    const context = contextOf(environment, store);
    return new StoreQueue({ context: () => context, jobs, timer: timer.set, owner });
  };
  const begin = async (jobs: RunnableJob[], store?: Store, owner?: string) => {
    const queue = idle(jobs, store, owner);
    await queue.work();
    await timer.settle();
    return queue;
  };
  return { environment, timer, idle, begin };
}

/** Adds tasks without starting them, like a process that crashes before it can. */
export function add({ store }: QueueEnvironment, queue: StoreQueue, ...tasks: Task[]): Promise<void> {
  return store.transact(async (tx) => {
    for (const one of tasks) queue.add(tx, one);
  });
}

/** Wraps a store so that `then` is called with the result of each query. */
export function withQueries(store: Store, then: (result: QueryResult) => Promise<void> | void): Store {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== "query") return typeof member === "function" ? member.bind(target) : member;
      return async (query: Query) => {
        const result = await target.query(query);
        await then(result);
        return result;
      };
    },
  });
}
