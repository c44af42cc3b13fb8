import MiniSearch, { type Query } from "minisearch";
import type { SearchEntry } from "../search-entry.ts";

/** A result as the page shows it. */
export type Found = Pick<SearchEntry, "page" | "title" | "name" | "kind">;

/** Words that say nothing of what is looked for. */
const SMALL = new Set(
  "a an and are be by can do does for from how i in is it me my of on or the there to we what when where which who why with you".split(
    " ",
  ),
);

/** Words of readers, with those that the interface has for the same. */
const SAME: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    authenticate: ["authentication"],
    change: ["update"],
    create: ["add", "make"],
    edit: ["update"],
    emoji: ["reaction"],
    erase: ["delete"],
    erasure: ["delete"],
    fetch: ["get"],
    hook: ["webhook"],
    list: ["get"],
    login: ["authentication"],
    mention: ["tagged"],
    new: ["add"],
    polling: ["stream"],
    realtime: ["stream"],
    remove: ["delete"],
    rename: ["update"],
    resolve: ["status"],
    retry: ["attempt"],
    sdk: ["client"],
    sse: ["stream"],
    typescript: ["client"],
    upload: ["attachment"],
  }),
);

/** A word, with those for the same. */
function withSame(word: string): string[] {
  return [word, ...(SAME.get(stem(word)) ?? [])];
}

/** What the search looks through. */
export class SearchIndex {
  readonly #index = new MiniSearch<SearchEntry>({
    fields: ["title", "name", "text", "fields"],
    storeFields: ["title", "page", "name", "kind"],
    tokenize: wordsOf,
    processTerm: stem,
    searchOptions: {
      boost: { title: 3, name: 2, fields: 0.3 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      // Who searches for a subject wants to read about it first; the earlier version comes last.
      boostDocument: (_id, _term, stored) => {
        if (stored?.kind === "Guide") return 1.5;
        return String(stored?.page).startsWith("/docs/v1/") ? 0.3 : 1;
      },
    },
  });

  constructor(entries: readonly SearchEntry[]) {
    this.#index.addAll(entries);
  }

  /** The entries that a reader may mean, the likeliest first: those with all words, else those with some. */
  search(text: string): Found[] {
    const all = wordsOf(text).map((word) => word.toLowerCase());
    const telling = all.filter((word) => !SMALL.has(word));
    const words = telling.length > 0 ? telling : all;
    const queries = words.map((word): Query => ({ combineWith: "OR", queries: withSame(word) }));
    // Paths have some words as one, such as `auditlog`.
    const asOne: Query = { combineWith: "OR", queries: withSame(words.join("")), prefix: false, fuzzy: false };
    const whole = this.#index.search({ combineWith: "OR", queries: [{ combineWith: "AND", queries }, asOne] });
    const found = whole.length > 0 ? whole : this.#index.search({ combineWith: "OR", queries });
    const ranked = found.map((one) => {
      const entry = one as unknown as Found;
      return { entry, rank: one.score * likelihood(entry, text, words) };
    });
    return ranked.sort((a, b) => b.rank - a.rank).map(({ entry }) => entry);
  }
}

/** How much likelier an entry is meant because its title, path or type of event is what was typed, or is nearly that alone. */
function likelihood({ title, name, kind }: Found, text: string, words: readonly string[]): number {
  const typed = text.trim().toLowerCase().replace(/^\//, "");
  const path = name?.replace(/^v\d+\//, "");
  const names = [title.toLowerCase(), name, path].filter((one) => one !== undefined);
  if (names.includes(typed)) return 100;
  if (words.length > 1 && path?.split("/").includes(words.join(""))) return 20;
  if (/[/._]/.test(typed) && names.some((one) => one.endsWith(typed))) return 20;
  const wanted = words.map((word) => withSame(word).map(stem));
  const nearness = 1 + 8 * Math.max(share(wordsOf(title), wanted), share(wordsOf(path ?? ""), wanted)) ** 2;
  // In words readers ask for what to do rather than for what happens, and for a deletion only by that word.
  const isDeletion = path?.endsWith("/delete") && !wanted.some((choices) => choices.includes("delete"));
  return nearness * (kind === "Event" ? 0.4 : isDeletion ? 0.5 : 1);
}

/** The share of words that are wanted, where they are all that is wanted; else 0. */
function share(words: readonly string[], wanted: readonly (readonly string[])[]): number {
  const own = new Set(words.map(stem));
  return wanted.every((choices) => choices.some((word) => own.has(word))) ? wanted.length / own.size : 0;
}

/** The words of a text: of paths, types of events, and names such as `idempotency-key` or `userId`, their parts. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word !== "");
}

/** A word as it is compared: without case, and in the singular. */
function stem(word: string): string {
  return word.toLowerCase().replace(/(?<=\w\w[^s])s$/, "");
}
