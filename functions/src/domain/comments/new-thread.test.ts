import { expect, test } from "@jest/globals";
import type { ThreadVisibility } from "./comment-annotation.ts";
import { newThread, OPEN, visibleToAuthor } from "./new-thread.ts";

const ada = { userId: "ada" };
const at = { annotationId: "a", documentId: "d", now: 1000 };
const commentData = [{ commentId: 1, from: ada }];

test("by default a new thread is open, public, of type comment, and created now by the author of its first comment", () => {
  const { thread, commentIds } = newThread({ commentData }, at);
  expect(commentIds).toStrictEqual([1]);
  expect(thread).toStrictEqual({
    annotationId: "a",
    documentId: "d",
    from: ada,
    status: OPEN,
    type: "comment",
    commentType: "manual",
    visibility: { type: "public" },
    createdAt: 1000,
    lastUpdated: 1000,
    views: new Map(),
    comments: [{ commentId: 1, from: ada, createdAt: 1000, lastUpdated: 1000 }],
  });
});

for (const [input, times] of [
  [{ createdAt: 5 }, [5, 5]],
  [{ createdAt: 5, lastUpdated: 7 }, [5, 7]],
  [{ lastUpdated: 7 }, [1000, 7]],
] as const)
  test(`a thread with ${JSON.stringify(input)} is created and last changed at ${times}`, () => {
    const { createdAt, lastUpdated } = newThread({ commentData, ...input }, at).thread;
    expect([createdAt, lastUpdated]).toStrictEqual(times);
  });

for (const [input, types] of [
  [{}, ["comment", "manual"]],
  [{ type: "suggestion" }, ["suggestion", "manual"]],
  [{ commentType: "chart" }, ["comment", "chart"]],
  [{ commentType: "suggestion" }, ["suggestion", "suggestion"]],
  [{ commentType: "suggestion", type: "comment" }, ["comment", "suggestion"]],
] as const)
  test(`${JSON.stringify(input)} creates a thread with type and comment type ${types}`, () => {
    const { type, commentType } = newThread({ commentData, ...input }, at).thread;
    expect([type, commentType]).toStrictEqual(types);
  });

test("a suggestion is pending, whatever the caller sends", () => {
  const { suggestion } = newThread({ commentData, suggestion: { summary: "s", status: "accepted" } }, at).thread;
  expect(suggestion).toStrictEqual({ summary: "s", status: "pending" });
});

for (const [visibility, expectedVisibility] of [
  [{ type: "public" }, { type: "public" }],
  [
    { type: "restricted", userIds: ["lin"] },
    { type: "restricted", userIds: ["lin", "ada"] },
  ],
  [
    { type: "restricted", userIds: ["ada", "lin"] },
    { type: "restricted", userIds: ["ada", "lin"] },
  ],
  [
    { type: "organizationPrivate", organizationId: "o" },
    { type: "organizationPrivate", organizationId: "o", userIds: ["ada"] },
  ],
] as const)
  test(`the visibility ${JSON.stringify(visibility)} of a thread by ada becomes ${JSON.stringify(expectedVisibility)}`, () => {
    expect(visibleToAuthor(structuredClone(visibility) as ThreadVisibility, "ada")).toStrictEqual(expectedVisibility);
  });
