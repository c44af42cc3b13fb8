import type * as z from "zod";
import { inputHint, type MeantField } from "#http/hints/input-hints";
import { ApiError, invalidFields } from "#platform/error";

/** Maximum number of problems listed for one request. */
const MAX_ISSUES = 100;
/** Maximum number of characters shown of a name from the caller. */
const MAX_SHOWN = 100;
/** What a text of each format must be. */
const formatMessages: ReadonlyMap<string, string> = new Map([
  ["email", "must be an e-mail address."],
  ["url", "must be a valid URL."],
  ["base64", "must be base64, padded with `=` to a multiple of 4 characters."],
]);

/**
 * Parses `data` of a request.
 * @param root the start of paths in messages.
 * @param meantField returns the field that an unknown one stands for, by its path below `data`.
 * @throws ApiError INVALID_ARGUMENT whose message names the first problem and whose details list the first 100.
 */
export function parseInput<T extends z.ZodType>(
  schema: T,
  data: unknown,
  root = "data",
  meantField: MeantField = () => undefined,
): z.output<T> {
  const parsed = schema.safeParse(data, { reportInput: true });
  if (parsed.success) return parsed.data;
  const listed = withoutFollowing(parsed.error.issues.flatMap(withinForm)).slice(0, MAX_ISSUES);
  const issues = listed.map((issue) => ({ path: pathText(issue.path, root), message: describe(issue) }));
  const [first, ...others] = issues;
  const [issue] = listed;
  if (!first || !issue) throw new ApiError("INVALID_ARGUMENT", "The request is not valid.");
  throw invalidFields([first, ...others], { hint: inputHint(issue, data, meantField) });
}

/**
 * The problems inside the form that was sent, if a value may have several forms and has one of them as a whole; otherwise
 * that it has none of the forms.
 */
function withinForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const forms = issue.errors.filter((problems) => problems.every(({ path }) => path.length > 0));
  const [form, ...others] = forms;
  if (!form || others.length > 0) return [issue];
  return form.flatMap((inner) => withinForm({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Leaves out what else is said about a value of the wrong type: zod applies the limits of a text to a list, too. */
function withoutFollowing(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const mistyped = new Set<string>();
  return issues.filter(({ code, path }) => {
    const place = JSON.stringify(path);
    if (mistyped.has(place)) return false;
    if (code === "invalid_type") mistyped.add(place);
    return true;
  });
}

/** The path of a field as messages show it. @param root start of the path. */
export function pathText(path: readonly PropertyKey[], root = "data"): string {
  return path.reduce<string>(
    (text, part) =>
      text +
      (typeof part === "number"
        ? `[${part}]`
        : /^\w+$/.test(String(part))
          ? `.${shortened(String(part))}`
          : `[${JSON.stringify(shortened(String(part)))}]`),
    root,
  );
}

/** Shortens a name for messages. A long name, repeated in many issues, would make a reply much larger than the request. */
export function shortened(name: string): string {
  return name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
}

function typeName(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

const article = (noun: string) => (/^[aeio]/.test(noun) ? `an ${noun}` : noun === "null" ? noun : `a ${noun}`);

/** The problem as the end of a sentence that starts with the path. */
function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type": {
      if (issue.input === undefined) return "is required.";
      const expected =
        issue.expected === "int" ? "whole number" : issue.expected === "record" ? "object" : issue.expected;
      // The input is a fraction instead of a whole number, or a number out of range such as 1e999.
      if (typeof issue.input === "number" && expected.endsWith("number"))
        return `must be ${article(expected === "number" ? "finite number" : expected)}.`;
      return `must be ${article(expected)}, not ${article(typeName(issue.input))}.`;
    }
    case "invalid_value":
      if (issue.input === undefined) return "is required.";
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map((v) => `\`${String(v)}\``).join(", ")}.`;
    case "too_small":
      return issue.origin === "string"
        ? Number(issue.minimum) === 1
          ? "must not be empty."
          : `must have at least ${issue.minimum} characters.`
        : issue.origin === "array"
          ? Number(issue.minimum) === 1
            ? "must not be empty."
            : `must have at least ${issue.minimum} items.`
          : `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}.`;
    case "too_big":
      return issue.origin === "string"
        ? `must have at most ${issue.maximum} characters.`
        : issue.origin === "array"
          ? `must have at most ${issue.maximum} items.`
          : `must be ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}.`;
    case "unrecognized_keys":
      return `must not have the field${issue.keys.length > 1 ? "s" : ""} ${issue.keys
        .slice(0, MAX_ISSUES)
        .map((key) => `\`${shortened(key)}\``)
        .join(", ")}.`;
    case "invalid_format":
      return formatMessages.get(issue.format) ?? issue.message;
    default:
      return issue.message;
  }
}
