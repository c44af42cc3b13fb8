/** The query parameters in which the address keeps a page's state, such as filters. */
export type Search = Record<string, string | undefined>;

/** The query parameters as texts. Values that are not set are omitted, as in the address. */
export function searchOf(values: Record<string, unknown>): Search {
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}
