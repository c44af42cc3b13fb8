import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { areasOf } from "./contract/operations.ts";
import { readGuides, readOperatorGuides } from "./guides.ts";
import { SearchIndex } from "./page/search-index.ts";
import { searchEntries } from "./search-entries.ts";

const contract = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"));
const entries = searchEntries(areasOf(contract), [...readGuides(), ...readOperatorGuides()]);
const index = new SearchIndex(entries);

const firstHits: [query: string, page: string][] = [
  // Parts of a path or event type.
  ["comment.add", "/docs/events/comment-add"],
  ["comment_annotation.status_change", "/docs/events/comment_annotation-status_change"],
  ["reaction_add", "/docs/events/comment-reaction_add"],
  ["users/add", "/docs/v2/users/add"],
  ["/v2/users/add", "/docs/v2/users/add"],
  ["v1/users/add", "/docs/v1/users/add"],
  ["organizations/documents/get", "/docs/v2/organizations/documents/get"],
  // Tasks.
  ["add document", "/docs/v2/organizations/documents/add"],
  ["create a folder", "/docs/v2/organizations/folders/add"],
  ["how do I delete a user", "/docs/v2/users/delete"],
  ["erase user data", "/docs/v2/users/data/delete"],
  ["list comments", "/docs/v2/commentannotations/comments/get"],
  // Subjects.
  ["webhook retry", "/docs/guides/webhooks#when-a-delivery-fails"],
  ["audit log", "/docs/v2/workspace/auditlog/get"],
  ["rate limit", "/docs/guides/errors#rate-limits"],
  ["cors", "/docs/guides/user-tokens#which-pages-may-use-a-token"],
  ["webhook signature", "/docs/guides/webhooks#receive-and-verify"],
  ["verify", "/docs/guides/webhooks#receive-and-verify"],
  ["idempotency", "/docs/guides/idempotency"],
  ["idempotncy", "/docs/guides/idempotency"],
  ["presence", "/docs/v2/presence/update"],
  ["gdpr", "/docs/v2/users/data/get"],
  ["login", "/docs/guides/authentication"],
  ["sse", "/docs/guides/streams"],
  ["pagination", "/docs/guides/pagination"],
  ["backup", "/docs/operating/backup"],
  ["restore", "/docs/operating/backup#restore"],
  ["mention", "/docs/guides/comments#reply-and-mention-people"],
  ["@mention", "/docs/guides/comments#reply-and-mention-people"],
  ["tag someone", "/docs/guides/comments#reply-and-mention-people"],
  ["who is online", "/docs/guides/comments#show-who-is-online-and-who-is-typing"],
  ["typing indicator", "/docs/guides/comments#show-who-is-online-and-who-is-typing"],
  ["is typing", "/docs/guides/comments#show-who-is-online-and-who-is-typing"],
  ["cursor", "/docs/v2/crdt/awareness"],
  ["invite", "/docs/guides/permissions#roles"],
  ["invite user", "/docs/guides/permissions#roles"],
  ["privacy", "/docs/v2/users/data/get"],
  ["nginx", "/docs/operating/operations#behind-a-proxy"],
  ["systemd", "/docs/operating/operations#systemd"],
  ["read only", "/docs/guides/permissions#roles"],
  ["read-only", "/docs/guides/permissions#roles"],
  ["users in document", "/docs/v2/users/get"],
  ["users of a folder", "/docs/v2/users/get"],
  ["documents in a folder", "/docs/v2/organizations/documents/get"],
  ["threads of document", "/docs/v2/commentannotations/get"],
  ["comments in document", "/docs/v2/commentannotations/get"],
  ["SMTP_URL", "/docs/operating/settings#mails"],
];

for (const [query, page] of firstHits)
  test(`the search for “${query}” finds ${page} first`, () => {
    expect(index.search(query).map((hit) => hit.page)[0]).toBe(page);
  });

