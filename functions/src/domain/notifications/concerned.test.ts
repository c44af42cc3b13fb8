import { expect, test } from "@jest/globals";
import type { Thread, ThreadComment } from "#domain/comments/thread";
import { eventTypeNames } from "#domain/events/types";
import { expectWithContext } from "#testing/harness/jest/context";
import { concernedBy } from "./concerned.ts";

const at = { createdAt: 0, lastUpdated: 0 };
const threadComment = (commentId: number, userId: string, commentText: string): ThreadComment => ({
  ...at,
  commentId,
  commentText,
  from: { userId },
});

/** A thread by ada, with a reply by lin; sam subscribes to it, and it is assigned to grace. */
function threadWith(more: Partial<Thread> = {}): Thread {
  return {
    ...{ annotationId: "ann", documentId: "plan", from: { userId: "ada" }, type: "comment", commentType: "manual" },
    ...{ status: { id: "OPEN", name: "Open", type: "default" }, visibility: { type: "public" }, views: new Map() },
    ...at,
    subscribedUserIds: ["sam"],
    assignedTo: { userId: "grace" },
    comments: [threadComment(1, "ada", "hello {{kim}}"), threadComment(2, "lin", "and {{bob}}")],
    ...more,
  };
}

const byLin = { type: "comment.add", commentId: 2, actor: { userId: "lin" } } as const;
const concerned = (cause: Parameters<typeof concernedBy>[0], thread = threadWith()) =>
  Object.fromEntries([...concernedBy(cause, thread).people].sort());

test("a reply concerns mentioned people, earlier authors, subscribers and the assignee, but not its own author", () => {
  expect(concerned(byLin)).toStrictEqual({ ada: true, bob: true, grace: true, sam: false });
});

test("a reply directly involves the author of the thread, but only in their own thread", () => {
  const thread = threadWith({
    comments: [threadComment(1, "ada", ""), threadComment(2, "kim", ""), threadComment(3, "lin", "")],
  });
  expect(concerned({ ...byLin, commentId: 3 }, thread)).toStrictEqual({
    ada: true,
    grace: true,
    kim: false,
    sam: false,
  });
  expect(concerned({ ...byLin, type: "comment_annotation.status_change" }, thread).ada).toBe(false);
});

test("mentions count in events whose comment is new to people, and in no others", () => {
  const mentioning = eventTypeNames.filter((type) => concerned({ ...byLin, type }).bob);
  expect(mentioning).toStrictEqual(["comment_annotation.add", "comment.add", "comment.update"]);
});

test("a new thread mentions everybody whom any of its comments mentions", () => {
  const cause = { type: "comment_annotation.add", actor: { userId: "ada" } } as const;
  expect(concerned(cause)).toStrictEqual({ kim: true, bob: true, grace: true, lin: false, sam: false });
});

test("people who unsubscribe from a thread are no longer notified of it, unless it directly involves them", () => {
  const unsubscribedThread = threadWith({ unsubscribedUserIds: ["ada", "bob", "sam"] });
  expect(concerned(byLin, unsubscribedThread)).toStrictEqual({ bob: true, grace: true });
});

test("@here and @all count only as separate words", () => {
  const word = (text: string) =>
    concernedBy(byLin, threadWith({ comments: [threadComment(2, "lin", text)] })).everybody;
  for (const text of ["@all", "see this, @all.", "(@all)", "<b>@all</b>", "{{all}}", "{{@all}} and @here", "@all\nnow"])
    expectWithContext(word(text), text).toBe("all");
  for (const text of ["@here", "hi @here!", "{{here}}"]) expectWithContext(word(text), text).toBe("here");
  for (const text of [
    "a@all.example.com",
    "@allison",
    "@all.example.com",
    "@@all",
    "all",
    "@ALL",
    "@all-hands",
    "me@here",
  ])
    expectWithContext(word(text), text).toBe(undefined);
});
