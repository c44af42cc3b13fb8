import type { Span, Tracing } from "#platform/observability/tracing";
import type { Store } from "./port.ts";

/** The methods that write, each of which gets a span of its own. */
const TRACED = new Set<string | symbol>(["transact", "commit", "bulk"]);

/** The store, with a span below `parent` for each transaction and each commit. */
export function tracedStore(store: Store, tracing: Tracing, parent: Span): Store {
  return new Proxy(store, {
    get(target, name) {
      const member = target[name as keyof Store];
      if (typeof member !== "function") return member;
      if (!TRACED.has(name)) return member.bind(target);
      return async (...args: unknown[]) => {
        const span = tracing.start(`store.${String(name)}`, {
          kind: "internal",
          parent: parent.traceparent,
          attributes: { "db.system.name": target.kind },
        });
        try {
          const result = await (member as (...args: unknown[]) => unknown).apply(target, args);
          span.end();
          return result;
        } catch (error) {
          span.end((error as { code?: string }).code ?? "failed");
          throw error;
        }
      };
    },
  });
}
