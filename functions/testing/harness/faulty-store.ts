import type { Store, Transaction } from "#store/port";

/** When the process is gone: after so many further calls of the store, for good. */
export interface Fault {
  left: number;
}

/** A store that, like a process that ends, answers nothing any more from some call on; a transaction's reads are calls too. */
export function faultyStore(store: Store, fault: Fault): Store {
  const spend = () => {
    if (fault.left-- <= 0) throw new Error("the process is gone");
  };
  const watch = <T extends Store | Transaction>(target: T): T =>
    new Proxy(target, {
      get(_target, name) {
        const member = target[name as keyof T];
        if (typeof member !== "function" || isWriteOfTransaction(name)) return bind(member, target);
        if (name === "watch")
          return (...args: unknown[]) => {
            spend();
            return member.apply(target, args);
          };
        return async (...args: unknown[]) => {
          spend();
          if (name !== "transact") return member.apply(target, args);
          const body = args[0] as (tx: Transaction) => Promise<unknown>;
          const result = await member.call(target, (tx: Transaction) => body(watch(tx)));
          // Committed, but nobody hears of it.
          spend();
          return result;
        };
      },
    });
  return watch(store);
}

function isWriteOfTransaction(name: string | symbol): boolean {
  return ["create", "set", "merge", "update", "delete"].includes(String(name));
}

function bind(member: unknown, target: object): unknown {
  return typeof member === "function" ? member.bind(target) : member;
}
