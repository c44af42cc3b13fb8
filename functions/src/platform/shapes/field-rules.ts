import type * as z from "zod";
import { contractCheck, type Keywords } from "./contract-check.ts";

type Fields = { readonly [name: string]: unknown };

const isSent = (fields: object, name: string) => ((fields as Fields)[name] ?? undefined) !== undefined;

/** JSON Schema: none of these fields is sent; `null` counts as not sent. */
export function absent(...names: readonly string[]): Keywords {
  return { properties: Object.fromEntries(names.map((name) => [name, { type: "null" }])) };
}

/** JSON Schema: the field is sent, and is not `null`. */
export function present(name: string): Keywords {
  return { required: [name], properties: { [name]: { not: { type: "null" } } } };
}

/** JSON Schema: the field is sent with one of these values. */
export function hasValue(name: string, ...values: readonly unknown[]): Keywords {
  return { required: [name], properties: { [name]: { enum: values } } };
}

/** JSON Schema: the switch is false or not sent. */
export function isOff(name: string): Keywords {
  return { properties: { [name]: { enum: [false, null] } } };
}

/** JSON Schema: the field is sent as an array with at least one item. */
export function hasItems(name: string): Keywords {
  return { required: [name], properties: { [name]: { type: "array", items: {}, minItems: 1 } } };
}

/** JSON Schema: at least one field of an update is sent. `null` counts for a field that it removes. */
export function anyFieldOf(shape: { readonly [name: string]: z.ZodType }): Keywords {
  const requirement = ([name, field]: [string, z.ZodType]) =>
    field.safeParse(null).success ? { required: [name], properties: { [name]: {} } } : present(name);
  return { anyOf: Object.entries(shape).map(requirement) };
}

/**
 * At most one of the fields is sent.
 * @param refusal default: it names the fields that were sent, at the path of the last one.
 */
export function atMostOne(
  names: readonly string[],
  refusal?: { at: string; message: string },
): z.core.$ZodCheck<object> {
  const alone = names.map((name) => absent(...names.filter((other) => other !== name)));
  const sentNames = (fields: object) => names.filter((name) => isSent(fields, name));
  return contractCheck({ anyOf: alone }, (fields: object) => sentNames(fields).length <= 1, {
    path: (fields) => [refusal?.at ?? sentNames(fields).at(-1) ?? ""],
    message: (fields) =>
      refusal?.message ?? `must not be given together with ${sentNames(fields).slice(0, -1).join(" or ")}.`,
  });
}

/** At least one of the fields is sent. @param at the field that the refusal is about; default: the object. */
export function atLeastOne(
  names: readonly string[],
  { at, message }: { at?: string; message: string },
): z.core.$ZodCheck<object> {
  const holds = (fields: object) => names.some((name) => isSent(fields, name));
  return contractCheck({ anyOf: names.map(present) }, holds, { ...(at !== undefined && { path: [at] }), message });
}

/** An object of changes has at least one field: an update of nothing is a mistake of the caller. */
export function notEmpty(
  shape: { readonly [name: string]: z.ZodType },
  message = "must not be empty.",
): z.core.$ZodCheck<object> {
  return contractCheck(anyFieldOf(shape), (fields: object) => Object.keys(fields).length > 0, message);
}

/** Exactly one of the fields is sent. */
export function exactlyOne(
  names: readonly string[],
  { at, message }: { at: string; message: string },
): z.core.$ZodCheck<object> {
  const holds = (fields: object) => names.filter((name) => isSent(fields, name)).length === 1;
  return contractCheck({ oneOf: names.map(present) }, holds, { path: [at], message });
}

/**
 * If a switch is true, none of the other fields is sent.
 * @param at the field that the refusal is about, by default the switch.
 */
export function onlyWithout(
  name: string,
  others: readonly string[],
  { at = name, message }: { at?: string; message: string },
): z.core.$ZodCheck<object> {
  const holds = (fields: object) =>
    (fields as Fields)[name] !== true || others.every((other) => !isSent(fields, other));
  return contractCheck({ anyOf: [isOff(name), absent(...others)] }, holds, { path: [at], message });
}

/**
 * A field is sent unless another has one of these values.
 * @param names the field, or several fields of which one is needed.
 */
export function requiredUnless(
  names: string | readonly string[],
  [other, ...values]: readonly [string, ...unknown[]],
  message: string,
): z.core.$ZodCheck<object> {
  const all = [names].flat();
  const holds = (fields: object) =>
    all.some((name) => isSent(fields, name)) || values.includes((fields as Fields)[other]);
  const keywords = { anyOf: [hasValue(other, ...values), ...all.map(present)] };
  return contractCheck(keywords, holds, { path: all.slice(0, 1), message });
}
