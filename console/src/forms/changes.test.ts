import { expect, test } from "@jest/globals";
import { changesOf } from "./changes.ts";

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
