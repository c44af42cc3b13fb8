import { expect, test } from "@jest/globals";
import type { CommentAnnotationChange } from "./comment-annotation-change.ts";
import { newThread } from "./new-thread.ts";
import type { Thread } from "./thread.ts";
import { changeThread } from "./thread-changes.ts";

const ada = { userId: "ada", name: "Ada" };
const lin = { userId: "lin", name: "Lin" };
const eve = { userId: "eve", name: "Eve" };
const NOW = 5000;
const open = { id: "OPEN", name: "Open", type: "default" as const };
const going = { id: "GOING", name: "Going", type: "ongoing" as const };
const resolved = { id: "DONE", name: "Done", type: "terminal" as const };

function thread(input: Partial<Thread> = {}): Thread {
  const commentData = [{ commentId: 1, from: ada, commentText: "{{grace}}" }];
  return { ...newThread({ commentData }, { annotationId: "a", documentId: "d", now: 1000 }).thread, ...input };
}
const change = (before: Thread, input: CommentAnnotationChange) => changeThread(before, input, [], NOW);

const by = (userId: string | undefined) => userId && { status: resolved, resolvedByUserId: userId };
for (const { title, before, input, who, updatedBy } of [
  { title: "changed to terminal", before: {}, input: { status: resolved }, who: undefined },
  {
    title: "changed to terminal by a named user",
    before: {},
    input: { status: resolved, statusUpdatedByUserId: "lin" },
    who: "lin",
    updatedBy: "lin",
  },
  {
    title: "changed to terminal with a resolver",
    before: {},
    input: { status: resolved, statusUpdatedByUserId: "lin", resolvedByUserId: "ada" },
    who: "ada",
    updatedBy: "lin",
  },
  {
    title: "changed to terminal with resolver null",
    before: {},
    input: { status: resolved, statusUpdatedByUserId: "lin", resolvedByUserId: null },
    who: undefined,
    updatedBy: "lin",
  },
  { title: "terminal and changed otherwise", before: by("ada"), input: { priority: null }, who: "ada" },
  { title: "terminal and gets another resolver", before: by("ada"), input: { resolvedByUserId: "lin" }, who: "lin" },
  { title: "terminal and loses its resolver", before: by("ada"), input: { resolvedByUserId: null }, who: undefined },
  {
    title: "reopened",
    before: by("ada"),
    input: { status: open, resolvedByUserId: "lin", statusUpdatedByUserId: "lin" },
    who: undefined,
    updatedBy: "lin",
  },
  { title: "changed to ongoing", before: by("ada"), input: { status: going }, who: undefined },
  { title: "open although a resolver is sent", before: {}, input: { resolvedByUserId: "lin" }, who: undefined },
])
  test(`a thread that is ${title} counts as resolved by ${who ?? "nobody"}`, () => {
    const after = change(thread(before as Partial<Thread>), input);
    expect(after.resolvedByUserId).toBe(who);
    expect(after.resolvedByUser?.userId).toBe(who);
    expect("resolvedByUser" in after).toBe(who !== undefined);
    expect(after.statusUpdatedByUserId).toBe(updatedBy);
    expect(after.lastUpdated).toBe(NOW);
  });

test("the user who resolved a thread gets the name and address from another field of the thread", () => {
  const after = change(thread(), { status: resolved, resolvedByUserId: "ada" });
  expect(after.resolvedByUser).toStrictEqual(ada);
});

test("omitted fields are kept, null removes a field, and a suggestion is replaced as a whole", () => {
  const before = thread({ assignedTo: lin, context: { a: 1 }, suggestion: { summary: "s", status: "pending" } });
  const after = change(before, { assignedTo: null, suggestion: { status: "accepted" }, context: undefined });
  expect("assignedTo" in after).toBe(false);
  expect([after.context, after.suggestion]).toStrictEqual([{ a: 1 }, { status: "accepted" }]);
});

test("marking as read records the time and changes nothing else", () => {
  const before = thread({ views: new Map([["lin", 1]]) });
  const after = change(before, { viewedByUserIds: ["lin", "__proto__"] });
  expect(after).toStrictEqual({
    ...before,
    views: new Map([
      ["lin", NOW],
      ["__proto__", NOW],
    ]),
  });
});

test("a change without fields leaves the thread as it was", () => {
  const before = thread();
  expect(changeThread(before, {}, [{ oldUser: { userId: "nobody" }, newUser: lin }], NOW)).toBe(before);
});

test("a new author may see a restricted thread", () => {
  const before = thread({ visibility: { type: "restricted", userIds: ["ada"] } });
  expect(change(before, { from: lin }).visibility.userIds).toStrictEqual(["ada", "lin"]);
});

test("a user is replaced wherever the thread names it, in the order of the replacements", () => {
  const swap = (from: string, newUser: typeof ada) => ({ oldUser: { userId: from }, newUser });
  const after = changeThread(thread(), {}, [swap("ada", lin), swap("lin", eve)], NOW);
  expect([after.from, after.comments[0]?.from, after.lastUpdated]).toStrictEqual([eve, eve, NOW]);
});
