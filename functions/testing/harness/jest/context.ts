import { expect } from "expect";

/** `expect(actual)` whose failure begins with a message about the context. */
export function expectWithContext<T>(actual: T, message: string | undefined): ReturnType<typeof expect<T>> {
  const matchers = expect(actual);
  return message === undefined ? matchers : explained(matchers, message);
}

/** The same matchers, and those behind `.not`, `.rejects` and `.resolves`. */
function explained<M extends object>(matchers: M, message: string): M {
  return new Proxy(matchers, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      if (typeof value === "object" && value !== null) return explained(value, message);
      if (typeof value !== "function") return value;
      return (...expected: unknown[]) => run(() => value.apply(target, expected), message);
    },
  });
}

function run(match: () => unknown, message: string): unknown {
  const explain = (error: unknown): never => {
    if (error instanceof Error) error.message = `${message}\n\n${error.message}`;
    throw error;
  };
  try {
    const result = match();
    return result instanceof Promise ? result.catch(explain) : result;
  } catch (error) {
    return explain(error);
  }
}
