import { isMap } from "#store/patches";
import type { DocData, Value } from "#store/port";

/** Marks a date inside JSON text. Customers' free-form JSON is text inside a string, where the quotes are escaped. */
const DATE_KEY = "$date";

function tagDates(value: Value | undefined): unknown {
  if (value instanceof Date) return { [DATE_KEY]: value.getTime() };
  if (Array.isArray(value)) return value.map(tagDates);
  if (!isMap(value)) return value;
  const tagged: Record<string, unknown> = {};
  for (const key in value) tagged[key] = tagDates(value[key]);
  return tagged;
}

/** Turns tagged dates into dates, in place: `JSON.parse` with a reviver takes several times as long. */
function reviveDates(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      value[i] = reviveDates(item);
    });
    return value;
  }
  const fields = value as Record<string, unknown>;
  const time = fields[DATE_KEY];
  if (typeof time === "number") return new Date(time);
  for (const key in fields) {
    const inner = fields[key];
    if (typeof inner === "object" && inner !== null) fields[key] = reviveDates(inner);
  }
  return value;
}

/** Serializes a document. @param hasDates known from the limit check, which has traversed the document. */
export function encodeDocument(data: DocData, hasDates: boolean): string {
  return JSON.stringify(hasDates ? tagDates(data as Value) : data);
}

/** Parses the text of `encodeDocument`. */
export function decodeDocument(text: string): DocData {
  const data = JSON.parse(text);
  return text.includes(`"${DATE_KEY}":`) ? (reviveDates(data) as DocData) : data;
}
