import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CommentPosition, commentPage, commentResults } from "./results.ts";
import type { ThreadComment } from "./thread.ts";

const comment = (commentId: number, createdAt = commentId): ThreadComment => ({
  commentId,
  createdAt,
  lastUpdated: createdAt,
  from: { userId: "ada" },
});

test("each comment that is named has an outcome under its id", () => {
  assert.deepEqual(commentResults([comment(1), comment(2)], [2, 7], "Done"), {
    2: { success: true, id: 2, message: "Done" },
    7: { success: false, id: 7, message: "Not found", code: "not-found" },
  });
});

test("a page has the oldest comments first, those of one moment by id", () => {
  const comments = [comment(1, 30), comment(5, 10), comment(3, 20), comment(2, 20)];
  const ids = (size: number, after?: CommentPosition) =>
    commentPage(comments, size, after).page.map(({ commentId }) => commentId);
  assert.deepEqual(ids(10), [5, 2, 3, 1]);
  assert.deepEqual(ids(2), [5, 2]);
  assert.deepEqual(ids(2, [20, 2]), [3, 1]);
  assert.deepEqual(commentPage(comments, 2, undefined).end, [20, 2]);
  assert.equal(commentPage(comments, 2, [20, 2]).end, undefined, "the last page has no end");
});

test("a page goes on behind a comment that is gone", () => {
  assert.deepEqual(commentPage([comment(1), comment(3)], 5, [2, 2]).page, [comment(3)]);
});

test("pages laid together are all comments, in order, whatever their size", () => {
  const threads = fc.uniqueArray(fc.tuple(fc.nat(50), fc.nat(5)), { selector: ([id]) => id, maxLength: 30 });
  fc.assert(
    fc.property(threads, fc.integer({ min: 1, max: 9 }), (pairs, size) => {
      const comments = pairs.map(([id, createdAt]) => comment(id, createdAt));
      const seen: ThreadComment[] = [];
      let after: CommentPosition | undefined;
      do {
        const { page, end } = commentPage(comments, size, after);
        seen.push(...page);
        after = end;
      } while (after);
      assert.deepEqual(seen, commentPage(comments, 1000, undefined).page);
      assert.equal(new Set(seen).size, comments.length);
    }),
    { seed: 1 },
  );
});
