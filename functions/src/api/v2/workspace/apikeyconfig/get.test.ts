import { expect, test } from "@jest/globals";
import { secondProcess } from "#testing/harness/processes/second-process";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/apikeyconfig/get";

test("a new key has the default settings", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("API key metadata retrieved successfully.");
  expect(data).toStrictEqual({
    ownerEmail: "ada@example.com",
    planInfo: { type: "testing" },
    defaultDocumentAccessType: "public",
    isPrivateCommentsEnabled: false,
    requireJwtToken: false,
    requireAutoOrgUser: false,
  });
});

test("every process returns the current settings, however long it caches credentials", async () => {
  const w = await world();
  const other = secondProcess(w);
  await other.ok(path, {});
  await w.ok("/v2/workspace/apikeyconfig/update", { requireJwtToken: true });
  expect((await other.ok(path, {})).data.requireJwtToken).toBe(true);
});
