import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleWorld } from "#testing/harness/example-world";

const path = "/v1/notifications/config/get";

test("documents must be named, also where the default of the organization is asked for", async () => {
  const w = await exampleWorld();
  const request = { organizationId: "acme", userId: "ada", getOrganizationConfig: true };
  assert.equal((await w.fails(path, request)).message, "data.documentIds is required.");
  const { data } = await w.ok(path, { ...request, documentIds: ["homepage"] });
  const config = { inbox: "ALL", email: "NONE", slack: "NONE" };
  assert.deepEqual(
    data.map((each: { config: object }) => each.config),
    [config, config],
  );
});
