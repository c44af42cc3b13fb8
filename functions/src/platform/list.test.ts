import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { list, unique } from "./list.ts";

const Users = list(z.object({ userId: z.string().min(2).optional() }), { unique: "userId", max: 3 });
const problemsOf = (users: unknown) => Users.safeParse(users).error?.issues.map(({ message }) => message) ?? [];

test("a list takes each id once", () => {
  assert.deepEqual(problemsOf([{ userId: "ada" }, { userId: "lin" }]), []);
  assert.deepEqual(problemsOf([{ userId: "ada" }, { userId: "lin" }, { userId: "ada" }]), [
    'names "ada" more than once.',
  ]);
});

test("items without an id don't collide", () => {
  assert.deepEqual(problemsOf([{}, {}, { userId: "ada" }]), []);
});

test("a list of plain ids, and ids made of several fields, are unique as well", () => {
  assert.equal(list(z.number(), { unique: String, max: 3 }).safeParse([1, 2, 1]).success, false);
  const pairs = list(z.object({ a: z.string(), b: z.string() }), { unique: ({ a, b }) => `${a} ${b}`, max: 3 });
  assert.equal(
    pairs.safeParse([
      { a: "x", b: "y" },
      { a: "x", b: "z" },
    ]).success,
    true,
  );
  assert.equal(
    pairs.safeParse([
      { a: "x", b: "y" },
      { a: "x", b: "y" },
    ]).success,
    false,
  );
});

test("a list that is wrong otherwise is told so, and its ids are not compared", () => {
  assert.equal(problemsOf([]).length, 1);
  assert.equal(problemsOf([{ userId: "a" }, { userId: "a" }]).length, 2);
  assert.equal(problemsOf(Array.from({ length: 4 }, () => ({ userId: "ada" }))).length, 1);
});

test("a list that has a name keeps its limits and its place in the documentation when its items are made unique", () => {
  const Names = z.array(z.string()).max(2);
  const once = unique(Names);
  assert.equal(Names.safeParse(["a", "a"]).success, true);
  assert.equal(once.safeParse(["a", "a"]).success, false);
  assert.equal(once.safeParse(["a", "b", "c"]).success, false);
  assert.deepEqual(z.toJSONSchema(once), z.toJSONSchema(Names));
});
