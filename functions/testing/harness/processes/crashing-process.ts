import { StoreQueue } from "#queue/store-queue";
import { type Context, createContext } from "#src/context";
import { declaredJobs } from "#src/jobs";
import type { Store, Transaction } from "#store/port";
import { testTimer } from "#testing/harness/store/test-store";
import type { World } from "#testing/harness/world";

/** When a process crashes: before or after its commit with this number, counted from 1. */
export interface Crash {
  commit: number;
  when: "before" | "after";
}

/** A separate process over a world's store, with empty caches. */
export interface NewProcess {
  /** The world as the process sees it, for `doorOf` and `drain`. */
  w: World;
  /** Whether it has crashed. */
  hasEnded(): boolean;
}

/** Starts a process. @param crash default: it never crashes. */
export function newProcess(w: World, crash?: Crash): NewProcess {
  const end = { isOver: false };
  const context: Context = createContext({
    ...w.context,
    store: crash ? crashingStore(w.context.store, crash, end) : w.context.store,
    queue: new StoreQueue({ context: () => context, jobs: declaredJobs, timer: testTimer }),
  });
  const advance: World["advance"] = (ms) => w.advance(ms);
  return { w: Object.assign(Object.create(w) as World, { context, advance }), hasEnded: () => end.isOver };
}

const gone = () => new Error("the process is gone");

/** A store that never answers after a certain commit. */
function crashingStore(store: Store, { commit, when }: Crash, end: { isOver: boolean }): Store {
  let commits = 0;
  const check = () => {
    if (end.isOver) throw gone();
  };
  const finish = (): never => {
    end.isOver = true;
    throw gone();
  };
  const before = () => {
    check();
    if (when === "before" && commits + 1 === commit) finish();
  };
  const after = () => {
    if (++commits === commit && when === "after") finish();
  };
  const transact = async <T>(body: (tx: Transaction) => Promise<T>): Promise<T> => {
    check();
    let hasWritten = false;
    const result = await store.transact(async (tx) => {
      hasWritten = false;
      const returned = await body(
        watched(tx, check, () => {
          hasWritten = true;
        }),
      );
      if (hasWritten) before();
      return returned;
    });
    if (hasWritten) after();
    return result;
  };
  const overriding: Partial<Store> = {
    transact,
    async commit(writes) {
      before();
      await store.commit(writes);
      after();
    },
  };
  return new Proxy(store, {
    get(_target, name) {
      const own = overriding[name as keyof Store];
      if (own) return own;
      return checked(store, name, check);
    },
  });
}

function watched(tx: Transaction, check: () => void, wrote: () => void): Transaction {
  return new Proxy(tx, {
    get(_target, name) {
      const isWrite = ["create", "set", "merge", "update", "delete"].includes(String(name));
      return checked(tx, name, isWrite ? wrote : check);
    },
  });
}

/** A member of the target; a method calls `before` first. */
function checked(target: object, name: string | symbol, before: () => void): unknown {
  const member: unknown = Reflect.get(target, name, target);
  if (typeof member !== "function") return member;
  return (...args: unknown[]) => {
    before();
    return member.apply(target, args);
  };
}
