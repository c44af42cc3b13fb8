import type { Schema } from "../../../site/contract/openapi.ts";

/** An endpoint, as forms and code samples need it. */
export interface Operation {
  tag: string;
  summary: string;
  description: string;
  /** Whose credentials it takes; missing where it takes none. */
  caller?: "workspaceId" | "apiKey" | "userToken" | undefined;
  isWrite: boolean;
  /** Schema of its input, the value of `data` in the body. */
  input: Schema;
  /** An input that works in the demo world. */
  example: unknown;
}

/** What the build takes from `openapi.json`. */
export interface Contract {
  /** By path. */
  operations: Record<string, Operation>;
  /** The schemas that inputs refer to, by name. */
  schemas: Record<string, Schema>;
}

/** A schema without its reference, and without the alternative `null`. */
export function resolve(contract: Contract, schema: Schema): Schema & { isNullable?: boolean } {
  if (schema.$ref !== undefined) {
    const { $ref, ...beside } = schema;
    const target = contract.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {};
    return { ...resolve(contract, target), ...beside };
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  const others = alternatives?.filter(({ type }) => type !== "null");
  const [only] = others ?? [];
  if (alternatives && others?.length === 1 && only) {
    const { anyOf: _, oneOf: __, ...beside } = schema;
    return { ...resolve(contract, only), ...beside, isNullable: alternatives.length > 1 };
  }
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== "null");
    if (types.length === 1) return { ...schema, type: types[0], isNullable: types.length < schema.type.length };
  }
  return schema;
}

/**
 * The fields of an object that forms show, by name: what is deprecated in an input does nothing.
 * @param without names that the form leaves out.
 */
export function shownFields(contract: Contract, schema: Schema, without: readonly string[] = []): [string, Schema][] {
  const { properties = {} } = resolve(contract, schema);
  return Object.entries(properties).filter(([name, { deprecated }]) => !deprecated && !without.includes(name));
}
