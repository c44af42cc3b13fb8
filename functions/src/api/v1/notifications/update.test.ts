import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleWorld } from "#testing/harness/example-world";

const path = "/v1/notifications/update";

test("readers are marked whether or not they may open the document: permissions are verified in v2 only", async () => {
  const w = await exampleWorld();
  const documents = [{ documentId: "homepage", accessType: "restricted" }];
  await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
  const notifications = [{ id: "welcome", displayBodyMessage: "New", readByUserIds: ["ada"] }];
  const { data } = await w.ok(path, { organizationId: "acme", verifyUserPermissions: true, notifications });
  assert.deepEqual(data, { welcome: { success: true, id: "welcome", message: "Notification updated." } });
  const list = await w.ok("/v1/notifications/get", { organizationId: "acme", userId: "ada" });
  assert.deepEqual([list.data[0].displayBodyMessage, list.data[0].isRead], ["New", true]);
});
