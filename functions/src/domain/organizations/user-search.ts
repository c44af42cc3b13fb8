import { searchWords } from "#platform/text/word-search";

/** What a search looks at. */
interface Person {
  name?: string;
  email?: string;
}

/** The items whose users a text finds by a word of the name or e-mail address (docs/behaviour.md#users). */
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
