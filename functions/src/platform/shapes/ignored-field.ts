import * as z from "zod";

/**
 * A field that requests may have and that does nothing: the reply's header of ignored fields names it, and the contract marks it
 * as deprecated.
 * @param description why it does nothing.
 * @param shape of the values that are taken; default: any.
 */
export function ignoredField(description: string, shape: z.ZodType = z.unknown()) {
  return shape.optional().meta({ deprecated: true, description });
}
