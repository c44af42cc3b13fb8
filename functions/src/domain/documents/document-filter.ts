import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";

const Text = z.string().check(maxCharacters(1000));

/** A value to compare with. It is short because a page compares it with up to 5,000 documents. */
const Scalar = z.union([Text, z.number(), z.boolean(), z.null()], {
  error: "must be a string of at most 1,000 characters, a number, a boolean or null.",
});

/** The name of a field, or dot-separated names for a field of an object. A prefix `metadata.` changes nothing. */
const key = z.string().min(1).check(maxCharacters(500));

/** A condition on a field of a document, either the service's or the customer's own (docs/behaviour.md#documents). */
export const DocumentFilter = z.discriminatedUnion(
  "operator",
  [
    z.object({ key, operator: z.enum(["==", "!=", "array-contains"]), value: Scalar }),
    z.object({
      key,
      operator: z.enum(["<", "<=", ">", ">="]),
      value: z.union([Text, z.number()], {
        error: "must be a number or a string of at most 1,000 characters.",
      }),
    }),
    z.object({ key, operator: z.literal("in"), value: z.array(Scalar).min(1).max(30) }),
  ],
  { error: "must be one of `==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `array-contains`." },
);
export type DocumentFilter = z.infer<typeof DocumentFilter>;

/** The conditions of one call, all of which must hold. */
export const DocumentFilters = z.array(DocumentFilter).max(10);

/** Documents are ordered by id: comment views are stored by thread, so documents can't be ordered by them. */
export const OrderByCommentViews = z
  .unknown()
  .refine(
    (isOrdered) => isOrdered === false,
    "must be `false`: views are stored by thread, and documents are returned in the order of their ids. Omit it.",
  )
  .meta({ const: false }) as z.ZodType<false>;

/** Whether a condition is on the access type, which a document may inherit from its folder. */
export const concernsAccess = ({ key }: DocumentFilter) => namesOf(key).includes("accessType");

/**
 * Whether a document meets a condition: never without the field, not even `!=`, and never with another type of value.
 */
export function meetsFilter(document: Record<string, unknown>, { key, operator, value }: DocumentFilter): boolean {
  const field = fieldOf(document, key);
  if (field === undefined) return false;
  switch (operator) {
    case "==":
      return field === value;
    case "!=":
      return field !== value;
    case "in":
      return value.some((one) => one === field);
    case "array-contains":
      return Array.isArray(field) && field.includes(value);
    default:
      return typeof field === typeof value && compares[operator](field as typeof value, value);
  }
}

const compares: Record<"<" | "<=" | ">" | ">=", (field: string | number, value: string | number) => boolean> = {
  "<": (field, value) => field < value,
  "<=": (field, value) => field <= value,
  ">": (field, value) => field > value,
  ">=": (field, value) => field >= value,
};

/** The names that a key may mean, in order: a customer may have a field called `metadata`, or dots in field names. */
function namesOf(key: string): string[] {
  return key.startsWith("metadata.") ? [key, key.slice("metadata.".length)] : [key];
}

function fieldOf(document: Record<string, unknown>, key: string): unknown {
  for (const name of namesOf(key)) {
    const field = Object.hasOwn(document, name) ? document[name] : below(document, name.split("."));
    if (field !== undefined) return field;
  }
  return undefined;
}

function below(json: unknown, names: readonly string[]): unknown {
  let value = json;
  for (const name of names) {
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
