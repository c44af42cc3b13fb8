import type { Forgotten } from "./redact-user.ts";

/**
 * A quick look at JSON text, which spares most documents the close one: false only where none of the forgotten is named.
 * Ids stand in JSON escaped, or twice escaped where JSON text stands in JSON.
 */
export function mayMention(json: string, { userIds, emails, names }: Forgotten): boolean {
  const text = bare(json);
  return [...userIds, ...emails, ...names].some((name) => text.includes(bare(name)));
}

/** Without anything that escaping adds or changes, in one case. Upper case, because lower case depends on what stands beside. */
function bare(text: string): string {
  return text.replaceAll(/\\u[0-9a-f]{4}|[\\"]/gi, "").toUpperCase();
}
