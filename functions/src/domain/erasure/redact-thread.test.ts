import { expect, test } from "@jest/globals";
import type { Thread, ThreadComment } from "#domain/comments/thread";
import { expectWithContext } from "#testing/harness/jest/context";
import { redactThread } from "./redact-thread.ts";
import { DELETED_USER as GONE } from "./redact-user.ts";

const subjects = { userIds: new Set(["ada"]), emails: new Set(["ada@example.com"]), names: new Set<string>() };
const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" };
const lin = { userId: "lin", name: "Lin Chen", email: "lin@example.com" };

const comment = (commentId: number, changes: Partial<ThreadComment> = {}): ThreadComment => ({
  commentId,
  from: lin,
  commentText: "A text.",
  createdAt: 1,
  lastUpdated: 2,
  ...changes,
});
const thread = (changes: Partial<Thread> = {}): Thread => ({
  annotationId: "t",
  documentId: "d",
  from: lin,
  type: "comment",
  commentType: "manual",
  status: { id: "OPEN", name: "Open", type: "default" },
  visibility: { type: "public" },
  createdAt: 1,
  lastUpdated: 2,
  views: new Map(),
  comments: [comment(1)],
  ...changes,
});
const tag = (user: typeof ada, text?: string) => ({
  ...(text !== undefined && { text }),
  userId: user.userId,
  contact: user,
});

const cases: [what: string, input: Partial<Thread>, redacted: Partial<Thread> | undefined][] = [
  ["a thread that does not name the data subject is unchanged", { assignedTo: lin }, { assignedTo: lin }],
  [
    "the data subject's comments are removed",
    { comments: [comment(1), comment(2, { from: ada })] },
    { comments: [comment(1)] },
  ],
  ["a thread with only the data subject's comments is deleted", { comments: [comment(1, { from: ada })] }, undefined],
  ["the data subject's own thread is deleted if it has no comments", { from: ada, comments: [] }, undefined],
  ["another user's thread without comments is kept", { comments: [] }, { comments: [] }],
  [
    "the data subject's thread with comments of others is kept, with a deleted user as author",
    { from: ada },
    { from: GONE },
  ],
  ["the data subject is no longer the assignee", { assignedTo: ada }, {}],
  [
    "the data subject is no longer named as resolver",
    { statusUpdatedByUserId: "ada", resolvedByUserId: "ada", resolvedByUser: ada },
    {},
  ],
  [
    "another user stays the resolver",
    { statusUpdatedByUserId: "lin", resolvedByUserId: "lin", resolvedByUser: lin },
    { statusUpdatedByUserId: "lin", resolvedByUserId: "lin", resolvedByUser: lin },
  ],
  [
    "the data subject is removed from the visibility",
    { visibility: { type: "restricted", userIds: ["ada", "lin"] } },
    { visibility: { type: "restricted", userIds: ["lin"] } },
  ],
  [
    "a thread that only the data subject could see is visible to nobody",
    { visibility: { type: "restricted", userIds: ["ada"] } },
    { visibility: { type: "restricted", userIds: ["deleted-user"] } },
  ],
  [
    "the data subject's views are removed",
    {
      views: new Map([
        ["ada", 1],
        ["lin", 2],
      ]),
    },
    { views: new Map([["lin", 2]]) },
  ],
  [
    "free JSON loses the data subject",
    {
      context: { by: ada, n: 1 },
      metadata: { reviewerUserId: "ada" },
      suggestion: { newValue: [ada], status: "pending" },
    },
    {
      context: { by: GONE, n: 1 },
      metadata: { reviewerUserId: "deleted-user" },
      suggestion: { newValue: [GONE], status: "pending" },
    },
  ],
  [
    "mentions of the data subject are removed, by id and by text, and other mentions are kept",
    {
      comments: [
        comment(1, {
          commentText: "{{ada}} @Ada ($&) and {{lin}} @Lin",
          commentHtml: "<b>@Ada ($&)</b> {{ada}}",
          taggedUserContacts: [tag(ada, "@Ada ($&)"), tag(lin, "@Lin")],
        }),
      ],
    },
    {
      comments: [
        comment(1, {
          commentText: "Deleted user Deleted user and {{lin}} @Lin",
          commentHtml: "<b>Deleted user</b> Deleted user",
          taggedUserContacts: [tag(lin, "@Lin")],
        }),
      ],
    },
  ],
  [
    "text that only begins like a mention is kept, and so is a mention text of one letter",
    {
      comments: [
        comment(1, { commentText: "@Ada, @Adam a ada@Ada", taggedUserContacts: [tag(ada, "@Ada"), tag(ada, "a")] }),
      ],
    },
    { comments: [comment(1, { commentText: "Deleted user, @Adam a ada@Ada", taggedUserContacts: [] })] },
  ],
  [
    "a tag whose contact is the data subject is removed, even without text",
    { comments: [comment(1, { taggedUserContacts: [{ userId: "x", contact: ada }, tag(ada), tag(ada, "")] })] },
    { comments: [comment(1, { taggedUserContacts: [] })] },
  ],
  [
    "the data subject's reactions are removed",
    {
      comments: [
        comment(1, {
          reactionAnnotations: [
            { icon: "a", from: ada },
            { icon: "b", from: lin },
          ],
        }),
      ],
    },
    { comments: [comment(1, { reactionAnnotations: [{ icon: "b", from: lin }] })] },
  ],
  [
    "free JSON and addresses in comments of others lose the data subject",
    { comments: [comment(1, { context: { by: ada }, commentText: "Ask ada@example.com" })] },
    { comments: [comment(1, { context: { by: GONE }, commentText: "Ask Deleted user" })] },
  ],
];

for (const [what, input, redacted] of cases)
  test(what, () => {
    const result = redactThread(thread(input), subjects);
    const {
      assignedTo: _a,
      statusUpdatedByUserId: _s,
      resolvedByUserId: _r,
      resolvedByUser: _u,
      ...rest
    } = thread(input);
    expect(result).toStrictEqual(redacted && { ...rest, ...redacted });
    if (result)
      expectWithContext(redactThread(result, subjects), "redacting again finds something").toStrictEqual(result);
  });
