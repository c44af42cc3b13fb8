import { type DocData, type Patch, REMOVE, type Value } from "./port.ts";

/** The fields of a patch that differ from the stored document, whose values are scalars; `lastUpdated` is ignored. */
export function changesOf(storedData: DocData, patch: Patch): Patch {
  const changes: Patch = {};
  for (const name in patch) {
    const value = patch[name];
    if (value === undefined || name === "lastUpdated") continue;
    if (value !== (storedData[name] ?? REMOVE)) changes[name] = value;
  }
  return changes;
}

/** Only the named top-level fields, if they exist. */
export function pick<T extends DocData>(data: T, fields: readonly string[]): T {
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(data, field)).map((field) => [field, data[field]]),
  ) as T;
}

/** Applies an `update`: replaces the named top-level fields and deletes those marked `REMOVE`. */
export function applyUpdate(data: DocData, patch: Patch): DocData {
  const result: DocData = { ...data };
  for (const [field, value] of Object.entries(patch)) {
    if (value === REMOVE) delete result[field];
    else if (value !== undefined) result[field] = value;
  }
  return result;
}

/** Applies a `merge`: merges maps deeply and replaces everything else. An empty map replaces, too. */
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
