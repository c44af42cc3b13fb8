import type { CallTemplate } from "../snippets/call.ts";

/** What the server returns in exchange for a link's code: the values that the pages fill in. */
export interface Demo {
  /** Values by security scheme. */
  credentials: Record<string, string>;
  /** Names in the demo, by the names used in the examples. */
  names: Record<string, string>;
  /** Overrides for single examples, by path with or without its version. */
  examples: Record<string, { names?: Record<string, string>; data?: object }>;
}

/** A call whose example works on the demo. */
export function demoCall(call: CallTemplate, { names, examples }: Demo): CallTemplate {
  const { names: further, data } = examples[call.path] ?? examples[call.path.replace(/^\/v\d/, "")] ?? {};
  const { body } = call as { body?: { data?: object } };
  const changed = data && body ? { ...call, body: { ...body, data: { ...body.data, ...data } } } : call;
  return withNames(changed, { ...names, ...further });
}

/** An example with its names replaced by those of the demo. */
function withNames<T>(value: T, names: Readonly<Record<string, string>>): T {
  const renamed = (one: unknown): unknown => {
    if (typeof one === "string") return names[one] ?? one;
    if (Array.isArray(one)) return one.map(renamed);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, renamed(inner)]));
  };
  return renamed(value) as T;
}
