import { isMap } from "#store/patches";
import type { DocData, Value } from "#store/port";

/** Marks a date inside JSON text. Customers' free-form JSON is text inside a string, where the quotes are escaped. */
const DATE_KEY = "$date";

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
