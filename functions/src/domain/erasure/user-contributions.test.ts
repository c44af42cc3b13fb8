import { expect, test } from "@jest/globals";
import type { Thread, ThreadComment } from "#domain/comments/thread";
import { contributionsOf, type ThreadPosition } from "./user-contributions.ts";

const [ada, lin] = [{ userId: "ada" }, { userId: "lin" }];
const comment = (commentId: number, from: typeof ada, reactions: (typeof ada)[] = []): ThreadComment => ({
  commentId,
  from,
  createdAt: 1,
  lastUpdated: 2,
  reactionAnnotations: reactions.map((user, i) => ({ icon: `icon ${i}`, from: user })),
});
const thread: Thread = {
  annotationId: "t",
  documentId: "d",
  from: ada,
  type: "comment",
  commentType: "manual",
  createdAt: 1,
  status: { id: "OPEN", name: "Open", type: "default" },
  visibility: { type: "public" },
  lastUpdated: 2,
  views: new Map(),
  comments: [comment(7, ada, [lin, ada, ada]), comment(3, lin, [ada]), comment(0, ada), comment(9, lin, [lin])],
};

const all: ThreadPosition[] = [
  [0, 0],
  [3, 1],
  [7, 0],
  [7, 1],
  [7, 2],
];

test("a user's comments and reactions are ordered by the number of the comment, without those of others", () => {
  expect(contributionsOf(thread, "ada").map(({ position }) => position)).toStrictEqual(all);
  expect(
    contributionsOf(thread, "ada").map((item) => ("comment" in item ? item.comment.commentId : item.reaction.icon)),
  ).toStrictEqual([0, "icon 0", 7, "icon 1", "icon 2"]);
  expect(contributionsOf(thread, "nobody")).toStrictEqual([]);
});

test("each position continues with everything after it, even if its comment was deleted", () => {
  all.forEach((position, i) => {
    const rest = (from: Thread) => contributionsOf(from, "ada", position).map((item) => item.position);
    expect(rest(thread)).toStrictEqual(all.slice(i + 1));
    const without = { ...thread, comments: thread.comments.filter(({ commentId }) => commentId !== position[0]) };
    expect(rest(without)).toStrictEqual(all.filter(([commentId]) => commentId > position[0]));
  });
});
