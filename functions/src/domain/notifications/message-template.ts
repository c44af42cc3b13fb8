import { ApiError } from "#platform/error";

/** A template with the data of its variables. */
export interface MessageTemplate {
  /** Name of the field, such as `displayHeadlineMessageTemplate`. */
  field: string;
  text: string;
  /** Name of the field that holds the data. */
  dataField: string;
  /** Sources of values, in the order of precedence. */
  data: readonly Readonly<Record<string, unknown>>[];
}

/** A name in single curly brackets. Double brackets are plain text. */
const VARIABLE = /(?<!\{)\{([^{}]+)\}(?!\})/g;

/** The variables of a template, each once, in the order of the text. */
export function variablesOf(text: string): string[] {
  const names = Array.from(text.matchAll(VARIABLE), ([, name = ""]) => name.trim());
  return [...new Set(names)].filter((name) => name !== "");
}

/**
 * Checks that every variable, `{name}` or `{path.to.name}`, has a value in the data (docs/behaviour.md#notifications).
 * @throws ApiError INVALID_ARGUMENT naming the variable and the fields.
 */
export function checkTemplate({ field, text, dataField, data }: MessageTemplate): void {
  const missing = variablesOf(text).find((name) => !data.some((place) => holds(place, name)));
  if (missing !== undefined)
    throw new ApiError("INVALID_ARGUMENT", `data.${field} uses {${missing}}, which data.${dataField} does not hold.`);
}

/** Whether the data has an own value at the path. A key may contain dots itself. */
function holds(data: Readonly<Record<string, unknown>>, path: string): boolean {
  if (ownValue(data, path) !== undefined) return true;
  let value: unknown = data;
  for (const key of path.split(".")) value = ownValue(value, key);
  return value !== undefined;
}

/** The value of an own key; undefined when it is missing or `null`. */
function ownValue(value: unknown, key: string): unknown {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap && Object.hasOwn(value, key) ? ((value as Record<string, unknown>)[key] ?? undefined) : undefined;
}
