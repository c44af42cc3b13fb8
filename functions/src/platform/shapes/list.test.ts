import { expect, test } from "@jest/globals";
import * as z from "zod";
import { list, unique } from "./list.ts";

const Users = list(z.object({ userId: z.string().min(2).optional() }), { unique: "userId", max: 3 });
const problemsOf = (users: unknown) => Users.safeParse(users).error?.issues.map(({ message }) => message) ?? [];

test("a list accepts each id only once", () => {
  expect(problemsOf([{ userId: "ada" }, { userId: "lin" }])).toStrictEqual([]);
  expect(problemsOf([{ userId: "ada" }, { userId: "lin" }, { userId: "ada" }])).toStrictEqual([
    'names "ada" more than once.',
  ]);
});

test("items without an id don't collide", () => {
  expect(problemsOf([{}, {}, { userId: "ada" }])).toStrictEqual([]);
});

test("a list of plain ids, and ids of several fields, are unique as well", () => {
  expect(list(z.number(), { unique: String, max: 3 }).safeParse([1, 2, 1]).success).toBe(false);
  const pairs = list(z.object({ a: z.string(), b: z.string() }), { unique: ({ a, b }) => `${a} ${b}`, max: 3 });
  expect(
    pairs.safeParse([
      { a: "x", b: "y" },
      { a: "x", b: "z" },
    ]).success,
  ).toBe(true);
  expect(
    pairs.safeParse([
      { a: "x", b: "y" },
      { a: "x", b: "y" },
    ]).success,
  ).toBe(false);
});

test("a list that is invalid for another reason gets that error, and its ids are not compared", () => {
  expect(problemsOf([]).length).toBe(1);
  expect(problemsOf([{ userId: "a" }, { userId: "a" }]).length).toBe(2);
  expect(problemsOf(Array.from({ length: 4 }, () => ({ userId: "ada" }))).length).toBe(1);
});

test("a named list keeps its limits and its schema in the documentation when its items must be unique", () => {
  const Names = z.array(z.string()).max(2);
  const once = unique(Names);
  expect(Names.safeParse(["a", "a"]).success).toBe(true);
  expect(once.safeParse(["a", "a"]).success).toBe(false);
  expect(once.safeParse(["a", "b", "c"]).success).toBe(false);
  expect(z.toJSONSchema(once)).toStrictEqual(z.toJSONSchema(Names));
});
