import * as z from "zod";
import type { KnownNames } from "./known-names.ts";

/** Keywords of JSON Schema, or extensions that begin with `x-`. */
export interface Keywords {
  [keyword: string]: unknown;
}

/**
 * Goes beside a pattern that describes only the usual form of a text: the service also accepts forms that JSON Schema
 * can't describe.
 */
export const furtherForms: Keywords = { "x-further-forms": true };

/** What a caller reads about a value that a check refuses. */
export interface Refusal<T> {
  /** The field that it is about; default: the value itself. */
  path?: string[] | ((value: T) => string[]);
  /** The end of a sentence that begins with the path. */
  message: string | ((value: T) => string);
}

/** Name of the list in the `bag` of a schema, where zod collects what each check attaches. */
const BAG = "contractKeywords";

/**
 * A check for `schema.check(…)` together with its JSON Schema, which `openapi.json` takes over.
 * @param keywords refuse what the check refuses. Where JSON Schema can't, they refuse less and an extension describes
 * the rest.
 */
export function contractCheck<T>(
  keywords: Keywords,
  holds: (value: T) => unknown,
  refusal: string | Refusal<T>,
): z.core.$ZodCheck<T> {
  const { path = [], message } = typeof refusal === "string" ? { message: refusal } : refusal;
  const check = z.check<T>(({ value, issues }) => {
    if (holds(value)) return;
    const text = typeof message === "string" ? message : message(value);
    const at = typeof path === "function" ? path(value) : [...path];
    issues.push({ code: "custom", message: text, path: at, input: value, continue: true, ...namesIn(keywords) });
  });
  return withKeywords(keywords, check);
}

function namesIn({ enum: names }: Keywords): { params?: KnownNames & Keywords } {
  return Array.isArray(names) ? { params: { names } } : {};
}

/** JSON Schema for a rule that is enforced elsewhere: by the handler, or by the schema itself, which changes the value. */
export function contractNote<T>(keywords: Keywords): z.core.$ZodCheck<T> {
  return withKeywords(
    keywords,
    z.check<T>(() => undefined),
  );
}

/** A text has at most `maximum` characters, counted as JSON Schema does: an emoji is one. */
export function maxCharacters(maximum: number): z.core.$ZodCheck<string> {
  const check = z.check<string>(({ value, issues }) => {
    if (value.length <= maximum || (value.length <= 2 * maximum && [...value].length <= maximum)) return;
    issues.push({ code: "too_big", origin: "string", maximum, inclusive: true, input: value, continue: true });
  });
  check._zod.onattach.push(({ _zod }) => {
    _zod.bag.maximum = Math.min(maximum, (_zod.bag.maximum as number | undefined) ?? maximum);
  });
  return check;
}

/**
 * The JSON Schema keywords of the checks of a schema.
 * @param baseSchema the schema that `schema` refines and that the contract refers to; its keywords are left out.
 */
export function contractKeywords(schema: z.core.$ZodType, baseSchema: z.core.$ZodType | undefined): Keywords[] {
  const own = (one: z.core.$ZodType | undefined) => (one?._zod.bag[BAG] ?? []) as Keywords[];
  const inherited = own(baseSchema);
  return own(schema).filter((keywords) => !inherited.includes(keywords));
}

function withKeywords<T>(keywords: Keywords, check: z.core.$ZodCheck<T>): z.core.$ZodCheck<T> {
  check._zod.onattach.push(({ _zod }) => {
    _zod.bag[BAG] = [...((_zod.bag[BAG] ?? []) as Keywords[]), keywords];
  });
  return check;
}
