/** What the address keeps of a page, such as its filters: texts by name. */
export type Search = Record<string, string | undefined>;

/** The values of an address as texts. A value that is not set stays out, as it does in the address. */
export function searchOf(values: Record<string, unknown>): Search {
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}
