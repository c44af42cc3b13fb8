import { setImmediate as turn } from "node:timers/promises";
import type { OutboundReply } from "#outbound/port";
import { ApiError } from "#platform/error";
import { StoreQueue } from "#queue/store-queue";
import { type Context, createContext } from "#src/context";
import { declaredJobs } from "#src/jobs";
import type { Store, Transaction } from "#store/port";
import { hasWaited } from "#testing/harness/store/store-calls";
import type { World } from "#testing/harness/world";

/** A process over the world's store. Calls to the store fail at random, and always after its crash. */
export class ChaoticProcess {
  readonly context: Context;
  readonly queue: StoreQueue;
  /** The fraction of store calls that fail, half of them after taking effect. */
  faults: number;
  #isDead = false;

  /** @param onWork called at every call to the store. */
  constructor(w: World, { random, faults, onWork }: { random: () => number; faults: number; onWork: () => void }) {
    this.faults = faults;
    const fail = () => {
      onWork();
      if (this.#isDead) throw new Error("the process is gone");
      if (random() * 2 < this.faults) throw new ApiError("UNAVAILABLE", "The disk does not answer.");
    };
    this.queue = new StoreQueue({ context: () => this.context, jobs: declaredJobs, random });
    this.context = createContext({ ...w.context, random, store: failing(w.context.store, fail), queue: this.queue });
  }

  /** Ends it like `kill -9`: requests already sent continue, and nothing else happens. */
  kill(): void {
    this.#isDead = true;
  }
}

function failing<T extends Store | Transaction>(target: T, fail: () => void): T {
  return new Proxy(target, {
    get(_target, name) {
      const member = target[name as keyof T];
      if (typeof member !== "function") return member;
      if (["create", "set", "merge", "update", "delete", "watch"].includes(String(name))) return member.bind(target);
      return async (...args: unknown[]) => {
        fail();
        const body = args[0] as (tx: Transaction) => Promise<unknown>;
        const watched = name === "transact" ? [(tx: Transaction) => body(failing(tx, fail))] : args;
        const result = await member.apply(target, watched);
        fail();
        return result;
      };
    },
  });
}

/** Waits until nothing has happened for some turns of the event loop and the store has answered. */
export async function settle(work: () => number, store: Store): Promise<void> {
  let before = -1;
  for (let quiet = 0; quiet < 8; quiet++) {
    if (work() !== before) quiet = 0;
    before = work();
    await turn();
    if (await hasWaited(store)) quiet = 0;
  }
}

/** Calls that get no response: each ends when its timeout has passed on the clock. */
export class Hanging {
  readonly #now: () => number;
  #calls: { until: number; end: (reply: OutboundReply) => void }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins a call that gets no response before its timeout. */
  for(timeout: number): Promise<OutboundReply> {
    const { promise, resolve } = Promise.withResolvers<OutboundReply>();
    this.#calls.push({ until: this.#now() + timeout, end: resolve });
    return promise;
  }

  /** When the next call ends, in ms since 1970. */
  get nextAt(): number {
    return Math.min(...this.#calls.map(({ until }) => until));
  }

  /** Ends the calls whose timeout has passed. */
  release(): void {
    const over = this.#calls.filter(({ until }) => until <= this.#now());
    this.#calls = this.#calls.filter((call) => !over.includes(call));
    for (const { end } of over) end({ error: "No answer within 15 s.", body: "" });
  }
}
