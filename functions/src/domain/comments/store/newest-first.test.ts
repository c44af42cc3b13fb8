import { expect, test } from "@jest/globals";
import { beforeChanged, behindChanged, behindPage, toNewestFirst } from "./newest-first.ts";

test("a position is read from its page token, also from one of an earlier version, which has no time", () => {
  const cursor = [5, "threads/a"];
  expect(
    [undefined, cursor, behindPage(9, cursor), beforeChanged(9), behindChanged(cursor)].map(toNewestFirst),
  ).toEqual([
    { isAtChanged: false },
    { isAtChanged: false, after: cursor },
    { isAtChanged: false, begunAt: 9, after: cursor },
    { isAtChanged: true, begunAt: 9 },
    { isAtChanged: true, after: cursor },
  ]);
});
