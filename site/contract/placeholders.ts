/** The variable for each kind of id or secret in request examples. */
const variables: [RegExp, string][] = [
  [/^ak_EXAMPLE\w*$/, "$ATRIUM_API_KEY"],
  [/^at_EXAMPLE\w*$/, "$ATRIUM_AUTH_TOKEN"],
  [/^ws_EXAMPLE\w*$/, "$ATRIUM_WORKSPACE_ID"],
  [/^wt_EXAMPLE\w*$/, "$ATRIUM_WORKSPACE_AUTH_TOKEN"],
];

/** A request example with variables instead of everything that looks like a key. */
export function withVariables<T>(example: T): T {
  return mapTexts(example, (text) => variables.find(([pattern]) => pattern.test(text))?.[1] ?? text);
}

/** A reply example in which nothing looks like a key. */
export function withoutKeys<T>(example: T): T {
  return mapTexts(example, (text) =>
    text.replace(/\b([a-z]+_)EXAMPLE\w+/g, "$1…").replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "eyJ…"),
  );
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [change(name), mapTexts(one, change)])) as T;
}
