import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";

const homepage = { organizationId: "acme", documentId: "homepage" };

test("v1 updates threads as v2 does, without users of a status, suggestions and views", async () => {
  const w = await exampleWorld();
  const request = { ...homepage, annotationIds: ["ann-1"] };
  const status = { id: "DONE", name: "Done", type: "terminal" };
  const later = { statusUpdatedByUserId: "lin", resolvedByUserId: "lin", suggestion: {}, viewedByUserIds: ["lin"] };
  const { data } = await w.ok("/v1/commentannotations/update", { ...request, updatedData: { status, ...later } });
  expect(data["ann-1"]).toStrictEqual({ success: true, id: "ann-1", message: "Annotations updated successfully" });
  const [thread] = (await w.ok("/v2/commentannotations/get", request)).data;
  expect(thread.status).toStrictEqual(status);
  expect([
    thread.statusUpdatedByUserId,
    thread.resolvedByUserId,
    thread.suggestion,
    thread.viewedByUserIds,
  ]).toStrictEqual([undefined, undefined, undefined, []]);
});
