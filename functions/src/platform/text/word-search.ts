import { mapInSlices } from "#platform/async/time-slice";

/**
 * Where a word begins: after white space, or at a letter or digit after any other character, such as in
 * `ada.lovelace@example.com`.
 */
const WORD_START = /(?<!\S)\S|(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]/gu;

/**
 * The items that match a search text: those with a text in which some word begins with it; case and accents are
 * ignored. The search text may span several words; a blank one matches everything.
 */
export async function searchWords<Item>(
  items: Item[],
  searchKey: string | undefined,
  textsOf: (item: Item) => readonly string[],
): Promise<Item[]> {
  const key = foldCase(searchKey ?? "");
  if (key === "") return items;
  const isFound = await mapInSlices(items, (item) => textsOf(item).some((text) => hasWord(foldCase(text), key)));
  return items.filter((_item, i) => isFound[i]);
}

function hasWord(text: string, key: string): boolean {
  for (const { index } of text.matchAll(WORD_START)) if (text.startsWith(key, index)) return true;
  return false;
}

/**
 * Without accents, with single spaces, and in upper case, since the lower case of a letter can depend on its neighbors.
 */
function foldCase(text: string): string {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return plain.toUpperCase().replace(/\s+/g, " ").trim();
}
