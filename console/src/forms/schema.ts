import type { Schema } from "../../../site/contract/openapi.ts";

/** What forms and code samples need to know about an endpoint. */
export interface Operation {
  tag: string;
  summary: string;
  description: string;
  /** Whose credentials the endpoint requires; omitted if it requires none. */
  caller?: "workspaceId" | "apiKey" | "userToken" | undefined;
  isWrite: boolean;
  /** Whether read-only sessions may call it: it neither writes, nor signs or shows secrets. */
  isForReadOnlySessions: boolean;
  /** Schema of its input, the value of `data` in the body. */
  input: Schema;
  /** An input that works in the demo world. */
  example: unknown;
}

/** The part of `openapi.json` that the build extracts. */
export interface Contract {
  /** By path. */
  operations: Record<string, Operation>;
  /** The schemas that inputs refer to, by name. */
  schemas: Record<string, Schema>;
}

/** Resolves a schema's reference, and turns the alternative `null` into `isNullable`. */
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
 * The fields of an object that forms show, by name. Deprecated fields are left out, because they have no effect.
 * @param without names of further fields to leave out.
 */
export function shownFields(contract: Contract, schema: Schema, without: readonly string[] = []): [string, Schema][] {
  const { properties = {} } = resolve(contract, schema);
  return Object.entries(properties).filter(([name, { deprecated }]) => !deprecated && !without.includes(name));
}
