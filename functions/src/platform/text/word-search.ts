import { mapInSlices } from "#platform/async/time-slice";

/** Where a word begins: after white space, or as letters and digits after other signs, such as in `ada.lovelace@example.com`. */
const WORD_START = /(?<!\S)\S|(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]/gu;

/**
 * The items that a text finds: those with a text of which a word begins with it, whatever the case and the accents. The text may
 * go on over several words; one without content finds everything.
 */
export async function searchWords<Item>(
  items: Item[],
  searchKey: string | undefined,
  textsOf: (item: Item) => readonly string[],
): Promise<Item[]> {
  const key = folded(searchKey ?? "");
  if (key === "") return items;
  const isFound = await mapInSlices(items, (item) => textsOf(item).some((text) => hasWord(folded(text), key)));
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
