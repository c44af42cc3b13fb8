import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

test("v1 adds groups as v2 does, but creates no organization", async () => {
  const w = await world();
  const request = { organizationId: "acme", createOrganization: true, organizationUserGroups: [{ groupId: "eng" }] };
  expect((await w.fails("/v1/organizations/usergroups/add", request)).message).toBe("Organization does not exist.");
  await w.ok("/v1/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const { data } = await w.ok("/v1/organizations/usergroups/add", request);
  expect(data).toStrictEqual({ eng: { success: true, id: "eng", message: "Organization user group added." } });
});
