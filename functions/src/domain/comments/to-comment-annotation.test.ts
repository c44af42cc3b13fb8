import { expect, test } from "@jest/globals";
import type { CommentAnnotationInput } from "./comment-annotation.ts";
import { newThread } from "./new-thread.ts";
import { toCommentAnnotation, toEarlierCommentAnnotation } from "./to-comment-annotation.ts";

function shown(input: Partial<CommentAnnotationInput>) {
  const commentData = [{ from: { userId: "ada" } }];
  const { thread } = newThread({ commentData, ...input }, { annotationId: "a", documentId: "d", now: 1000 });
  return toCommentAnnotation({ ...thread, views: new Map([["lin", 5]]) }, { apiKey: "ak", organizationId: "o" });
}

test("metadata contains the customer's fields and the place, which the service adds", () => {
  const { metadata } = shown({ metadata: { ticket: 1, apiKey: "other", documentId: "other" } });
  expect(metadata).toStrictEqual({ ticket: 1, apiKey: "ak", organizationId: "o", documentId: "d" });
});

for (const [visibility, visibilityConfig] of [
  [{ type: "public" }, { type: "public", userIds: [] }],
  [
    { type: "restricted", userIds: ["lin"] },
    { type: "restricted", userIds: ["lin", "ada"] },
  ],
  [
    { type: "organizationPrivate", organizationId: "o" },
    { type: "organizationPrivate", organizationId: "o", organizationIds: ["o"], userIds: ["ada"] },
  ],
] as const)
  test(`visibility ${JSON.stringify(visibility)} is repeated as a config`, () => {
    expect(shown({ visibility: structuredClone(visibility) as never }).visibilityConfig).toStrictEqual(
      visibilityConfig,
    );
  });

test("an agent's thread has source type agent, and a thread contains the ids of its readers", () => {
  const agent = { agentId: "g" };
  expect(shown({}).sourceType).toBe("rest-api");
  expect(shown({ commentData: [{ from: { userId: "ada" }, agent }] }).sourceType).toBe("agent");
  expect(shown({}).viewedByUserIds).toStrictEqual(["lin"]);
});

test("v1 returns createdAt as text and everything else unchanged", () => {
  const thread = shown({});
  const createdAt = "1970-01-01T00:00:01.000Z";
  const comments = thread.comments.map((comment) => ({ ...comment, createdAt }));
  expect(toEarlierCommentAnnotation(thread)).toStrictEqual({ ...thread, createdAt, comments });
});
