import type { Schema } from "../../../site/contract/openapi.ts";
import type { Texts } from "../texts/en.ts";

/** The bounds that the service checks for a field, in words. */
export function boundsOf(schema: Schema, common: Texts["common"]): string[] {
  const { type, minLength, maxLength, minimum, maximum, maxItems } = schema;
  const parts: string[] = [];
  if (type === "string" && (minLength || maxLength)) parts.push(common.characters(minLength || undefined, maxLength));
  if (isNumber(schema) && (minimum !== undefined || isUseful(maximum)))
    parts.push(common.numbers(minimum, isUseful(maximum) ? maximum : undefined));
  if (type === "array" && maxItems !== undefined) parts.push(common.entries(maxItems));
  return parts;
}

/** Whether a field accepts numbers. */
export function isNumber({ type }: Schema): boolean {
  return type === "number" || type === "integer";
}

/** False for the largest safe integer, which tells a person nothing as a bound. */
function isUseful(maximum: number | undefined): boolean {
  return maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
}
