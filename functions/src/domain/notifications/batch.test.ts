import { expect, test } from "@jest/globals";
import { addToBatch, type Batch, withoutNotices } from "./batch.ts";

const window = { window: 1000, maxActivities: 3 };
const add = (batch: Batch | undefined, notificationId: string, now: number) =>
  addToBatch(batch, { userId: "ada", notificationId }, window, now);

test("a batch closes one window after its first notice, however many follow", () => {
  const first = add(undefined, "a", 100);
  const second = add(first, "b", 900);
  expect([first.closesAt, second.closesAt, second.notificationIds]).toStrictEqual([1100, 1100, ["a", "b"]]);
});

test("a full batch closes at once, and later notices do not delay it", () => {
  const full = add(add(add(undefined, "a", 0), "b", 1), "c", 2);
  expect([full.closesAt, add(full, "d", 500).closesAt]).toStrictEqual([2, 2]);
});

test("a notice counts only once", () => {
  const twice = add(add(undefined, "a", 0), "a", 1);
  expect(twice).toStrictEqual({ userId: "ada", closesAt: 1000, notificationIds: ["a"] });
});

test("notices that are sent elsewhere leave the batch, and an empty batch is dropped", () => {
  const batch = add(add(undefined, "a", 0), "b", 1);
  expect(withoutNotices(batch, new Set(["a", "x"]))?.notificationIds).toStrictEqual(["b"]);
  expect(withoutNotices(batch, new Set(["a", "b"]))).toBe(undefined);
});
