import * as z from "zod";
import type { EmbeddedUser } from "#platform/shapes/embedded-user";

/** Declaration of an event type. */
export interface EventDeclaration {
  /** One sentence that says when the event is sent. */
  description: string;
  /** Schema of the fields of `data` other than `metadata`. */
  data: z.ZodObject;
  /** Data that matches the schema. */
  example: Record<string, unknown>;
  /** Whether this version sends the event. Filters and triggers may name one that it never sends. */
  isEmitted: boolean;
}

/** Declares an event type; the example must match the shape. */
export function event<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
  example: z.input<z.ZodObject<Shape>> & Record<string, unknown>,
): EventDeclaration {
  return { description, data: z.looseObject(shape), example, isEmitted: true };
}

/** Marks an event type that this version never sends. */
export function neverEmitted(declaration: EventDeclaration): EventDeclaration {
  return { ...declaration, isEmitted: false };
}

/** A person in an event. Names and addresses are omitted if data protection is on. */
export const Person = z.looseObject({
  userId: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
});

/** A user in an event, without the customer's own fields. */
export function toPerson({ userId, name, email }: Pick<EmbeddedUser, "userId" | "name" | "email">) {
  return { userId, ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
}

/** The user who acted, if the call names one. */
export const actor = { actionUser: Person.optional() };

/** People of the examples. */
export const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" };
export const lin = { userId: "lin", name: "Lin Chen", email: "lin@example.com" };
