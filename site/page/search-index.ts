import MiniSearch, { type Query } from "minisearch";
import type { SearchEntry } from "../search-entry.ts";

/** A result as the page shows it. */
export type SearchResult = Pick<SearchEntry, "page" | "title" | "name" | "kind">;

/** Stop words. */
const SMALL = new Set(
  "a an and are be by can do does for from how i in is it me my not of on or the there to we what when where which who why with you".split(
    " ",
  ),
);

/** Words that readers use, with the interface's words for the same thing. */
const SAME: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    anonymous: ["public"],
    arriving: ["fail"],
    audit: ["auditlog"],
    authenticate: ["authentication"],
    badge: ["unread"],
    batch: ["items"],
    bulk: ["items"],
    certificate: ["tls"],
    change: ["setting", "update"],
    chat: ["comment"],
    cluster: ["sizing"],
    create: ["add", "make"],
    cursor: ["awareness"],
    database: ["sqlite"],
    debug: ["log"],
    duplicate: ["idempotency"],
    edit: ["update"],
    emoji: ["reaction"],
    erase: ["delete"],
    erasure: ["delete"],
    fetch: ["get"],
    file: ["attachment"],
    getting: ["authentication"],
    guest: ["role"],
    history: ["activity", "version"],
    hmac: ["signature"],
    hook: ["webhook"],
    inbox: ["notification"],
    invite: ["permission", "role"],
    k8s: ["container"],
    kubernetes: ["container"],
    like: ["reaction"],
    list: ["get"],
    live: ["awareness"],
    login: ["authentication"],
    logout: ["revoke"],
    mention: ["tagged"],
    mute: ["unsubscribe"],
    new: ["add"],
    ngrok: ["listen"],
    oauth: ["authentication"],
    online: ["presence"],
    pagetoken: ["pagination"],
    password: ["authentication"],
    polling: ["stream"],
    postgres: ["sqlite"],
    privacy: ["gdpr"],
    protection: ["gdpr"],
    push: ["notification"],
    python: ["samples"],
    quickstart: ["authentication"],
    realtime: ["stream"],
    remove: ["delete"],
    rename: ["update"],
    replay: ["resend"],
    readonly: ["viewer"],
    reply: ["comment"],
    resolve: ["status"],
    retry: ["attempt"],
    rotate: ["reset"],
    scale: ["sizing"],
    sdk: ["client"],
    seen: ["unread"],
    share: ["permission", "role"],
    sse: ["stream"],
    ssl: ["tls"],
    sso: ["token"],
    started: ["authentication"],
    tag: ["mention"],
    team: ["group"],
    timezone: ["utc"],
    typescript: ["client"],
    typing: ["presence"],
    upload: ["attachment"],
    upvote: ["reaction"],
    video: ["recording"],
  }).map(([word, same]) => [stem(word), same]),
);

/** Words for which an endpoint does more than read. */
const ACTIONS = new Set(["add", "make", "update", "setting", "move", "delete", "revoke", "reset", "resend", "check"]);

/** A word with its synonyms. */
function withSame(word: string): string[] {
  return [word, ...(SAME.get(stem(word)) ?? [])];
}

/** The index of the site's search. */
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
      // Guides rank first, because a reader who searches for a subject wants to read about it; version 1 ranks last.
      boostDocument: (_id, _term, entry) => {
        if (entry?.kind === "Guide") return 1.5;
        return String(entry?.page).startsWith("/docs/v1/") ? 0.3 : 1;
      },
    },
  });

  constructor(entries: readonly SearchEntry[]) {
    this.#index.addAll(entries);
  }

  /** The matching entries, likeliest first: those with all words, otherwise those with some. */
  search(text: string): SearchResult[] {
    const all = wordsOf(text).map((word) => word.toLowerCase());
    const telling = all.filter((word) => !SMALL.has(word));
    const words = telling.length > 0 ? telling : all;
    const queries = words.map((word): Query => ({ combineWith: "OR", queries: withSame(word) }));
    // Paths write some words as one, such as `auditlog`.
    const asOne: Query = { combineWith: "OR", queries: withSame(words.join("")), prefix: false, fuzzy: false };
    const whole = this.#index.search({ combineWith: "OR", queries: [{ combineWith: "AND", queries }, asOne] });
    const hits = whole.length > 0 ? whole : this.#index.search({ combineWith: "OR", queries });
    const ranked = hits.map((one) => {
      const entry = one as unknown as SearchResult;
      return { entry, rank: one.score * likelihood(entry, text, words) };
    });
    return ranked.sort((a, b) => b.rank - a.rank).map(({ entry }) => entry);
  }
}

/** A ranking factor, highest if the title, path or event type equals the typed text, or nearly does. */
function likelihood({ title, name, kind }: SearchResult, text: string, words: readonly string[]): number {
  const query = text.trim().toLowerCase().replace(/^\//, "");
  const path = name?.replace(/^v\d+\//, "");
  const names = [title.toLowerCase(), name, path].filter((one) => one !== undefined);
  if (names.includes(query)) return 100;
  if (words.length > 1 && path?.split("/").includes(words.join(""))) return 20;
  if (/[/._]/.test(query) && names.some((one) => one.endsWith(query))) return 20;
  const wordChoices = words.map((word) => withSame(word).map(stem));
  const nearness = 1 + 8 * Math.max(share(wordsOf(title), wordChoices), share(wordsOf(path ?? ""), wordChoices)) ** 2;
  // Words are usually meant for endpoints rather than events, and for deletions only if the text says so.
  const isDeletion = path?.endsWith("/delete") && !wordChoices.some((choices) => choices.includes("delete"));
  // Words that name only things, such as “users in document”, ask to read them.
  const isAsked =
    words.length > 1 && nearness > 1 && path?.endsWith("/get") && !wordChoices.flat().some((word) => ACTIONS.has(word));
  return nearness * (kind === "Event" ? 0.4 : isDeletion ? 0.5 : isAsked ? 2 : 1);
}

/** The share of the words that were searched for, or 0 if some searched word is not among them. */
function share(words: readonly string[], wordChoices: readonly (readonly string[])[]): number {
  const own = new Set(words.map(stem));
  return wordChoices.every((choices) => choices.some((word) => own.has(word))) ? wordChoices.length / own.size : 0;
}

/**
 * The words of a text. Paths, event types and names such as `idempotency-key` or `userId` are split into their parts.
 */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word !== "");
}

/** A word normalized for comparison: lower case and singular. */
function stem(word: string): string {
  return word.toLowerCase().replace(/(?<=\w\w[^s])s$/, "");
}
