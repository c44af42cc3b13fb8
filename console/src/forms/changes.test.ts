import { expect, test } from "@jest/globals";
import { changedFields, changesOf } from "./changes.ts";

test("only what differs is sent, and an emptied field as null", () => {
  const before = { isOn: true, name: "Ada", list: ["a"], inner: { one: 1, two: 2, gone: "x" } };
  const after = { isOn: false, name: undefined, list: ["a"], inner: { one: 1, two: 3 }, added: "new" };
  expect(changesOf(before, after)).toStrictEqual({
    isOn: false,
    name: null,
    inner: { two: 3, gone: null },
    added: "new",
  });
  expect(changesOf(before, structuredClone(before))).toStrictEqual({});
});

test("a field of an item that differs is sent as a whole, and no other", () => {
  const before = { name: "Ada", status: { id: "OPEN", name: "Open" }, list: ["a"] };
  const after = { ...before, status: { id: "OPEN", name: "Begun" }, list: ["a"], left: undefined };
  expect(changedFields(before, after)).toStrictEqual({ status: { id: "OPEN", name: "Begun" } });
});
