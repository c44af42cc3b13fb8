import * as z from "zod";
import type { EmbeddedUser } from "#platform/embedded-user";

/** One type of the catalogue. */
export interface EventDeclaration {
  /** When it is sent, as one sentence. */
  description: string;
  /** Shape of what the body holds in `data` beside `metadata`. */
  data: z.ZodObject;
  /** Data of that shape. */
  example: Record<string, unknown>;
}

/** Declares an event; the example must be of its shape. */
export function event<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
  example: z.input<z.ZodObject<Shape>> & Record<string, unknown>,
): EventDeclaration {
  return { description, data: z.looseObject(shape), example };
}

/** A person in an event. Names and addresses are left out where data protection is on. */
export const Person = z.looseObject({
  userId: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
});

/** The user as events tell of it: without the customer's own fields. */
export function toPerson({ userId, name, email }: EmbeddedUser) {
  return { userId, ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
}

/** Who did it, where the call says so. */
export const actor = { actionUser: Person.optional() };

/** People of the examples. */
export const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" };
export const lin = { userId: "lin", name: "Lin Chen", email: "lin@example.com" };
