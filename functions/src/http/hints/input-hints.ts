import type * as z from "zod";
import type { KnownNames } from "#platform/shapes/known-names";
import { nearest } from "./nearest.ts";

/** Maximum number of unknown fields of one object that are looked up. */
const MAX_UNKNOWN = 100;

/** The known field that an unknown one most likely stands for; undefined when it resembles none. */
export type MeantField = (path: readonly PropertyKey[]) => string | undefined;

/** How to fix a problem of the input whose message does not say so. @param data the whole input. */
export function inputHint(issue: z.core.$ZodIssue, data: unknown, meantField: MeantField): string | undefined {
  const name = issue.path.at(-1);
  if (issue.input === undefined && typeof name === "string")
    return misspellingHint(name, containerOf(data, issue.path));
  switch (issue.code) {
    case "invalid_type":
      return typeHint(issue.expected, issue.input);
    case "invalid_value": {
      // Other values may carry a `toString` of the caller.
      const suggestion = typeof issue.input === "string" ? nearest(issue.input, issue.values.map(String)) : undefined;
      return suggestion === undefined ? undefined : `Did you mean \`${suggestion}\`?`;
    }
    case "too_big":
      return issue.origin === "array"
        ? `Send the items in several calls, at most ${issue.maximum} in each.`
        : undefined;
    case "unrecognized_keys":
      return unknownFieldsHint(issue, meantField);
    case "custom":
      return nameHint(issue);
    default:
      return undefined;
  }
}

/** The first of the unknown fields that resembles a known one. */
function unknownFieldsHint(
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  meantField: MeantField,
): string | undefined {
  for (const key of keys.slice(0, MAX_UNKNOWN)) {
    const suggestion = meantField([...path, key]);
    if (suggestion === undefined) continue;
    return keys.length === 1
      ? `Did you mean \`${suggestion}\`?`
      : `Did you mean \`${suggestion}\` instead of \`${key}\`?`;
  }
  return undefined;
}

/** The known name that is most like the one that a check has refused. */
function nameHint({ input, params }: z.core.$ZodIssueCustom): string | undefined {
  const { names } = (params ?? {}) as Partial<KnownNames>;
  const suggestion = names && typeof input === "string" ? nearest(input, names) : undefined;
  return suggestion === undefined ? undefined : `Did you mean \`${suggestion}\`?`;
}

function typeHint(expected: string, input: unknown): string | undefined {
  if (expected === "array" && input !== null) return "Put it in brackets, even if there is only one: [ … ].";
  if (expected === "string" && typeof input === "number") return "Put it in double quotes.";
  const isQuoted = typeof input === "string" && /^(-?\d+(\.\d+)?|true|false)$/.test(input);
  if (isQuoted && ["number", "int", "boolean"].includes(expected)) return "Leave out the quotes around it.";
  return undefined;
}

/** A misspelt required field is reported as missing, because unknown fields are ignored. */
function misspellingHint(name: string, container: unknown): string | undefined {
  if (typeof container !== "object" || container === null || Array.isArray(container)) return undefined;
  const similar = nearest(name, Object.keys(container).slice(0, 100));
  return similar === undefined ? undefined : `There is \`${similar}\`, which is not read: write \`${name}\`.`;
}

function containerOf(data: unknown, path: readonly PropertyKey[]): unknown {
  return path
    .slice(0, -1)
    .reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], data);
}
