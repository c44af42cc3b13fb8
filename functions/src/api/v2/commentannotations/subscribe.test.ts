import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";
import type { World } from "#testing/harness/world";

const path = "/v2/commentannotations/subscribe";
const thread = { organizationId: "acme", documentId: "homepage", annotationIds: ["ann-1"] };

async function subscribers(w: World): Promise<string[] | undefined> {
  const { data } = await w.ok("/v2/commentannotations/get", thread);
  return data[0].subscribedUserIds;
}

test("a user who subscribes is listed in the thread once, which emits one event", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  for (let n = 0; n < 2; n++) await w.ok(path, { ...thread, userId: "lin" });
  expect(await subscribers(w)).toStrictEqual(["lin"]);
  expect((await eventsSent(w)).map(([type, { userIds }]) => [type, userIds])).toStrictEqual([
    ["comment_annotation.subscribe", ["lin"]],
  ]);
});

test("a missing thread fails on its own", async () => {
  const w = await exampleWorld();
  const { data } = await w.ok(path, { ...thread, annotationIds: ["ann-1", "nope"], userId: "lin" });
  expect([data["ann-1"].success, data.nope.success]).toStrictEqual([true, false]);
});

test("a user who may only read can subscribe, but nobody can subscribe another user", async () => {
  const w = await exampleWorld();
  const token = await w.token("lin", { resources: [{ type: "organization", id: "acme", accessRole: "viewer" }] });
  await w.ok(path, thread, { token });
  expect(await subscribers(w)).toStrictEqual(["lin"]);
  expect((await w.fails(path, { ...thread, userId: "ada" }, { token })).status).toBe("PERMISSION_DENIED");
});
