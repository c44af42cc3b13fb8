import type { JsonSchema } from "@atrium/functions/testing/suites/conformance/schema";
import type { Contract } from "../contract/contract.ts";
import { repeated, units } from "./shapes.ts";

/** One way to make the input of a call large. */
export interface Blowup {
  /** The field, and the kind of large value. */
  name: string;
  /** The input, with the field so large that the body has about this many bytes. */
  data(bytes: number): unknown;
}

type Path = readonly (string | 0)[];

/** Maximum depth of the fields to enlarge: deeper ones are of the same kinds. */
const DEEPEST = 5;

/** Every way to make the example of a call large, field by field as its schema describes them. */
export function blowups(contract: Contract, dataSchema: JsonSchema, example: unknown): Blowup[] {
  const variants: Blowup[] = [];
  const visit = (reference: JsonSchema, path: Path) => {
    const schema = contract.resolve(reference);
    for (const [what, value] of Object.entries(valuesOf(schema, at(example, path))))
      variants.push({
        name: `${path.join(".") || "data"}: ${what}`,
        data: (bytes) => withValue(example, path, value(bytes)),
      });
    if (path.length >= DEEPEST) return;
    for (const [name, child] of Object.entries(schema.properties ?? {})) visit(child, [...path, name]);
    if (schema.items) visit(schema.items, [...path, 0]);
    for (const one of schema.anyOf ?? []) visit(one, path);
  };
  visit(dataSchema, []);
  return variants;
}

/** Large values of a field, by kind. */
function valuesOf(schema: JsonSchema, example: unknown): Record<string, (bytes: number) => unknown> {
  const types = [schema.type ?? []].flat();
  if (types.includes("string") && !schema.enum) return texts(schema.maxLength);
  if (types.includes("array")) return lists(schema.maxItems, Array.isArray(example) ? example[0] : undefined);
  const isFree = types.length === 0 && !schema.anyOf && schema.const === undefined && !schema.enum;
  if (isFree || (types.includes("object") && schema.additionalProperties !== false)) return objects(example);
  return {};
}

function texts(most = Number.POSITIVE_INFINITY): Record<string, (bytes: number) => unknown> {
  const entries = Object.entries(units).map(([name, unit]): [string, (bytes: number) => unknown] => [
    name,
    (bytes) => repeated(unit, Math.min(bytes, most)),
  ]);
  return Object.fromEntries([...entries, ["a text that is too long", (bytes) => repeated("é", bytes)]]);
}

function lists(most = Number.POSITIVE_INFINITY, element: unknown = "x"): Record<string, (bytes: number) => unknown> {
  const size = JSON.stringify(element).length + 8;
  const count = (bytes: number) => Math.max(1, Math.min(most, Math.floor(bytes / size)));
  return {
    "one item many times": (bytes) => Array.from({ length: count(bytes) }, () => element),
    "many items": (bytes) => Array.from({ length: count(bytes) }, (_, i) => numbered(element, i)),
    "too many items": (bytes) => Array.from({ length: Math.floor(bytes / size) }, (_, i) => numbered(element, i)),
    "items of another type": (bytes) => Array.from({ length: Math.floor(bytes / 2) }, () => 0),
    "large items": (bytes) => {
      const length = Math.min(count(bytes), 20);
      return Array.from({ length }, (_, i) => enlarged(numbered(element, i), bytes / length));
    },
  };
}

function objects(example: unknown): Record<string, (bytes: number) => unknown> {
  const base = typeof example === "object" && example !== null && !Array.isArray(example) ? example : {};
  const numbers = (bytes: number, key: (i: number) => string) =>
    Array.from({ length: Math.ceil(bytes / 12) }, (_, i): [string, number] => [key(i), i]);
  return {
    "many keys": (bytes) => ({ ...base, ...Object.fromEntries(numbers(bytes, (i) => `key${i}`)) }),
    "keys with dots": (bytes) => ({ ...base, ...Object.fromEntries(numbers(bytes, (i) => `a.${i}.b`)) }),
    "a long key": (bytes) => ({ ...base, [repeated("k", bytes)]: 1 }),
    "a long text": (bytes) => ({ ...base, free: repeated("x ", bytes) }),
    "a long list": (bytes) => ({ ...base, free: Array.from({ length: Math.floor(bytes / 3) }, () => []) }),
    "deep values": (bytes) => ({
      ...base,
      free: deep(
        90,
        Array.from({ length: Math.floor(bytes / 3) }, () => []),
      ),
    }),
  };
}

function deep(levels: number, inner: unknown): unknown {
  let value = inner;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A copy of an item with its own ids. */
function numbered(item: unknown, i: number): unknown {
  if (typeof item === "string") return `${item}${i}`;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      /id$/i.test(key) && typeof value === "string" ? `${value}${i}` : value,
    ]),
  );
}

function enlarged(item: unknown, bytes: number): unknown {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  return { ...item, further: repeated("x", bytes) };
}

function at(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined | null)?.[part], data);
}

/** A copy of the data with another value at the path, creating missing containers. */
function withValue(data: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  if (part === 0) {
    const [first, ...others] = Array.isArray(data) ? data : [];
    return [withValue(first, rest, value), ...others];
  }
  const base = typeof data === "object" && data !== null && !Array.isArray(data) ? data : {};
  return { ...base, [part]: withValue((base as Record<string, unknown>)[part], rest, value) };
}
