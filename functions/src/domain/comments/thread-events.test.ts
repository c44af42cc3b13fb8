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
/** The status of threads before a change. */
const opened = { ...open, color: "#111", lightColor: "#eee" };
const urgent = { id: "P0", name: "Urgent" };

const thread = (input: Partial<CommentAnnotationInput> = {}) =>
  newThread(
    { commentData: [{ commentId: 1, from: ada, commentText: "Hi" }], ...input },
    { annotationId: "t", documentId: "d", now: 1000 },
  ).thread;

test("the event of a new thread contains its comments and assignee, without custom fields", () => {
  const input = { assignedTo: { ...lin, team: "core" }, context: { a: 1 }, location: { id: 1 } };
  expect(threadAdded(thread({ ...input, visibility: { type: "restricted", userIds: ["lin"] } }))).toStrictEqual({
    type: "comment_annotation.add",
    data: {
      annotationId: "t",
      visibility: { type: "restricted", userIds: ["lin", "ada"] },
      actionUser: ada,
      status: { ...open, color: "#2563EB", lightColor: "#DBEAFE" },
      assignedTo: lin,
      comments: [{ commentId: 1, commentText: "Hi", from: ada }],
    },
  });
});

type ExpectedEvents = [type: string, data: object][];
const cases: {
  title: string;
  before?: Partial<CommentAnnotationInput>;
  input: CommentAnnotationChange;
  replace?: [old: string, by: typeof ada];
  events: ExpectedEvents;
}[] = [
  { title: "assigned to somebody", input: { assignedTo: lin }, events: [["assign", { assignedTo: lin }]] },
  {
    title: "assigned to nobody",
    before: { assignedTo: lin },
    input: { assignedTo: null },
    events: [["assign", { assignedTo: null }]],
  },
  {
    title: "assigned to the same user under another name",
    before: { assignedTo: lin },
    input: { assignedTo: { ...lin, name: "Lin Chen" } },
    events: [],
  },
  {
    title: "assigned to the user who replaces its assignee",
    before: { assignedTo: lin },
    input: {},
    replace: ["lin", { userId: "zoe", name: "Zoe" }],
    events: [["assign", { assignedTo: { userId: "zoe", name: "Zoe" } }]],
  },
  {
    title: "resolved by somebody",
    input: { status: done, statusUpdatedByUserId: "lin" },
    events: [["status_change", { actionUser: { userId: "lin" }, oldStatus: opened, newStatus: done }]],
  },
  {
    title: "resolved by its author",
    input: { status: done, statusUpdatedByUserId: "ada" },
    events: [["status_change", { actionUser: ada, oldStatus: opened, newStatus: done }]],
  },
  {
    title: "subscribed to by its author",
    input: { subscribeUserIds: ["ada"] },
    events: [["subscribe", { actionUser: ada, userIds: ["ada"] }]],
  },
  { title: "resolved", input: { status: done }, events: [["status_change", { oldStatus: opened, newStatus: done }]] },
  {
    title: "given its current status in another colour",
    input: { status: { ...open, color: "#000" } },
    events: [],
  },
  {
    title: "given a status that is now terminal",
    input: { status: { ...open, type: "terminal" } },
    events: [["status_change", { oldStatus: opened, newStatus: { ...open, type: "terminal" } }]],
  },
  {
    title: "given a priority",
    input: { priority: { ...urgent, color: "red" } },
    events: [["priority_change", { newPriority: { ...urgent, color: "red" } }]],
  },
  { title: "given its current priority", before: { priority: urgent }, input: { priority: urgent }, events: [] },
  {
    title: "cleared of its priority",
    before: { priority: urgent },
    input: { priority: null },
    events: [["priority_change", { newPriority: null }]],
  },
  {
    title: "accepted as a suggestion",
    before: { suggestion: {} },
    input: { suggestion: { status: "accepted", newValue: "x" } },
    events: [["suggestion_accept", { suggestion: { status: "accepted" } }]],
  },
  {
    title: "rejected as a suggestion",
    before: { suggestion: {} },
    input: { suggestion: { status: "rejected" } },
    events: [["suggestion_reject", { suggestion: { status: "rejected" } }]],
  },
  {
    title: "given a suggestion with another status",
    before: { suggestion: {} },
    input: { suggestion: { status: "constructor" } },
    events: [],
  },
  { title: "cleared of its suggestion", before: { suggestion: {} }, input: { suggestion: null }, events: [] },
  {
    title: "moved, read and described",
    input: { location: { id: 1 }, context: {}, viewedByUserIds: ["lin"] },
    events: [],
  },
  {
    title: "changed in several ways",
    input: { assignedTo: lin, status: done, priority: urgent },
    events: [
      ["assign", { assignedTo: lin }],
      ["status_change", { oldStatus: opened, newStatus: done }],
      ["priority_change", { newPriority: urgent }],
    ],
  },
];
for (const { title, before, input, replace, events } of cases)
  test(`a thread that is ${title} emits ${events.map(([type]) => type).join(", ") || "nothing"}`, () => {
    const was = thread({ status: opened, ...before });
    const replacements = replace ? [{ oldUser: { userId: replace[0] }, newUser: replace[1] }] : [];
    const after = changeThread(was, input, replacements, 2000);
    expect(threadChanged(was, after, input.statusUpdatedByUserId)).toStrictEqual(
      events.map(([type, data]) => ({ type: `comment_annotation.${type}`, data: { annotationId: "t", ...data } })),
    );
  });

test("a suggestion that is accepted again, and an unchanged thread, emit nothing", () => {
  const accepted = changeThread(thread({ suggestion: {} }), { suggestion: { status: "accepted" } }, [], 2000);
  const again = changeThread(accepted, { suggestion: { status: "accepted", summary: "x" } }, [], 3000);
  expect(threadChanged(accepted, again)).toStrictEqual([]);
  expect(threadChanged(accepted, accepted)).toStrictEqual([]);
});
