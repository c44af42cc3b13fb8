import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";
import { isUnread, isVisibleTo, readersOf } from "./thread-visibility.ts";

for (const { visibility, visibleTo } of [
  { visibility: { type: "public" }, visibleTo: { ada: true, lin: true, eve: true } },
  { visibility: { type: "restricted", userIds: ["ada"] }, visibleTo: { ada: true, lin: false, eve: false } },
  {
    visibility: { type: "organizationPrivate", organizationId: "acme" },
    visibleTo: { ada: false, lin: true, eve: false },
  },
  {
    visibility: { type: "organizationPrivate", organizationId: "acme", userIds: ["eve"] },
    visibleTo: { ada: false, lin: true, eve: true },
  },
  {
    visibility: { type: "organizationPrivate", organizationId: "globex" },
    visibleTo: { ada: false, lin: false, eve: false },
  },
  {
    visibility: { type: "restricted", organizationId: "acme", userIds: ["ada"] },
    visibleTo: { ada: true, lin: false },
  },
] as const)
  test(`${JSON.stringify(visibility)} is visible to ${JSON.stringify(visibleTo)} if lin is a member of acme`, () => {
    const input = { ...visibility, userIds: [...("userIds" in visibility ? visibility.userIds : [])] };
    for (const [userId, expected] of Object.entries(visibleTo))
      expectWithContext(
        isVisibleTo(input, userId, (organizationId) => userId === "lin" && organizationId === "acme"),
        userId,
      ).toBe(expected);
  });

for (const { views, newest, unread } of [
  { views: {}, newest: {}, unread: false },
  { views: {}, newest: { lin: 0 }, unread: true },
  { views: {}, newest: { ada: 5 }, unread: false },
  { views: { ada: 5 }, newest: { lin: 5, ada: 9 }, unread: false },
  { views: { ada: 5 }, newest: { lin: 6 }, unread: true },
  { views: { lin: 9 }, newest: { lin: 6 }, unread: true },
])
  test(`with views ${JSON.stringify(views)} and newest comments ${JSON.stringify(newest)}, isUnread for ada is ${unread}`, () => {
    const glance = { views: Object.entries(views), newest: Object.entries(newest) } as Parameters<typeof isUnread>[1];
    expect(isUnread("ada", glance)).toBe(unread);
  });

test("the readers of a thread are its viewers and authors for whom it is not unread", () => {
  const times = fc.dictionary(fc.constantFrom("ada", "lin", "grace", "__proto__"), fc.nat(3));
  fc.assert(
    fc.property(times, times, (views, newest) => {
      const marks = { views: Object.entries(views), newest: Object.entries(newest) };
      const users = [...new Set([...Object.keys(views), ...Object.keys(newest)])];
      expect(readersOf(marks)).toStrictEqual(users.filter((userId) => !isUnread(userId, marks)));
    }),
  );
});
