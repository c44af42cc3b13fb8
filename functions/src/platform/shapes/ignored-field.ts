import * as z from "zod";

/**
 * A field that requests may have and that does nothing: any value is taken, the reply's header of ignored fields names it, and the
 * contract marks it as deprecated.
 * @param description why it does nothing.
 */
export function ignoredField(description: string) {
  return z.unknown().optional().meta({ deprecated: true, description });
}
