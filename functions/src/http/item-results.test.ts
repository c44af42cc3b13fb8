import { expect, test } from "@jest/globals";
import { ApiError } from "#platform/error";
import { ItemResults, itemResults } from "./item-results.ts";

const own = (id: string) => id;

test("each item has its own result, and a refused one says why and leaves the others alone", () => {
  const results = itemResults(["a", "b", "c"], own, (id) => {
    if (id === "b") throw new ApiError("ALREADY_EXISTS", "It is there.");
    return { id, message: "Done." };
  });
  expect({ ...results }).toStrictEqual({
    a: { success: true, id: "a", message: "Done." },
    b: { success: false, id: "b", message: "It is there.", code: "already-exists" },
    c: { success: true, id: "c", message: "Done." },
  });
  expect(ItemResults.parse(results)).toStrictEqual({ ...results });
});

test("an error other than ApiError fails the whole call", () => {
  const decide = () => {
    throw new TypeError("a fault");
  };
  expect(() => itemResults(["a"], own, decide)).toThrow(TypeError);
});

test("ids such as __proto__ are ordinary keys", () => {
  const ids = ["__proto__", "constructor", "toString"];
  const results = itemResults(ids, own, () => ({ message: "Done." }));
  expect(Object.keys(results)).toStrictEqual(ids);
  expect(Object.getPrototypeOf(results)).toBeNull();
  expect(JSON.stringify(results)).toMatch(/^\{"__proto__":\{"success":true,/);
});
