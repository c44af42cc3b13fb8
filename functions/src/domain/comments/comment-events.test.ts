import { expect, test } from "@jest/globals";
import type { CommentInput } from "./comment.ts";
import type { ThreadVisibility } from "./comment-annotation.ts";
import { commentsAdded, commentsChanged, commentsDeleted, toEventComment } from "./comment-events.ts";
import { newThread } from "./new-thread.ts";
import { addComments, deleteComments, type Thread, updateComments } from "./thread.ts";

const ada = { userId: "ada", name: "Ada", email: "ada@example.com" };
const lin = { userId: "lin" };

/** A thread with comments 1, 2, … by ada. */
function thread(size: number, visibility: ThreadVisibility = { type: "public" }): Thread {
  const commentData = Array.from({ length: size }, (_, i): CommentInput => ({ commentId: i + 1, from: ada }));
  return newThread({ commentData, visibility }, { annotationId: "t", documentId: "d", now: 1000 }).thread;
}

const numbers = (size: number) => Array.from({ length: size }, (_, i) => i + 1);
const reactions = (size: number) => numbers(size).map((n) => ({ icon: `${n}`, from: lin }));

test("a comment in an event has neither custom fields nor long text", () => {
  const contact = { ...lin, name: "Lin" };
  const input = {
    commentId: 1,
    createdAt: 1,
    lastUpdated: 1,
    context: { a: 1 },
    from: { ...ada, team: "core" },
    taggedUserContacts: [{ text: "@Lin", userId: "lin", contact }],
  };
  const comment = { commentId: 1, from: ada, taggedUserContacts: [{ userId: "lin" }] };
  expect(toEventComment({ ...input, commentText: "x".repeat(10_000) })).toStrictEqual({
    ...comment,
    commentText: "x".repeat(10_000),
  });
  expect(toEventComment({ ...input, commentText: "x".repeat(10_001) })).toStrictEqual({
    ...comment,
    isTruncated: true,
  });
});

test("added comments emit events by their authors, and existing comments emit none", () => {
  const { thread: after, commentIds } = addComments(thread(2), [{ from: lin, commentText: "Hi" }], 5);
  expect(commentsAdded(after, commentIds)).toStrictEqual([
    {
      type: "comment.add",
      data: { annotationId: "t", actionUser: lin, targetComment: { commentId: 5, commentText: "Hi", from: lin } },
    },
  ]);
});

test("a comment with unchanged content emits no event, nor does one that only gets reactions", () => {
  const before = updateComments(thread(2), [1], { commentText: "Hi" }, 1);
  expect(commentsChanged(before, updateComments(before, [1], { commentText: "Hi" }, 2))).toStrictEqual([]);
  const types = commentsChanged(before, updateComments(before, [1, 2], { commentText: "Hi" }, 2));
  expect(types).toStrictEqual([
    {
      type: "comment.update",
      data: { annotationId: "t", targetComment: { commentId: 2, commentText: "Hi", from: ada } },
    },
  ]);
  const reacted = updateComments(before, [2], { reactionAnnotations: reactions(1) }, 2);
  const reaction = { icon: "1", from: lin };
  expect(commentsChanged(before, reacted)).toStrictEqual([
    { type: "comment.reaction_add", data: { annotationId: "t", actionUser: lin, commentId: 2, reaction } },
  ]);
  expect(commentsChanged(reacted, updateComments(reacted, [2], { reactionAnnotations: null }, 3))).toStrictEqual([
    { type: "comment.reaction_delete", data: { annotationId: "t", commentId: 2, reaction } },
  ]);
});

test("more than 200 reactions become changes of their comments", () => {
  const count = (size: number) => {
    const before = thread(3);
    const events = commentsChanged(before, updateComments(before, [1, 2], { reactionAnnotations: reactions(size) }, 2));
    return Object.entries(Object.groupBy(events, ({ type }) => type)).map(([type, of]) => [type, of?.length]);
  };
  expect(count(100)).toStrictEqual([["comment.reaction_add", 200]]);
  expect(count(101)).toStrictEqual([["comment.update", 2]]);
});

test("each deleted comment emits an event, and more than 200 share one", () => {
  const before = thread(201);
  const after = deleteComments(before, [1, 3, 999], 2);
  expect(commentsDeleted(before, after)).toStrictEqual(
    [1, 3].map((commentId) => ({ type: "comment.delete", data: { annotationId: "t", commentId } })),
  );
  expect(commentsDeleted(after).length).toBe(199);
  expect(commentsDeleted(before)).toStrictEqual([
    { type: "comment.delete", data: { annotationId: "t", commentIds: numbers(201) } },
  ]);
});

test("events of a restricted thread contain its visibility, without the list of users if that is too long", () => {
  const visibilityOf = (visibility: ThreadVisibility) => commentsDeleted(thread(1, visibility))[0]?.data.visibility;
  expect(visibilityOf({ type: "public" })).toBeUndefined();
  expect(visibilityOf({ type: "organizationPrivate", organizationId: "acme" })).toStrictEqual({
    type: "organizationPrivate",
    organizationId: "acme",
    organizationIds: ["acme"],
    userIds: ["ada"],
  });
  expect(visibilityOf({ type: "restricted", userIds: ["lin"] })).toStrictEqual({
    type: "restricted",
    userIds: ["lin", "ada"],
  });
  const userIds = numbers(100).map((n) => `user-${n}`.padEnd(40, "x"));
  expect(visibilityOf({ type: "restricted", userIds })).toStrictEqual({ type: "restricted", isTruncated: true });
});
