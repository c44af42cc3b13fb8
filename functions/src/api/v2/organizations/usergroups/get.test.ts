import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { START, world } from "#testing/harness/world";

const path = "/v2/organizations/usergroups/get";
const acme = { organizationId: "acme" };

test("groups are listed by id with their names, or the named ones that exist", async () => {
  const w = await world();
  const organizationUserGroups = [{ groupId: "ops" }, { groupId: "eng", groupName: "Engineers" }];
  await w.ok("/v2/organizations/usergroups/add", { ...acme, createOrganization: true, organizationUserGroups });
  const engineers = { groupId: "eng", groupName: "Engineers", createdAt: START };
  const operators = { groupId: "ops", groupName: "ops", createdAt: START };
  expect(await w.ok(path, acme)).toStrictEqual({
    status: "success",
    message: "Organization user group(s) retrieved successfully.",
    data: [engineers, operators],
  });
  const organizationUserGroupIds = ["ops", "nobody", "ops"];
  expect((await w.ok(path, { ...acme, organizationUserGroupIds })).data).toStrictEqual([operators]);
});

test("an organization that does not exist, or is being deleted, is refused", async () => {
  const w = await exampleWorld();
  expect((await w.fails(path, { organizationId: "nowhere" })).message).toBe("Organization does not exist.");
  await w.ok("/v2/organizations/delete", { organizationIds: ["acme"] });
  expect((await w.fails(path, acme)).status).toBe("NOT_FOUND");
});

testPaging(path, "an organization's user groups", {
  query: acme,
  before: (w) => w.ok("/v2/organizations/add", { organizations: [acme] }),
  insert: (w, groupId) => w.ok("/v2/organizations/usergroups/add", { ...acme, organizationUserGroups: [{ groupId }] }),
  ids: idsBy("groupId"),
});