/** What newcomers type, and a page that answers it. */
const earlyHits: [query: string, page: string][] = [
  ["getting started", "/docs/guides/authentication"],
  ["quickstart", "/docs/guides/authentication"],
  ["password", "/docs/guides/authentication"],
  ["oauth", "/docs/guides/authentication"],
  ["python", "/docs/guides/authentication#make-a-call"],
  ["data protection", "/docs/v2/users/data/get"],
  ["pageToken", "/docs/guides/pagination"],
  ["too many requests", "/docs/guides/errors#rate-limits"],
  ["badge", "/docs/v2/commentannotations/count/get"],
  ["unread count", "/docs/v2/commentannotations/count/get"],
  ["emoji", "/docs/v2/commentannotations/comments/reactions/add"],
  ["live cursor", "/docs/v2/crdt/awareness"],
  ["websocket url", "/docs/guides/editing#without-the-client"],
  ["file upload", "/docs/v2/commentannotations/comments/add"],
  ["mute", "/docs/v2/commentannotations/unsubscribe"],
  ["guest", "/docs/guides/permissions#roles"],
  ["logout", "/docs/v2/auth/tokens/revoke"],
  ["rotate token", "/docs/v2/workspace/authtoken/reset"],
  ["webhook not arriving", "/docs/guides/webhooks#when-a-delivery-fails"],
  ["replay webhook", "/docs/v2/workspace/advancedwebhook/deliveries/resend"],
  ["hmac", "/docs/guides/webhooks#receive-and-verify"],
  ["duplicate", "/docs/guides/idempotency"],
  ["video", "/docs/v2/recordings/add"],
  ["audit", "/docs/v2/workspace/auditlog/get"],
  ["docker", "/docs/operating/operations#choose-a-way"],
  ["kubernetes", "/docs/operating/operations#containers"],
  ["ssl certificate", "/docs/operating/operations#choose-a-way"],
  ["change port", "/docs/operating/settings#where-it-listens-and-where-its-data-is"],
  ["database", "/docs/operating/operations#choose-a-way"],
  ["postgres", "/docs/operating/operations#choose-a-way"],
  ["scale", "/docs/operating/operations#sizing"],
  ["cluster", "/docs/operating/operations#sizing"],
  ["bulk", "/docs/guides/errors#errors-of-single-items"],
  ["batch", "/docs/guides/errors#errors-of-single-items"],
  ["anonymous", "/docs/guides/permissions#access-types"],
  ["ngrok", "/docs/guides/webhooks#make-an-endpoint"],
  ["timezone", "/docs/operating/settings#templates-of-mails"],
];

for (const [query, page] of earlyHits)
  test(`the search for “${query}” finds ${page} among the first three`, () => {
    expect(
      index
        .search(query)
        .map((hit) => hit.page)
        .slice(0, 3),
    ).toContain(page);
  });

test("each event is found by its type, and each path of an endpoint by itself", () => {
  for (const { page, title, name, kind } of entries)
    if (kind === "Event" || (name !== undefined && page.startsWith("/docs/v2/")))
      expect([name ?? title, index.search(name ?? title)[0]?.page]).toStrictEqual([name ?? title, page]);
});

test("an endpoint is found by the names of its fields, and by readers' synonyms for them", () => {
  for (const query of ["mention", "mentions", "taggedUserContacts", "attachments", "upload"])
    expect(index.search(query).map(({ page }) => page)).toContain("/docs/v2/commentannotations/comments/add");
});

test("a search for stop words alone works, and words that no entry has together are found separately", () => {
  expect(index.search("who").length).toBeGreaterThan(0);
  expect(index.search("presence litestream").length).toBeGreaterThan(1);
  expect(index.search("")).toStrictEqual([]);
  expect(index.search("xyzzyqwv")).toStrictEqual([]);
});

test("property names of every JavaScript object are searched like any other word", () => {
  for (const word of ["constructor", "toString", "__proto__", "hasOwnProperty"])
    expect(() => index.search(word)).not.toThrow();
});
