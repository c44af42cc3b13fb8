import assert from "node:assert/strict";
import { test } from "node:test";
import { slotsAt } from "./input-paths.ts";

const data = () => ({ a: "x", users: [{ from: { userId: "u" } }, {}], ids: ["p", "q"], deep: { list: [{ n: 1 }] } });
const values = (path: string, options?: { make?: boolean }) => slotsAt(data(), path, options).map(({ value }) => value);

test("a path finds fields, also of each element of a list", () => {
  assert.deepEqual(values("a"), ["x"]);
  assert.deepEqual(values("ids[]"), ["p", "q"]);
  assert.deepEqual(values("users[].from"), [{ userId: "u" }, undefined]);
  assert.deepEqual(values("deep.list[].n"), [1]);
  assert.deepEqual(
    slotsAt(data(), "users[].from").map(({ path }) => path),
    [
      ["users", 0, "from"],
      ["users", 1, "from"],
    ],
  );
});

test("what has another form than the path says is passed over", () => {
  for (const odd of [undefined, null, 1, "text", [], [{ a: 1 }]]) assert.deepEqual(slotsAt(odd, "a"), []);
  assert.deepEqual(values("a.b"), []);
  assert.deepEqual(values("a[].b"), []);
  assert.deepEqual(values("no[].b"), []);
});

test("a missing last field can be set; a missing list is made where asked for, unless it may be missing", () => {
  const given: Record<string, unknown> = {};
  const [field] = slotsAt(given, "a");
  field?.set("new");
  const [made] = slotsAt(given, "list[]", { make: true });
  made?.set("first");
  assert.deepEqual(given, { a: "new", list: ["first"] });
  assert.deepEqual(slotsAt(given, "other[]?", { make: true }), []);
  assert.deepEqual(slotsAt(given, "other?", { make: true }), []);
  assert.deepEqual(given, { a: "new", list: ["first"] });
});
