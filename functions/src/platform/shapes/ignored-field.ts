import * as z from "zod";

/** A field that requests may have and that does nothing, with any value. @param description why it does nothing. */
export function ignoredField(description: string) {
  return ignored(z.unknown(), description);
}

/**
 * A field that does nothing and takes only what its shape takes. The reply's header of ignored fields names it, and the contract
 * marks it as deprecated.
 * @param description why it does nothing.
 */
export function ignored<T extends z.ZodType>(shape: T, description: string) {
  return shape.optional().meta({ deprecated: true, description });
}
