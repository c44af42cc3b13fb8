import { type DocData, type Patch, REMOVE, type Value } from "./port.ts";

/** The fields of a patch that differ from the stored document, whose values are scalars; `lastUpdated` is ignored. */
export function changesOf(stored: DocData, patch: Patch): Patch {
  const changes: Patch = {};
  for (const name in patch) {
    const value = patch[name];
    if (value === undefined || name === "lastUpdated") continue;
    if (value !== (stored[name] ?? REMOVE)) changes[name] = value;
  }
  return changes;
}

/** The named top-level fields alone, those of them that there are. */
export function pick<T extends DocData>(data: T, fields: readonly string[]): T {
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(data, field)).map((field) => [field, data[field]]),
  ) as T;
}

/** `update`: the named top-level fields replaced, those marked `REMOVE` gone. */
export function applyUpdate(data: DocData, patch: Patch): DocData {
  const result: DocData = { ...data };
  for (const [field, value] of Object.entries(patch)) {
    if (value === REMOVE) delete result[field];
    else if (value !== undefined) result[field] = value;
  }
  return result;
}

/** `merge`: maps merged deeply, everything else replaced, by an empty map too. */
export function applyMerge(data: DocData, patch: Patch): DocData {
  const result: DocData = { ...data };
  for (const [field, value] of Object.entries(patch)) {
    if (value === REMOVE) delete result[field];
    else if (isMap(value) && hasFields(value))
      result[field] = applyMerge(isMap(result[field]) ? result[field] : {}, value);
    else if (value !== undefined) result[field] = value;
  }
  return result;
}

function hasFields(map: Record<string, Value | undefined>): boolean {
  return Object.values(map).some((value) => value !== undefined);
}

/** Whether a value is a map of fields, and neither a list nor a date. */
export function isMap(value: unknown): value is Record<string, Value | undefined> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
