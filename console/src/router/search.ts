/** What the address keeps of a page, such as its filters: texts by name. */
export type Search = Record<string, string | undefined>;
