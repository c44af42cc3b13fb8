import { expect, test } from "@jest/globals";
import type { ReactionAnnotation } from "./comment.ts";
import { reactionChanges } from "./reaction-changes.ts";

const by = (userId: string, icon: string, more: Partial<ReactionAnnotation> = {}) => ({
  from: { userId },
  icon,
  ...more,
});
const comment = (...reactionAnnotations: ReactionAnnotation[]) => ({ reactionAnnotations });

for (const { title, before, after, gained = [], lost = [] } of [
  { title: "the first reaction", before: {}, after: comment(by("ada", "+")), gained: ["ada +"] },
  { title: "the last reaction removed", before: comment(by("ada", "+")), after: {}, lost: ["ada +"] },
  { title: "no reactions, then an empty list", before: {}, after: comment() },
  {
    title: "the same reaction with other ids and times",
    before: comment(by("ada", "+", { annotationId: "r1", createdAt: 1 })),
    after: comment(by("ada", "+", { annotationId: "r2", reactionId: "plus", createdAt: 2, lastUpdated: 3 })),
  },
  {
    title: "another order",
    before: comment(by("ada", "+"), by("lin", "+")),
    after: comment(by("lin", "+"), by("ada", "+")),
  },
  {
    title: "another icon by the same user, under the same id",
    before: comment(by("ada", "+", { annotationId: "r" })),
    after: comment(by("ada", "-", { annotationId: "r" })),
    gained: ["ada -"],
    lost: ["ada +"],
  },
  {
    title: "the same icon by another user",
    before: comment(by("ada", "+")),
    after: comment(by("ada", "+"), by("lin", "+")),
    gained: ["lin +"],
  },
  { title: "the same reaction twice", before: {}, after: comment(by("ada", "+"), by("ada", "+")), gained: ["ada +"] },
  {
    title: "users and icons that form the same text together",
    before: comment(by("a", "b c")),
    after: comment(by("a b", "c")),
    gained: ["a b c"],
    lost: ["a b c"],
  },
])
  test(`reaction changes for ${title}: ${gained.length} added, ${lost.length} removed`, () => {
    const changes = reactionChanges(before, after);
    const eventsOf = (type: string) =>
      changes
        .filter((change) => change.type === type)
        .map(({ reaction }) => `${reaction.from.userId} ${reaction.icon}`);
    expect(eventsOf("comment.reaction_add")).toStrictEqual(gained);
    expect(eventsOf("comment.reaction_delete")).toStrictEqual(lost);
  });
