import { packCustomFields, unpackCustomFields } from "@atrium/functions/platform/custom-fields";
import type { DocData } from "@atrium/functions/store/port";
import { type Kind, ownNames } from "./records.ts";

/**
 * Lays what a line gives over what is stored: it changes and adds, and takes nothing away. `lastUpdated` becomes `now`
 * (ms) when something else has changed and the line does not say.
 */
export function overlay<T extends DocData>(stored: T, given: Partial<T>, now: number): T {
  const merged: DocData = { ...stored };
  let hasChanged = false;
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const next = field === "open" ? mergeOpen(stored.open as string | undefined, value as string) : value;
    hasChanged ||= next !== stored[field];
    merged[field] = next;
  }
  if (hasChanged && "lastUpdated" in stored && given.lastUpdated === undefined) merged.lastUpdated = now;
  return merged as T;
}

function mergeOpen(stored: string | undefined, given: string): string | undefined {
  return stored === undefined
    ? given
    : packCustomFields({ ...unpackCustomFields(stored), ...unpackCustomFields(given) }, []);
}

/** The customer's own fields of a line as JSON text. @throws ApiError INVALID_ARGUMENT when they are too many. */
export function customFieldsOf(kind: Kind, fields: Record<string, unknown>): string | undefined {
  const open = furtherFieldsOf(kind, fields);
  return open && packCustomFields(open, []);
}

/** What a line holds beside its own fields, whatever size that has; undefined when there is nothing. */
export function furtherFieldsOf(kind: Kind, fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const own = ownNames(kind);
  const inline = Object.keys(fields).filter((name) => !own.has(name));
  if (inline.length === 0 && fields.openFields === undefined) return undefined;
  const given = Object.fromEntries(inline.map((name) => [name, fields[name]]));
  return { ...given, ...(fields.openFields as object | undefined) };
}
