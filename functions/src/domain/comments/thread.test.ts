import { expect, test } from "@jest/globals";
import { ensure } from "#testing/harness/jest/ensure";
import type { CommentInput } from "./comment.ts";
import { newThread } from "./new-thread.ts";
import { addComments, deleteComments, mentionedIn, type Thread, toComment, updateComments } from "./thread.ts";

const ada = { userId: "ada", name: "Ada" };
const lin = { userId: "lin" };
const NOW = 1_700_000_000_000;

function thread(...comments: Partial<CommentInput>[]): Thread {
  const commentData = comments.map((comment) => ({ from: ada, ...comment }));
  return newThread({ commentData }, { annotationId: "a", documentId: "d", now: 1000 }).thread;
}

const idsOf = ({ comments }: Thread) => comments.map(({ commentId }) => commentId);

for (const { title, existing, input, ids } of [
  { title: "the present time", existing: [1], input: [undefined], ids: [NOW] },
  {
    title: "the next free number when the present time is taken",
    existing: [NOW, NOW + 1],
    input: [undefined],
    ids: [NOW + 2],
  },
  { title: "different numbers in one call", existing: [1], input: [undefined, undefined], ids: [NOW, NOW + 1] },
  { title: "a number not used later in the call", existing: [1], input: [undefined, NOW], ids: [NOW + 1, NOW] },
  {
    title: "the number they are given, even 0",
    existing: [1],
    input: [0, Number.MAX_SAFE_INTEGER],
    ids: [0, 2 ** 53 - 1],
  },
])
  test(`added comments get as their number ${title}`, () => {
    const before = thread(...existing.map((commentId) => ({ commentId })));
    const inputs = input.map((commentId) => ({ from: lin, ...(commentId !== undefined && { commentId }) }));
    const { thread: after, commentIds } = addComments(before, inputs, NOW);
    expect(commentIds).toStrictEqual(ids);
    expect(idsOf(after)).toStrictEqual([...idsOf(before), ...ids]);
    expect(after.lastUpdated).toBe(NOW);
  });

test("a number that is in use, or appears twice, is refused", () => {
  const one = { commentId: 1, from: ada };
  for (const add of [
    () => addComments(thread(one), [one], NOW),
    () => addComments(thread({ commentId: 2 }), [one, one], NOW),
  ])
    expect(add).toThrow(expect.objectContaining({ code: "ALREADY_EXISTS", message: "Comment 1 already exists." }));
});

test("the times of a comment come from the input; lastUpdated defaults to createdAt, and createdAt to now", () => {
  const times = (input: object) => {
    const { createdAt, lastUpdated } = addComments(thread({}), [{ from: ada, ...input }], NOW).thread.comments[1] ?? {};
    return [createdAt, lastUpdated];
  };
  expect(times({})).toStrictEqual([NOW, NOW]);
  expect(times({ createdAt: 5 })).toStrictEqual([5, 5]);
  expect(times({ createdAt: 5, lastUpdated: 7 })).toStrictEqual([5, 7]);
  expect(times({ lastUpdated: 7 })).toStrictEqual([NOW, 7]);
});

test("instructions are not stored, and reactions get their times", () => {
  const reactionAnnotations = [{ icon: "heart", from: lin }];
  const input = { from: ada, triggerNotification: true, triggerActivities: true, reactionAnnotations };
  const added = addComments(thread({ commentId: 1 }), [input], NOW).thread.comments[1];
  expect(added).toStrictEqual({
    from: ada,
    commentId: NOW,
    createdAt: NOW,
    lastUpdated: NOW,
    reactionAnnotations: [{ icon: "heart", from: lin, createdAt: NOW, lastUpdated: NOW }],
  });
});

test("a change replaces its fields, removes those that are null and keeps the rest, only in the named comments", () => {
  const before = thread(
    { commentId: 1, commentText: "one", commentHtml: "<p>one</p>", context: { a: 1 } },
    { commentId: 2, commentText: "two" },
  );
  const change = { commentText: "1", commentHtml: null, triggerNotification: true };
  const after = updateComments(before, [1, 9], change, NOW);
  expect(after.comments).toStrictEqual([
    { from: ada, commentId: 1, createdAt: 1000, commentText: "1", context: { a: 1 }, lastUpdated: NOW },
    before.comments[1],
  ]);
  expect(after.lastUpdated).toBe(NOW);
});

test("the last comment can be deleted, and the thread is kept", () => {
  const after = deleteComments(thread({ commentId: 1 }, { commentId: 2 }), [1, 2, 3], NOW);
  expect([after.comments, after.lastUpdated, after.annotationId]).toStrictEqual([[], NOW, "a"]);
});

test("a change or deletion without a matching comment leaves the thread as it was", () => {
  const before = thread({ commentId: 1 });
  expect(updateComments(before, [2], { commentText: "x" }, NOW)).toBe(before);
  expect(deleteComments(before, [2], NOW)).toBe(before);
});

test("a comment is returned with its last change as text and the number of its reactions", () => {
  const reactionAnnotations = [
    { icon: "heart", from: lin },
    { icon: "heart", from: ada },
  ];
  const [comment] = thread({ commentId: 1, createdAt: 1000, lastUpdated: 2000, reactionAnnotations }).comments;
  ensure(comment);
  const { lastUpdated, createdAt, reactionCount } = toComment(comment);
  expect([lastUpdated, createdAt, reactionCount]).toStrictEqual(["1970-01-01T00:00:02.000Z", 1000, 2]);
});

for (const [comment, mentioned] of [
  [{}, []],
  [{ commentText: "Hello {{lin}} and {{ada}}" }, ["lin", "ada"]],
  [{ commentHtml: "<b>{{ grace }}</b>", commentText: "{{grace}}" }, ["grace"]],
  [{ commentText: "{lin} {{}} {{ }} {{a{b}}" }, []],
  [{ commentText: `{{${"é".repeat(251)}}}` }, []],
  [{ commentText: "{{constructor}} {{__proto__}}" }, ["constructor", "__proto__"]],
  [{ taggedUserContacts: [{ userId: "lin", contact: { userId: "linh" } }] }, ["lin", "linh"]],
] as const)
  test(`${JSON.stringify(comment).slice(0, 60)} mentions ${JSON.stringify(mentioned)}`, () => {
    const [threadComment] = thread(comment as Partial<CommentInput>).comments;
    ensure(threadComment);
    expect(mentionedIn(threadComment)).toStrictEqual(mentioned);
  });
