import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";

const path = "/v1/notifications/config/set";

test("documents must be named: the default of the organization is set in v2 only", async () => {
  const w = await exampleWorld();
  const request = { organizationId: "acme", userIds: ["lin"], config: { inbox: "NONE" } };
  expect((await w.fails(path, request)).message).toBe("data.documentIds is required.");
  const message = "User config set successfully.";
  expect((await w.ok(path, { ...request, documentIds: ["homepage"] })).data).toStrictEqual({
    lin: { success: true, userId: "lin", documentId: "homepage", message },
  });
});
