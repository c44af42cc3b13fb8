import { expect, test } from "@jest/globals";
import {
  activityIds,
  activityWorld,
  addActivities,
  makeImmutable,
  record,
} from "#testing/fixtures/activities/activities";

const path = "/v2/activities/delete";
const deleted = (id: string) => ({ success: true, id, message: "Activity deleted." });
const failed = (id: string) => ({ success: false, id, message: "Failed to delete activity.", code: "not-found" });

test("records are deleted by id, and a missing one fails on its own", async () => {
  const w = await activityWorld();
  await addActivities(
    w,
    ["a", "__proto__", "c"].map((id) => record({ id })),
  );
  const request = { organizationId: "acme", activityIds: ["a", "__proto__", "x"] };
  const { message, data } = await w.ok(path, request);
  expect(message).toBe("Activity(s) deleted successfully.");
  expect(Object.values(data)).toStrictEqual([deleted("a"), deleted("__proto__"), failed("x")]);
  expect(await activityIds(w)).toStrictEqual(["c"]);
  expect(Object.values((await w.ok(path, request)).data)).toStrictEqual(["a", "__proto__", "x"].map(failed));
});

test("ids that are sent with a document or entity must belong to it, and without ids all of its records are deleted", async () => {
  const w = await activityWorld(["plan", "other"]);
  await addActivities(w, [record({ id: "a", targetEntityId: "x" }), record({ id: "b" })]);
  await addActivities(w, [record({ id: "c", targetEntityId: "x" }), record({ id: "d" })], "other");
  const ask = async (data: object) => (await w.ok(path, { organizationId: "acme", ...data })).data;
  expect(await ask({ documentId: "other", activityIds: ["a", "d"] })).toStrictEqual({
    a: failed("a"),
    d: deleted("d"),
  });
  expect(await ask({ documentId: "other", targetEntityId: "x" })).toStrictEqual({ c: deleted("c") });
  expect(await ask({ targetEntityId: "x" })).toStrictEqual({ a: deleted("a") });
  expect(await ask({ documentId: "plan" })).toStrictEqual({ b: deleted("b") });
  expect(await ask({ documentId: "plan" })).toStrictEqual({});
});

test("if a document has many records the reply lists 400, all of them are deleted, and those of another document stay", async () => {
  const w = await activityWorld(["plan", "other"]);
  for (let start = 0; start < 1000; start += 500)
    await addActivities(
      w,
      Array.from({ length: 500 }, (_, i) => record({ id: `a${String(start + i).padStart(4, "0")}` })),
    );
  await addActivities(w, [record({ id: "kept" })], "other");
  const { data } = await w.ok(path, { organizationId: "acme", documentId: "plan" });
  expect(Object.keys(data)).toStrictEqual(Array.from({ length: 400 }, (_, i) => `a${String(i).padStart(4, "0")}`));
  await w.drain();
  expect(await activityIds(w)).toStrictEqual(["kept"]);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
});

test("immutable records are not deleted, neither by id nor by document", async () => {
  const w = await activityWorld();
  await addActivities(w, [record({ id: "a" })]);
  await makeImmutable(w);
  for (const what of [{ activityIds: ["a"] }, { documentId: "plan" }, { targetEntityId: "x" }]) {
    const error = await w.fails(path, { organizationId: "acme", ...what });
    expect(error.status).toBe("FAILED_PRECONDITION");
    expect(error.message).toMatch(/^Activities can't be changed or deleted: .* immutable/);
  }
  expect(await activityIds(w)).toStrictEqual(["a"]);
});

test("a call that selects nothing, a missing organization and a repeated id are refused", async () => {
  const w = await activityWorld();
  const refusal = async (data: object) => (await w.fails(path, { organizationId: "acme", ...data })).message;
  expect(await refusal({})).toBe("data must have at least one of documentId, targetEntityId and activityIds.");
  for (const what of [{ documentId: "plan" }, { activityIds: ["a"] }])
    expect(await refusal({ organizationId: "none", ...what })).toBe("Organization does not exist.");
  expect(await refusal({ activityIds: ["a", "a"] })).toBe('data.activityIds names "a" more than once.');
});
