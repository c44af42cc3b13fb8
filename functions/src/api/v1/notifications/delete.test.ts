import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleWorld } from "#testing/harness/example-world";

const path = "/v1/notifications/delete";

test("it deletes as v2 does", async () => {
  const w = await exampleWorld();
  const { data } = await w.ok(path, { organizationId: "acme", notificationIds: ["welcome"] });
  assert.deepEqual(data, { welcome: { success: true, id: "welcome", message: "Notification deleted." } });
  const list = await w.ok("/v1/notifications/get", { organizationId: "acme" });
  assert.deepEqual(
    list.data.map(({ id }: { id: string }) => id),
    ["draft-ready", "old-news"],
  );
});
