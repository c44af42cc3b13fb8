import { searchWords } from "#platform/text/word-search";

/** The fields that a search covers. */
interface Person {
  name?: string;
  email?: string;
}

/** The items whose user has a name or e-mail address with words that match the text (docs/behaviour.md#users). */
export function searchUsers<Item>(
  items: Item[],
  searchKey: string | undefined,
  userOf: (item: Item) => Person,
): Promise<Item[]> {
  return searchWords(items, searchKey, (item) => {
    const { name = "", email = "" } = userOf(item);
    return [name, email];
  });
}
