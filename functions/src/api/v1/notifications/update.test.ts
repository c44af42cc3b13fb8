import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";

const path = "/v1/notifications/update";

test("readers are marked whether or not they may open the document: permissions are verified in v2 only", async () => {
  const w = await exampleWorld();
  const documents = [{ documentId: "homepage", accessType: "restricted" }];
  await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
  const notifications = [{ id: "welcome", displayBodyMessage: "New", readByUserIds: ["ada"] }];
  const { data } = await w.ok(path, { organizationId: "acme", verifyUserPermissions: true, notifications });
  expect(data).toStrictEqual({ welcome: { success: true, id: "welcome", message: "Notification updated." } });
  const list = await w.ok("/v1/notifications/get", { organizationId: "acme", userId: "ada" });
  expect([list.data[0].displayBodyMessage, list.data[0].isRead]).toStrictEqual(["New", true]);
});
