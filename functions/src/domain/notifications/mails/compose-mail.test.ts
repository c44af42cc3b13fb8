import { expect, test } from "@jest/globals";
import type { Thread } from "#domain/comments/thread";
import { parseTemplate } from "#platform/text/template";
import { ada, compose, item, messageWith, threadOf } from "#testing/fixtures/notifications/mails";
import { builtInTemplates } from "./built-in-templates.ts";
import { mailVariables } from "./mail-values.ts";

test("a mail says who did what where, with the earlier comments, one button and a link to unsubscribe", () => {
  const mail = compose([item(threadOf("t", "far", "Is this the figure?", "Which one?", "42,\nas agreed"))]);
  expect(mail.subject).toBe("Plan for 2026: far");
  expect([mail.from, mail.to]).toStrictEqual([
    { name: "Lin Wei via Acme", address: "hello@acme.example" },
    { name: "Ada Lovelace", address: "ada@example.com" },
  ]);
  expect(mail.text).toBe(`Lin Wei added a comment

Plan for 2026

  Lin Wei wrote:
  > Is this the figure?

  Ada Lovelace wrote:
  > Which one?

Lin Wei (5 Jan 2026, 09:30 UTC)
> 42,
> as agreed

Open Plan for 2026: https://app.example/plan?c=4&x=1

-- 
Acme: you get this mail because somebody mentioned you, assigned something to you or replied to you.
Unsubscribe from mails like this one: https://atrium.example/mail/unsubscribe?token=t
`);
  expect(mail.html.match(/class="button" href="[^"]*"/g)).toStrictEqual([
    'class="button" href="https://app.example/plan?c=4&amp;x=1"',
  ]);
  for (const part of [
    "Acme",
    "Which one?",
    "42,<br>\nas agreed<br>",
    'href="https://atrium.example/mail/unsubscribe?token=t"',
  ])
    expect(mail.html).toContain(part);
});

test("a mail about a change of a thread quotes the comment that begins it", () => {
  const thread = threadOf("t", "Is this the figure?", "Which one?");
  const { text } = compose([
    item(thread, { headline: "Lin Wei assigned the thread", commentId: undefined, text: undefined }),
  ]);
  expect(text).toContain("Ada Lovelace wrote:\n  > Is this the figure?\n\nLin Wei (5 Jan 2026");
  expect(text).not.toContain("Which one?");
});

test("a mail without a company, a URL of the place or a link to unsubscribe leaves no gap for them", () => {
  const mail = compose([item(threadOf("t", "a"), { isDirect: false })], {
    from: { address: "hello@acme.example" },
    placeUrl: () => undefined,
    unsubscribeUrl: undefined,
  });
  expect(mail.from.name).toBe("Lin Wei");
  expect(mail.text).toMatch(/-- \nyou get this mail because you take part in the thread or follow it\.\n$/);
  expect(mail.html).not.toContain("<a ");
});

test("mails of a thread reply to one message under one subject, and each has an id of its own that is the same in each attempt", () => {
  const [first, again, second] = [
    compose([item(threadOf("t", "a"))]),
    compose([item(threadOf("t", "a"))]),
    compose([item(threadOf("t", "a", "b"))], {
      message: { ...messageWith([item(threadOf("t", "a", "b"))]), messageId: "n" },
    }),
  ];
  expect(again).toStrictEqual(first);
  expect(second.messageId).not.toBe(first.messageId);
  expect([second.inReplyTo, second.references, second.subject]).toStrictEqual([
    first.inReplyTo,
    first.references,
    first.subject,
  ]);
  expect(compose([item(threadOf("u", "a"))]).inReplyTo).not.toBe(first.inReplyTo);
});

