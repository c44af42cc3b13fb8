import { packCustomFields, unpackCustomFields } from "@atrium/functions/platform/shapes/custom-fields";
import type { DocData } from "@atrium/functions/store/port";
import { type Kind, ownNames } from "../records.ts";

/**
 * Merges the fields of a line into a stored document: it changes and adds fields but removes none. If another field
 * changes and the line does not set `lastUpdated`, it becomes `now` (ms).
 */
export function overlay<T extends DocData>(storedDoc: T, changes: Partial<T>, now: number): T {
  const merged: DocData = { ...storedDoc };
  let hasChanged = false;
  for (const [field, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const next = field === "open" ? mergeCustomFields(storedDoc.open as string | undefined, value as string) : value;
    hasChanged ||= next !== storedDoc[field];
    merged[field] = next;
  }
  if (hasChanged && "lastUpdated" in storedDoc && changes.lastUpdated === undefined) merged.lastUpdated = now;
  return merged as T;
}

function mergeCustomFields(storedFields: string | undefined, changes: string): string | undefined {
  return storedFields === undefined
    ? changes
    : packCustomFields({ ...unpackCustomFields(storedFields), ...unpackCustomFields(changes) }, []);
}

/** Custom fields of a line as JSON text. @throws ApiError INVALID_ARGUMENT if there are too many. */
export function customFieldsOf(kind: Kind, fields: Record<string, unknown>): string | undefined {
  const open = allCustomFieldsOf(kind, fields);
  return open && packCustomFields(open, []);
}

/** Custom fields of a line, of any size; undefined if there are none. */
export function allCustomFieldsOf(kind: Kind, fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const own = ownNames(kind);
  const inline = Object.keys(fields).filter((name) => !own.has(name));
  if (inline.length === 0 && fields.openFields === undefined) return undefined;
  const inlineFields = Object.fromEntries(inline.map((name) => [name, fields[name]]));
  return { ...inlineFields, ...(fields.openFields as object | undefined) };
}
