import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";
import { type CommentPosition, commentPage, commentResults } from "./results.ts";
import type { ThreadComment } from "./thread.ts";

const comment = (commentId: number, createdAt = commentId): ThreadComment => ({
  commentId,
  createdAt,
  lastUpdated: createdAt,
  from: { userId: "ada" },
});

test("each named comment has a result under its id", () => {
  expect(commentResults([comment(1), comment(2)], [2, 7], "Done")).toStrictEqual({
    2: { success: true, id: 2, message: "Done" },
    7: { success: false, id: 7, message: "Not found", code: "not-found" },
  });
});

test("a page lists the oldest comments first, and orders comments of the same time by id", () => {
  const comments = [comment(1, 30), comment(5, 10), comment(3, 20), comment(2, 20)];
  const ids = (size: number, after?: CommentPosition) =>
    commentPage(comments, size, after).page.map(({ commentId }) => commentId);
  expect(ids(10)).toStrictEqual([5, 2, 3, 1]);
  expect(ids(2)).toStrictEqual([5, 2]);
  expect(ids(2, [20, 2])).toStrictEqual([3, 1]);
  expect(commentPage(comments, 2, undefined).end).toStrictEqual([20, 2]);
  expectWithContext(commentPage(comments, 2, [20, 2]).end, "the last page has no end").toBeUndefined();
});

test("a page continues after a comment that has been deleted", () => {
  expect(commentPage([comment(1), comment(3)], 5, [2, 2]).page).toStrictEqual([comment(3)]);
});

test("together the pages contain all comments in order, whatever the page size", () => {
  const threads = fc.uniqueArray(fc.tuple(fc.nat(50), fc.nat(5)), { selector: ([id]) => id, maxLength: 30 });
  fc.assert(
    fc.property(threads, fc.integer({ min: 1, max: 9 }), (pairs, size) => {
      const comments = pairs.map(([id, createdAt]) => comment(id, createdAt));
      const listed: ThreadComment[] = [];
      let after: CommentPosition | undefined;
      do {
        const { page, end } = commentPage(comments, size, after);
        listed.push(...page);
        after = end;
      } while (after);
      expect(listed).toStrictEqual(commentPage(comments, 1000, undefined).page);
      expect(new Set(listed).size).toBe(comments.length);
    }),
    { seed: 1 },
  );
});
