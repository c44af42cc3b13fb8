import type { Store, Transaction } from "#store/port";

/** The number of further store calls after which the process has crashed. */
export interface Fault {
  left: number;
}

/** A store that never answers after a certain call, as after a crash; a transaction's reads count as calls too. */
export function faultyStore(store: Store, fault: Fault): Store {
  const spend = () => {
    if (fault.left-- <= 0) throw new Error("the process is gone");
  };
  const watch = <T extends Store | Transaction>(target: T): T =>
    new Proxy(target, {
      get(_target, name) {
        const member = target[name as keyof T];
        if (typeof member !== "function" || isWriteOfTransaction(name) || isAnsweredAtOnce(name))
          return bind(member, target);
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
          // Committed, but the answer is lost.
          spend();
          return result;
        };
      },
    });
  return watch(store);
}

function isAnsweredAtOnce(name: string | symbol): boolean {
  return ["foreignWrites", "lastVersion"].includes(String(name));
}

function isWriteOfTransaction(name: string | symbol): boolean {
  return ["create", "set", "merge", "update", "delete"].includes(String(name));
}

function bind(member: unknown, target: object): unknown {
  return typeof member === "function" ? member.bind(target) : member;
}
