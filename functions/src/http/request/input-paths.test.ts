import { expect, test } from "@jest/globals";
import { slotsAt } from "./input-paths.ts";

const data = () => ({ a: "x", users: [{ from: { userId: "u" } }, {}], ids: ["p", "q"], deep: { list: [{ n: 1 }] } });
const values = (path: string, options?: { make?: boolean }) => slotsAt(data(), path, options).map(({ value }) => value);

test("a path finds fields, even in each element of a list", () => {
  expect(values("a")).toStrictEqual(["x"]);
  expect(values("ids[]")).toStrictEqual(["p", "q"]);
  expect(values("users[].from")).toStrictEqual([{ userId: "u" }, undefined]);
  expect(values("deep.list[].n")).toStrictEqual([1]);
  expect(slotsAt(data(), "users[].from").map(({ path }) => path)).toStrictEqual([
    ["users", 0, "from"],
    ["users", 1, "from"],
  ]);
});

test("input of another form than the path is skipped", () => {
  for (const odd of [undefined, null, 1, "text", [], [{ a: 1 }]]) expect(slotsAt(odd, "a")).toStrictEqual([]);
  expect(values("a.b")).toStrictEqual([]);
  expect(values("a[].b")).toStrictEqual([]);
  expect(values("no[].b")).toStrictEqual([]);
});

test("a missing last field can be set; a missing list is created on request, unless it is optional", () => {
  const input: Record<string, unknown> = {};
  const [field] = slotsAt(input, "a");
  field?.set("new");
  const [item] = slotsAt(input, "list[]", { make: true });
  item?.set("first");
  expect(input).toStrictEqual({ a: "new", list: ["first"] });
  expect(slotsAt(input, "other[]?", { make: true })).toStrictEqual([]);
  expect(slotsAt(input, "other?", { make: true })).toStrictEqual([]);
  expect(input).toStrictEqual({ a: "new", list: ["first"] });
});
