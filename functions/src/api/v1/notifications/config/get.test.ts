import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";

const path = "/v1/notifications/config/get";

test("documents must be named, even if the default of the organization is requested", async () => {
  const w = await exampleWorld();
  const request = { organizationId: "acme", userId: "ada", getOrganizationConfig: true };
  expect((await w.fails(path, request)).message).toBe("data.documentIds is required.");
  const { data } = await w.ok(path, { ...request, documentIds: ["homepage"] });
  const config = { inbox: "ALL", email: "NONE", slack: "NONE" };
  expect(data.map((each: { config: object }) => each.config)).toStrictEqual([config, config]);
});
