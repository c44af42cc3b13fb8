import { type DocData, type Patch, REMOVE, type Value } from "#store/port";

/** Marks a date inside JSON text. Customers' free-form JSON is text inside a string, where the quotes are escaped. */
const DATE_KEY = "$date";

function isMap(value: unknown): value is Record<string, Value | undefined> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function tagDates(value: Value | undefined): unknown {
  if (value instanceof Date) return { [DATE_KEY]: value.getTime() };
  if (Array.isArray(value)) return value.map(tagDates);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tagDates(inner)]));
  return value;
}

function reviveDates(_key: string, value: unknown): unknown {
  const tagged = value as { [DATE_KEY]?: number } | null;
  return typeof tagged === "object" && typeof tagged?.[DATE_KEY] === "number" ? new Date(tagged[DATE_KEY]) : value;
}

/** Serializes a document. @param hasDates known from the limit check, which has traversed the document. */
export function encodeDocument(data: DocData, hasDates: boolean): string {
  return JSON.stringify(hasDates ? tagDates(data as Value) : data);
}

/** Parses the text of `encodeDocument`. */
export function decodeDocument(text: string): DocData {
  return text.includes(`"${DATE_KEY}":`) ? JSON.parse(text, reviveDates) : JSON.parse(text);
}

/** Applies an `update`: replaces the named top-level fields and removes those marked `REMOVE`. */
export function applyUpdate(data: DocData, patch: Patch): DocData {
  const result: DocData = { ...data };
  for (const [field, value] of Object.entries(patch)) {
    if (value === REMOVE) delete result[field];
    else if (value !== undefined) result[field] = value;
  }
  return result;
}

/** Applies a `merge`: merges maps deeply and replaces all other values, an empty map included. */
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
