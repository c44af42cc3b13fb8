import { expect, test } from "@jest/globals";
import type { Batch } from "./batch.ts";
import { Batching, type BatchPlace } from "./batching.ts";

const NOW = 5000;
const document: BatchPlace = { id: "document", settings: { window: 1000, maxActivities: 3 } };
const user: BatchPlace = { id: "user", settings: { window: 2000, maxActivities: 5 } };
const waiting = (...notificationIds: string[]): Batch => ({ userId: "ada", closesAt: 6000, notificationIds });

function batching(batchesByPlace: Record<string, Batch> = {}, away: readonly string[] = []) {
  const batches = new Map(Object.entries(batchesByPlace));
  return new Batching(batches, (_, notificationId) => !away.includes(notificationId), NOW);
}

function addAll(to: Batching, ids: readonly string[], places: readonly BatchPlace[] = [document, user]) {
  return ids.map((notificationId) => to.add({ userId: "ada", notificationId }, places));
}

test("a full batch is sent, its notices leave the other batch, and later notices begin new batches", () => {
  const one = batching();
  expect(addAll(one, ["a", "b", "c", "d"])).toStrictEqual([true, true, true, true]);
  expect(one.closed).toStrictEqual([{ userId: "ada", notificationIds: ["a", "b", "c"] }]);
  expect([one.get("document"), one.get("user")]).toStrictEqual([
    { userId: "ada", closesAt: NOW + 1000, notificationIds: ["d"] },
    { userId: "ada", closesAt: NOW + 2000, notificationIds: ["d"] },
  ]);
});

test("notices that already wait are sent with the one that fills the batch", () => {
  const one = batching({ document: waiting("x", "y"), user: waiting("x", "y", "z") });
  addAll(one, ["a"]);
  expect(one.closed).toStrictEqual([{ userId: "ada", notificationIds: ["x", "y", "a"] }]);
  expect(one.changed()).toStrictEqual([
    ["document", undefined],
    ["user", waiting("z")],
  ]);
});

test("a full batch whose notices can't all be sent now closes, and takes no more until it has been sent", () => {
  const one = batching({ document: waiting("x", "y") }, ["x"]);
  expect(addAll(one, ["a", "b"])).toStrictEqual([true, false]);
  expect(one.closed).toStrictEqual([]);
  expect(one.get("document")).toStrictEqual({ userId: "ada", closesAt: NOW, notificationIds: ["x", "y", "a"] });
});

test("a batch that is too large after a change of settings is sent before it takes more", () => {
  const one = batching({ document: waiting("w", "x", "y", "z") });
  addAll(one, ["a"]);
  expect(one.closed).toStrictEqual([{ userId: "ada", notificationIds: ["w", "x", "y", "z"] }]);
  expect(one.get("document")?.notificationIds).toStrictEqual(["a"]);
});

test("batches of other users, and unaffected batches, stay as they are", () => {
  const other: Batch = { userId: "grace", closesAt: 6000, notificationIds: ["a"] };
  const one = batching({ document: waiting("x", "y"), theirs: other });
  addAll(one, ["a"]);
  expect(one.get("theirs")).toBe(other);
  expect(one.changed().map(([id]) => id)).toStrictEqual(["document"]);
});
