import { expect, test } from "@jest/globals";
import type { CommentAnnotationInput } from "./comment-annotation.ts";
import type { CommentAnnotationChange } from "./comment-annotation-change.ts";
import { newThread } from "./new-thread.ts";
import { changeThread } from "./thread-changes.ts";
import { threadAdded, threadChanged } from "./thread-events.ts";

const ada = { userId: "ada", name: "Ada" };
const lin = { userId: "lin", name: "Lin" };
const open = { id: "OPEN", name: "Open", type: "default" as const };
const done = { id: "DONE", name: "Done", type: "terminal" as const };
const urgent = { id: "P0", name: "Urgent" };

const thread = (given: Partial<CommentAnnotationInput> = {}) =>
  newThread(
    { commentData: [{ commentId: 1, from: ada, commentText: "Hi" }], ...given },
    { annotationId: "t", documentId: "d", now: 1000 },
  ).thread;

test("a thread that begins is told with its comments and who is assigned, without the customer's own fields", () => {
  const given = { assignedTo: { ...lin, team: "core" }, context: { a: 1 }, location: { id: 1 } };
  expect(threadAdded(thread({ ...given, visibility: { type: "restricted", userIds: ["lin"] } }))).toStrictEqual({
    type: "comment_annotation.add",
    data: {
      annotationId: "t",
      visibility: { type: "restricted", userIds: ["lin", "ada"] },
      actionUser: ada,
      status: open,
      assignedTo: lin,
      comments: [{ commentId: 1, commentText: "Hi", from: ada }],
    },
  });
});

type Told = [type: string, data: object][];
const cases: {
  title: string;
  before?: Partial<CommentAnnotationInput>;
  given: CommentAnnotationChange;
  replace?: [old: string, by: typeof ada];
  told: Told;
}[] = [
  { title: "assigned to somebody", given: { assignedTo: lin }, told: [["assign", { assignedTo: lin }]] },
  {
    title: "assigned to nobody",
    before: { assignedTo: lin },
    given: { assignedTo: null },
    told: [["assign", { assignedTo: null }]],
  },
  {
    title: "assigned to the same user under another name",
    before: { assignedTo: lin },
    given: { assignedTo: { ...lin, name: "Lin Chen" } },
    told: [],
  },
  {
    title: "assigned to who takes the place of its assignee",
    before: { assignedTo: lin },
    given: {},
    replace: ["lin", { userId: "zoe", name: "Zoe" }],
    told: [["assign", { assignedTo: { userId: "zoe", name: "Zoe" } }]],
  },
  {
    title: "resolved by somebody",
    given: { status: done, statusUpdatedByUserId: "lin" },
    told: [["status_change", { actionUser: { userId: "lin" }, oldStatus: open, newStatus: done }]],
  },
  { title: "resolved", given: { status: done }, told: [["status_change", { oldStatus: open, newStatus: done }]] },
  { title: "given the status that it has, in another colour", given: { status: { ...open, color: "#000" } }, told: [] },
  {
    title: "given a status that is now terminal",
    given: { status: { ...open, type: "terminal" } },
    told: [["status_change", { oldStatus: open, newStatus: { ...open, type: "terminal" } }]],
  },
  {
    title: "given a priority",
    given: { priority: { ...urgent, color: "red" } },
    told: [["priority_change", { newPriority: urgent }]],
  },
  { title: "given the priority that it has", before: { priority: urgent }, given: { priority: urgent }, told: [] },
  {
    title: "freed of its priority",
    before: { priority: urgent },
    given: { priority: null },
    told: [["priority_change", { newPriority: null }]],
  },
  {
    title: "accepted as a suggestion",
    before: { suggestion: {} },
    given: { suggestion: { status: "accepted", newValue: "x" } },
    told: [["suggestion_accept", { suggestion: { status: "accepted" } }]],
  },
  {
    title: "rejected as a suggestion",
    before: { suggestion: {} },
    given: { suggestion: { status: "rejected" } },
    told: [["suggestion_reject", { suggestion: { status: "rejected" } }]],
  },
  {
    title: "given a suggestion of another status",
    before: { suggestion: {} },
    given: { suggestion: { status: "constructor" } },
    told: [],
  },
  { title: "freed of its suggestion", before: { suggestion: {} }, given: { suggestion: null }, told: [] },
  {
    title: "moved, read and described",
    given: { location: { id: 1 }, context: {}, viewedByUserIds: ["lin"] },
    told: [],
  },
  {
    title: "changed in several ways",
    given: { assignedTo: lin, status: done, priority: urgent },
    told: [
      ["assign", { assignedTo: lin }],
      ["status_change", { oldStatus: open, newStatus: done }],
      ["priority_change", { newPriority: urgent }],
    ],
  },
];
for (const { title, before, given, replace, told } of cases)
  test(`a thread that is ${title} tells ${told.map(([type]) => type).join(", ") || "nothing"}`, () => {
    const was = thread({ status: { ...open, color: "#111", lightColor: "#eee" }, ...before });
    const replacements = replace ? [{ oldUser: { userId: replace[0] }, newUser: replace[1] }] : [];
    const after = changeThread(was, given, replacements, 2000);
    expect(threadChanged(was, after, given.statusUpdatedByUserId)).toStrictEqual(
      told.map(([type, data]) => ({ type: `comment_annotation.${type}`, data: { annotationId: "t", ...data } })),
    );
  });

test("a suggestion that is accepted again, or a thread that stays as it was, tells nothing", () => {
  const accepted = changeThread(thread({ suggestion: {} }), { suggestion: { status: "accepted" } }, [], 2000);
  const again = changeThread(accepted, { suggestion: { status: "accepted", summary: "x" } }, [], 3000);
  expect(threadChanged(accepted, again)).toStrictEqual([]);
  expect(threadChanged(accepted, accepted)).toStrictEqual([]);
});
