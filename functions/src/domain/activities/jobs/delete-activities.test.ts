import { expect, test } from "@jest/globals";
import { activityIds, activityWorld, addActivities, record } from "#testing/fixtures/activities/activities";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import deleteActivities from "./delete-activities.ts";

test("records added after the task are kept, and the job can run again", async () => {
  const w = await activityWorld();
  await addActivities(w, [record({ id: "old" })]);
  const payload = { organization: organizationOf(w), documentId: "plan", until: String(w.context.now()) };
  w.advance(1);
  await addActivities(w, [record({ id: "young" })]);
  await deleteActivities.run(w.context, payload);
  expect(await activityIds(w)).toStrictEqual(["young"]);
  await deleteActivities.run(w.context, payload);
  expect(await activityIds(w)).toStrictEqual(["young"]);
});

test("given a document and an entity, only records that match both are deleted", async () => {
  const w = await activityWorld(["plan", "other"]);
  await addActivities(w, [record({ id: "a", targetEntityId: "x" }), record({ id: "b" })]);
  await addActivities(w, [record({ id: "c", targetEntityId: "x" })], "other");
  const payload = { organization: organizationOf(w), documentId: "plan", targetEntityId: "x" };
  await deleteActivities.run(w.context, { ...payload, until: String(w.context.now()) });
  expect((await activityIds(w)).sort()).toStrictEqual(["b", "c"]);
});

test("another job's payload is refused", async () => {
  const w = await activityWorld();
  await expect(() => deleteActivities.run(w.context, { paths: ["a"] })).rejects.toThrow(
    /the payload does not have the shape/,
  );
});
