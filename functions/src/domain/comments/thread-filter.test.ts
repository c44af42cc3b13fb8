import { expect, test } from "@jest/globals";
import { newThread } from "./new-thread.ts";
import type { Thread } from "./thread.ts";
import { passesFilter, type ThreadFilter } from "./thread-filter.ts";

const agent = { agentId: "a1", executionId: "e1", agentType: "review", agentSource: "ci", url: "https://example.com" };

const thread: Thread = {
  ...newThread(
    {
      location: { id: 0 },
      commentData: [
        { from: { userId: "ada" }, commentText: "{{grace}}" },
        { from: { userId: "lin" }, agent },
      ],
    },
    { annotationId: "t", documentId: "d", now: 1000 },
  ).thread,
  lastUpdated: 2000,
  resolvedByUserId: "lin",
};

const cases: [filter: ThreadFilter, isSelected: boolean][] = [
  [{}, true],
  [{ annotationIds: ["t", "x"] }, true],
  [{ annotationIds: ["x"] }, false],
  [{ locationIds: [0] }, true],
  [{ locationIds: ["0"] }, true],
  [{ locationIds: [1, "undefined"] }, false],
  [{ userIds: ["ada"] }, true],
  [{ userIds: ["lin"] }, false],
  [{ mentionedUserIds: ["grace", "x"] }, true],
  [{ mentionedUserIds: ["ada"] }, false],
  [{ resolvedBy: "lin" }, true],
  [{ resolvedBy: "ada" }, false],
  [{ statusIds: ["OPEN"] }, true],
  [{ statusIds: ["DONE"] }, false],
  [{ updatedAfter: 1999, updatedBefore: 2001 }, true],
  [{ updatedAfter: 2000 }, false],
  [{ updatedBefore: 2000 }, false],
  [{ createdAfter: 999, createdBefore: 1001 }, true],
  [{ createdAfter: 1000 }, false],
  [{ createdBefore: 1000 }, false],
  [{ agentId: "a1" }, true],
  [{ agentId: "a2" }, false],
  [{ executionId: "e1" }, true],
  [{ executionId: "e2" }, false],
  [{ agentType: "review" }, true],
  [{ agentType: "x" }, false],
  [{ agentSource: "ci" }, true],
  [{ agentSource: "x" }, false],
  [{ agentUrls: ["https://example.com"] }, true],
  [{ agentUrls: ["https://example.org"] }, false],
  [{ agentComments: true }, true],
  [{ agentSuggestions: true }, false],
  [{ agentSuggestions: false }, true],
  [{ userIds: ["ada"], statusIds: ["DONE"] }, false],
];

for (const [filter, isSelected] of cases)
  test(`${JSON.stringify(filter)} ${isSelected ? "selects" : "does not select"} the thread`, () => {
    expect(passesFilter(thread, filter)).toBe(isSelected);
  });

test("a location without an id is identified by its name, and a thread without a location matches none", () => {
  const topThread = { ...thread, location: { locationName: "top" } };
  expect(passesFilter(topThread, { locationIds: ["top"] })).toBe(true);
  const { location: _, ...nowhere } = thread;
  expect(passesFilter(nowhere, { locationIds: ["undefined"] })).toBe(false);
});

test("a thread with human authors only is not an agent's, and a suggestion of an agent is", () => {
  const people = { ...thread, comments: thread.comments.slice(0, 1) };
  expect(passesFilter(people, { agentComments: true })).toBe(false);
  expect(passesFilter({ ...thread, type: "suggestion" }, { agentSuggestions: true })).toBe(true);
});
