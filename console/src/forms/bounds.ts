import type { Schema } from "../../../site/contract/openapi.ts";
import type { Texts } from "../texts/en.ts";

/** The bounds of a field in words, as the service checks them. */
export function boundsOf(schema: Schema, common: Texts["common"]): string[] {
  const { type, minLength, maxLength, minimum, maximum, maxItems } = schema;
  const parts: string[] = [];
  if (type === "string" && (minLength || maxLength)) parts.push(common.characters(minLength || undefined, maxLength));
  if (isNumber(schema) && (minimum !== undefined || isUseful(maximum)))
    parts.push(common.numbers(minimum, isUseful(maximum) ? maximum : undefined));
  if (type === "array" && maxItems !== undefined) parts.push(common.entries(maxItems));
  return parts;
}

/** Whether a field takes numbers. */
export function isNumber({ type }: Schema): boolean {
  return type === "number" || type === "integer";
}

/** The largest safe integer is no bound that anybody wants to read. */
function isUseful(maximum: number | undefined): boolean {
  return maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
}
