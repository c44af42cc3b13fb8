import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";

const thread = { organizationId: "acme", documentId: "homepage", annotationIds: ["ann-1"] };

test("a user who unsubscribes is no longer listed, which emits one event; others stay", async () => {
  const w = await exampleWorld();
  for (const userId of ["ada", "lin"]) await w.ok("/v2/commentannotations/subscribe", { ...thread, userId });
  await addEndpoint(w, "all");
  const token = await w.token("lin", { resources: [{ type: "organization", id: "acme", accessRole: "viewer" }] });
  for (let n = 0; n < 2; n++) await w.ok("/v2/commentannotations/unsubscribe", thread, { token });
  const { data } = await w.ok("/v2/commentannotations/get", thread);
  expect(data[0].subscribedUserIds).toStrictEqual(["ada"]);
  expect((await eventsSent(w)).map(([type, { userIds }]) => [type, userIds])).toStrictEqual([
    ["comment_annotation.unsubscribe", ["lin"]],
  ]);
});
