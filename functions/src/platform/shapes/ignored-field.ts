import * as z from "zod";

/** A field that requests may send with any value and that does nothing. @param description why it does nothing. */
export function ignoredField(description: string) {
  return ignored(z.unknown(), description);
}

/**
 * A field that does nothing but must match its shape. The reply's header of ignored fields names it, and the contract
 * marks it as deprecated.
 * @param description why it does nothing.
 */
export function ignored<T extends z.ZodType>(shape: T, description: string) {
  return shape.optional().meta({ deprecated: true, description });
}