test("a digest groups by document and thread, with a button for each document", () => {
  const one = threadOf("t", "first", "second");
  const [opening, answer] = [
    item(one, { commentId: 1, text: "first", actionUser: ada, headline: "Ada Lovelace started a thread" }),
    item(one),
  ];
  const other = item(threadOf("u", "third"), { document: { documentId: "budget" } });
  const mail = compose([opening, other, answer]);
  expect(mail.subject).toBe("3 updates in 2 documents");
  expect([mail.from.name, mail.inReplyTo]).toStrictEqual(["Acme", undefined]);
  const order = ["Plan for 2026", "started a thread", "first", "second", "c=2", "budget", "third", "c=1"];
  let at = 0;
  for (const part of order) {
    at = mail.text.indexOf(part, at);
    expect([part, at]).not.toStrictEqual([part, -1]);
  }
  expect(mail.html.match(/class="button"/g)).toHaveLength(2);
  expect(compose([opening, answer]).subject).toBe("Plan for 2026: first");
});

test("a long digest shows thirty items and says how many more there are; long comments are cut", () => {
  const items = Array.from({ length: 50 }, (_, i) => item(threadOf(`t${i}`, "x".repeat(10_000))));
  const mail = compose(items);
  expect(mail.text.match(/added a comment \(/g)).toHaveLength(30);
  expect(mail.text).toContain("And 20 more.");
  // Mail programs cut longer mails.
  expect(Buffer.byteLength(mail.html)).toBeLessThan(102_000);
});

test("names, comments and subjects inject neither headers nor markup", () => {
  const evil = `x"><script>alert(1)</script>\r\nBcc: eve@example.com\u2028{{company}}`;
  const thread = { ...threadOf("t", evil), from: { userId: evil, name: evil } } as Thread;
  const changed = item(thread, {
    actionUser: { userId: "eve", name: evil },
    headline: `${evil} added a comment`,
    document: { documentId: "plan", documentName: evil },
  });
  const mail = compose([changed], { placeUrl: () => `https://app.example/"><script>` });
  for (const header of [mail.subject, mail.from.name, mail.to.name]) expect(header).not.toMatch(/[\r\n\u2028\u2029]/);
  expect(mail.html).not.toContain("<script");
  expect(mail.html).not.toMatch(/href="[^"]*[<>]/);
  expect(mail.text).not.toMatch(/^Bcc:/m);
});

test("no name changes the writing direction of the text after it, such as the company in the sender", () => {
  const evil = "Eve\u202e\u2067\u202d";
  const hebrew = "\u05d0\u05d3\u05d4\u200f";
  const thread = { ...threadOf("t", "Hello."), from: { userId: "eve", name: evil } } as Thread;
  const changed = item(thread, {
    actionUser: { userId: "eve", name: evil },
    headline: `${evil} added a comment`,
    document: { documentId: "plan", documentName: `${hebrew}${evil}` },
  });
  const mail = compose([changed]);
  expect(mail.from.name).toBe("Eve via Acme");
  const all = [mail.subject, mail.from.name, mail.text, mail.html].join("\n");
  expect(all).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(mail.subject).toContain(hebrew);
});

test("names and comments have the writing direction of their own letters, which does not reach the text beside them", () => {
  const mail = compose([item(threadOf("t", "\u05e9\u05dc\u05d5\u05dd!", "\u05d8\u05d5\u05d1!"))]);
  const elements = [...mail.html.matchAll(/<(\w+)[^>]* dir="auto"/g)].map(([, name]) => name);
  expect(elements).toStrictEqual(["td", "strong", "strong", "td"]);
});

test("the operator's templates replace the built-in ones, which use only variables that are documented", () => {
  const mail = compose([item(threadOf("t", "a"))], {
    templates: { text: parseTemplate("{{company}} | {{organization}} | {{recipient}}") },
  });
  expect(mail.text).toBe("Acme | acme | Ada Lovelace");
  expect(mail.html).toContain("Unsubscribe");
  const variableNames = new Set([...builtInTemplates.html.names, ...builtInTemplates.text.names]);
  const documented = Object.keys(mailVariables);
  expect([...variableNames].filter((name) => !documented.includes(name))).toStrictEqual([]);
});
