import type { JsonSchema } from "@atrium/functions/testing/suites/conformance/schema";
import type { Contract } from "../contract/contract.ts";
import type { Chance } from "./chance.ts";
import type { Pool } from "./pool.ts";
import { newId, textAtLimit, textOf } from "./texts.ts";

const MAX = Number.MAX_SAFE_INTEGER;
/** Depth below which only required fields are generated. */
const DEEP = 5;
const UNCHANGED = Symbol("unchanged");

/** Generates values that schemas describe. */
export class Values {
  readonly #contract: Contract;
  readonly #pool: Pool;
  readonly #chance: Chance;
  /** Probability that a value is at a limit. */
  readonly #edges: number;

  constructor(from: { contract: Contract; pool: Pool; chance: Chance; edges?: number }) {
    this.#contract = from.contract;
    this.#pool = from.pool;
    this.#chance = from.chance;
    this.#edges = from.edges ?? 0;
  }

  /** A value of the schema. @param name the name of the field that it is for. */
  make(schemaOrReference: JsonSchema, name = "", depth = 0): unknown {
    const chance = this.#chance;
    const schema = this.#contract.resolve(schemaOrReference);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return chance.pick(schema.enum);
    // In an object with fields, alternatives are rules between the fields.
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives && !schema.properties) return this.make(chance.pick(alternatives), name, depth);
    switch (typeOf(schema, chance)) {
      case "string":
        return this.#text(schema, name);
      case "integer":
      case "number":
        return this.#number(schema, name);
      case "boolean":
        return chance.is(0.5);
      case "null":
        return null;
      case "array":
        return this.#list(schema, name, depth);
      case "object":
        return this.#object(schema, name, depth);
      default:
        return this.free(depth);
    }
  }

  /**
   * The value with some parts generated anew, and fields added or left out.
   * @param rate the fraction of parts to change.
   */
  vary(schemaOrReference: JsonSchema, value: unknown, rate: number, name = ""): unknown {
    const chance = this.#chance;
    const schema = withoutNull(this.#contract, this.#contract.resolve(schemaOrReference));
    if (name !== "" && chance.is(rate)) return this.make(schemaOrReference, name, 2);
    if ((schema.anyOf ?? schema.oneOf) && !schema.properties) return value;
    if (Array.isArray(value)) {
      const elements = value.map((element) => this.vary(schema.items ?? {}, element, rate, name));
      if (schema.items && chance.is(rate)) elements.push(this.make(schema.items, name, 2));
      return elements;
    }
    if (typeof value !== "object" || value === null) return value;
    const properties = schema.properties ?? {};
    const names = new Set([...Object.keys(value), ...Object.keys(properties)]);
    const fields = [...names].map((key): [string, unknown] => {
      const child = properties[key];
      const isPresent = Object.hasOwn(value, key);
      const isOptional = !schema.required?.includes(key);
      if (!isPresent) return [key, child && chance.is(rate / 2) ? this.make(child, key, 2) : UNCHANGED];
      if (isOptional && chance.is(rate / 2)) return [key, UNCHANGED];
      const old = (value as Record<string, unknown>)[key];
      return [key, child ? this.vary(child, old, rate, key) : old];
    });
    return Object.fromEntries(fields.filter(([, fieldValue]) => fieldValue !== UNCHANGED));
  }

  /** A customer's free-form JSON. */
  free(depth = 0): unknown {
    const chance = this.#chance;
    if (this.#edge()) return nested(chance.pick([1, 30, 99, 100, 101]));
    if (depth >= DEEP || chance.is(0.6))
      return chance.pick<unknown>([null, true, 0, -0.5, 1e21, "text", "", chance.int(0, 1000), newId(chance)]);
    const inner = Array.from({ length: chance.int(0, 3) }, () => this.free(depth + 1));
    return chance.is(0.5)
      ? inner
      : Object.fromEntries(inner.map((value, i) => [`${chance.pick(["a", "", "é", "x.y"])}${i}`, value]));
  }

  #edge(): boolean {
    return this.#edges > 0 && this.#chance.is(this.#edges);
  }

  #text(schema: JsonSchema, name: string): string {
    const chance = this.#chance;
    if (this.#edge()) return textAtLimit(schema, chance);
    const pooledValue = chance.is(0.8) ? this.#pool.pick(chance, name) : undefined;
    if (typeof pooledValue === "string") return pooledValue;
    const id = /Ids?$|^id$/.test(name) ? newId(chance) : undefined;
    return id !== undefined && matches(schema, id) ? id : textOf(schema, name, chance);
  }

  #number(schema: JsonSchema, name: string): number {
    const chance = this.#chance;
    const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? -MAX : schema.exclusiveMinimum + 1);
    const most = schema.maximum ?? MAX;
    if (this.#edge()) return chance.pick([least, most, least - 1, most + 1, 0, 0.5, 1e308]);
    // Times are recent.
    if (/At$|Time|stamp/i.test(name) && chance.is(0.8)) return chance.pick([1767603600000, 1798761600]);
    const small = chance.int(Math.max(least, -1), Math.min(most, Math.max(least, -1) + 50));
    return schema.type === "number" && least < 0 && chance.is(0.3) ? small / 4 : small;
  }

  #list({ items = {}, minItems = 0, maxItems = 500 }: JsonSchema, name: string, depth: number): unknown[] {
    const chance = this.#chance;
    const usual = Math.min(maxItems, Math.max(minItems, chance.pick([1, 1, 1, 2, 3])));
    // Long lists are rare: they cost as much as hundreds of other calls.
    const atLimit = [
      minItems,
      Math.max(0, minItems - 1),
      Math.min(maxItems, 40),
      ...(chance.is(0.1) ? [maxItems, maxItems + 1] : []),
    ];
    const length = this.#edge() ? chance.pick(atLimit) : usual;
    const elements = Array.from({ length }, () => this.make(items, name, depth + 1));
    // Most lists accept no duplicates.
    if (!this.#edge()) return [...new Map(elements.map((value) => [JSON.stringify(value), value])).values()];
    return elements;
  }

  #object(schema: JsonSchema, name: string, depth: number): unknown {
    const chance = this.#chance;
    const share = depth > DEEP ? 0 : chance.pick([0, 0.1, 0.4]);
    const fields = Object.entries(schema.properties ?? {})
      .filter(([key]) => schema.required?.includes(key) || chance.is(share))
      .map(([key, child]): [string, unknown] => [key, this.make(child, key, depth + 1)]);
    const further = schema.additionalProperties;
    if (typeof further === "object" && depth <= DEEP)
      for (let i = chance.int(0, 2); i > 0; i--) {
        const names = schema.propertyNames?.enum as string[] | undefined;
        const key = names ? chance.pick(names) : (this.#pool.pickKey(chance, name) ?? `fz${i}`);
        if (!schema.properties?.[key]) fields.push([key, this.make(further, key, depth + 1)]);
      }
    return Object.fromEntries(fields);
  }
}

/** The schema of an optional field's values other than null. */
function withoutNull(contract: Contract, schema: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  const [only] = others;
  return only && others.length === 1 && !schema.properties ? contract.resolve(only) : schema;
}

function matches({ pattern }: JsonSchema, text: string): boolean {
  return pattern === undefined || new RegExp(pattern, "u").test(text);
}

function typeOf({ type, properties, items }: JsonSchema, chance: Chance): string | undefined {
  if (Array.isArray(type)) return chance.pick(type);
  return type ?? (properties ? "object" : items ? "array" : undefined);
}

/** A value inside `levels` arrays. */
export function nested(levels: number): unknown {
  return JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`);
}
