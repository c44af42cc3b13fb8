import { mapInSlices } from "#platform/async/time-slice";

/** Where a word begins: after white space, or as letters and digits after other signs, such as in `ada.lovelace@example.com`. */
const WORD_START = /(?<!\S)\S|(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]/gu;

/** What a search looks at. */
interface Person {
  name?: string;
  email?: string;
}

/**
 * The items whose users a text finds: one that a word of the name or e-mail address begins with, whatever the case and the
 * accents (docs/behaviour.md#users). The text may go on over several words; one without content finds everybody.
 */
export async function searchUsers<Item>(
  items: Item[],
  searchKey: string | undefined,
  userOf: (item: Item) => Person,
): Promise<Item[]> {
  const key = folded(searchKey ?? "");
  if (key === "") return items;
  const isFound = await mapInSlices(items, (item) => {
    const { name = "", email = "" } = userOf(item);
    return [name, email].some((text) => hasWord(folded(text), key));
  });
  return items.filter((_item, i) => isFound[i]);
}

function hasWord(text: string, key: string): boolean {
  for (const { index } of text.matchAll(WORD_START)) if (text.startsWith(key, index)) return true;
  return false;
}

/** Without accents, in upper case, since lower case depends on the letters beside, and with single spaces. */
function folded(text: string): string {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return plain.toUpperCase().replace(/\s+/g, " ").trim();
}
