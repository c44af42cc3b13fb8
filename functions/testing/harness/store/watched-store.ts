import type { Store, Transaction } from "#store/port";

/** Calls `onPath` with every document and collection path that is read, queried, counted or written. */
export function watchStore(store: Store, onPath: (path: string) => void): Store {
  return watch(store, onPath);
}

function watch<T extends Store | Transaction>(target: T, onPath: (path: string) => void): T {
  return new Proxy(target, {
    get(_target, name) {
      const member = target[name as keyof T];
      if (typeof member !== "function") return member;
      return (...args: unknown[]) =>
        member.apply(
          target,
          args.map((argument) => look(argument, onPath)),
        );
    },
  });
}

/** Finds the paths in an argument of the port, and replaces bodies and streams by watched ones. */
function look(argument: unknown, onPath: (path: string) => void): unknown {
  if (typeof argument === "string") onPath(argument);
  else if (typeof argument === "function") return (tx: Transaction) => argument(watch(tx, onPath));
  else if (Array.isArray(argument)) for (const element of argument) look(element, onPath);
  else if (isStream(argument)) return watchStream(argument, onPath);
  else if (typeof argument === "object" && argument !== null)
    for (const field of ["path", "collection", "under"] as const)
      if (field in argument) onPath(String((argument as Record<string, unknown>)[field]));
  return argument;
}

function isStream(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

async function* watchStream(stream: AsyncIterable<unknown> | Iterable<unknown>, onPath: (path: string) => void) {
  for await (const element of stream) {
    look(element, onPath);
    yield element;
  }
}
