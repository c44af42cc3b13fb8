import * as z from "zod";

/** The extension of JSON Schema that lists the other names of a field. */
const ALSO_NAMED = "x-also-named";

/**
 * Lets requests send a field under further names, which the contract lists. The field's own name takes precedence.
 * @param field the whole field, including `optional()` if it may be omitted.
 */
export function alsoNamed<T extends z.ZodType>(field: T, ...names: string[]): T {
  return field.meta({ [ALSO_NAMED]: names }) as T;
}

/** The further names of a field. */
export function otherNames(field: z.core.$ZodType): readonly string[] {
  return (z.globalRegistry.get(field)?.[ALSO_NAMED] ?? []) as string[];
}
