import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "#store/port";

/** The number of unfinished calls of a counted store. */
const UNDER_WAY = Symbol("calls under way");

/** Counts a store's calls for `hasWaited`, except those that don't wait for the store, and watches, which never end. */
export function counted(store: Store): Store {
  let underWay = 0;
  return new Proxy(store, {
    get(target, name) {
      if (name === UNDER_WAY) return underWay;
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (["watch", "close", "foreignWrites", "lastVersion"].includes(String(name))) return member.bind(target);
      return async (...args: unknown[]) => {
        underWay++;
        try {
          return await member.apply(target, args);
        } finally {
          underWay--;
        }
      };
    },
  });
}

/** Waits until no call of the store is running. @returns whether there was one; false if calls are not counted. */
export async function hasWaited(store: Store): Promise<boolean> {
  let waits = 0;
  for (; callsUnderWay(store) > 0; waits++) await sleep(1);
  return waits > 0;
}

/** The number of running calls of a counted store, which may be wrapped in stores that forward to it. */
function callsUnderWay(store: Store): number {
  const own: number | undefined = Reflect.get(store, UNDER_WAY);
  if (own !== undefined) return own;
  const inner: Store | undefined = Reflect.get(store, "inner");
  return inner ? callsUnderWay(inner) : 0;
}
