import { expect, test } from "@jest/globals";
import { newThread } from "./new-thread.ts";
import type { Thread } from "./thread.ts";
import { peopleOf, replaceUser } from "./thread-people.ts";

const ada = { userId: "ada", name: "Ada" };
const lin = { userId: "lin", name: "Lin" };
const eve = { userId: "eve", name: "Eve" };

function thread(input: Partial<Thread>): Thread {
  const creation = newThread({ commentData: [{ from: ada }] }, { annotationId: "a", documentId: "d", now: 1000 });
  return { ...creation.thread, ...input };
}

test("the list of a thread's users contains everyone whom it names", () => {
  const fullThread = thread({
    assignedTo: { userId: "assigned" },
    statusUpdatedByUserId: "updater",
    resolvedByUserId: "resolver",
    visibility: { type: "restricted", userIds: ["viewer"] },
    views: new Map([["reader", 1]]),
    comments: [
      {
        commentId: 1,
        from: { userId: "author" },
        createdAt: 1,
        lastUpdated: 1,
        commentText: "{{inText}}",
        taggedUserContacts: [{ userId: "tagged", contact: { userId: "contact" } }],
        reactionAnnotations: [{ icon: "heart", from: { userId: "reacting" } }],
      },
    ],
  });
  const people = "ada assigned author contact inText reacting reader resolver tagged updater viewer";
  expect(peopleOf(fullThread)).toStrictEqual(people.split(" "));
});

test("a user is replaced wherever the thread names it, and texts are unchanged", () => {
  const before = thread({
    assignedTo: ada,
    statusUpdatedByUserId: "ada",
    resolvedByUserId: "ada",
    resolvedByUser: ada,
    visibility: { type: "restricted", userIds: ["ada", "eve"] },
    views: new Map([
      ["ada", 3],
      ["eve", 2],
    ]),
    comments: [
      {
        commentId: 1,
        from: ada,
        createdAt: 1,
        lastUpdated: 1,
        commentText: "ada",
        taggedUserContacts: [{ userId: "ada", contact: ada }],
        reactionAnnotations: [
          { icon: "heart", from: ada },
          { icon: "heart", from: lin },
        ],
      },
    ],
  });
  const after = replaceUser(before, "ada", eve);
  expect(peopleOf(after)).toStrictEqual(["eve", "lin"]);
  expect(after.views).toStrictEqual(new Map([["eve", 3]]));
  expect(after.visibility.userIds).toStrictEqual(["eve"]);
  expect(after.comments[0]?.commentText).toBe("ada");
});
