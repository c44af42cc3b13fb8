import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";
import type { World } from "#testing/harness/world";

const path = "/v2/auth/permissions/remove";
const homepage = { type: "document", id: "homepage", organizationId: "acme" };
const designs = { type: "folder", id: "designs", organizationId: "acme" };
const acme = { type: "organization", id: "acme" };

/** An example world in which zoe holds grants on a document, the folder above it and the organization. */
async function grantedWorld(): Promise<World> {
  const w = await exampleWorld();
  const resources = [{ ...homepage, accessRole: "viewer" }, designs, { ...acme, accessRole: "viewer" }];
  await w.ok("/v2/auth/permissions/add", { user: { userId: "zoe" }, permissions: { resources } });
  return w;
}

async function homepageAccess(w: World, userId = "zoe") {
  const request = { organizationId: "acme", userIds: [userId], documentIds: ["homepage"] };
  return (await w.ok("/v2/auth/permissions/get", request)).data[userId].documents.homepage;
}

test("after a permission is removed the next level's permission applies, and after the last one the access type", async () => {
  const w = await grantedWorld();
  const remove = (resource: object) => w.ok(path, { userId: "zoe", permissions: { resources: [resource] } });
  expect(await remove(homepage)).toStrictEqual({ status: "success", message: "Permissions removed successfully." });
  expect((await homepageAccess(w)).accessRole).toBe("editor");
  await remove(designs);
  expect((await homepageAccess(w)).accessRole).toBe("viewer");
  await w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType: "organizationPrivate" });
  expect((await homepageAccess(w)).accessRole).toBe("viewer");
  await remove(acme);
  expect((await homepageAccess(w)).errorCode).toBe("permission_denied");
});

test("one call removes several permissions with two reads each and two more writes, for tokens and the audit log; other users' permissions stay", async () => {
  const w = await grantedWorld();
  await w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType: "restricted" });
  expect((await homepageAccess(w)).accessRole).toBe("viewer");
  await w.ok(path, { userId: "zoe", permissions: { resources: [homepage, designs, acme] } });
  const { reads, writes, trips } = w.logged.at(-1)?.fields ?? {};
  expect([reads, writes, trips]).toStrictEqual([6, 5, 2]);
  expect((await homepageAccess(w)).errorCode).toBe("permission_denied");
  expect((await homepageAccess(w, "lin")).accessRole).toBe("editor");
});

test("a membership is not a permission and stays", async () => {
  const w = await exampleWorld();
  await w.ok(path, { userId: "ada", permissions: { resources: [acme] } });
  const { data } = await w.ok("/v2/auth/permissions/get", { organizationId: "acme", userIds: ["ada"] });
  expect(data.ada.organization.acme).toStrictEqual({ accessRole: "editor" });
});

test("removing a permission that does not exist, even in a missing organization, succeeds", async () => {
  const w = await exampleWorld();
  const resources = [
    { ...homepage, organizationId: "initech" },
    { ...designs, id: "gone" },
  ];
  const request = { userId: "zoe", permissions: { resources } };
  expect(await w.ok(path, request)).toStrictEqual(await w.ok(path, request));
});

test("permissions of another tenant can't be removed", async () => {
  const w = await grantedWorld();
  const tenant = await w.newTenant();
  await w.ok(path, { userId: "zoe", permissions: { resources: [homepage] } }, { tenant });
  expect((await homepageAccess(w)).accessRole).toBe("viewer");
});

test("a folder or document without its organization, and a repeated resource, are refused", async () => {
  const w = await exampleWorld();
  for (const [resources, message] of [
    [
      [{ type: "folder", id: "designs" }],
      "data.permissions.resources[0].organizationId is required when type is `document` or `folder`.",
    ],
    [[acme, acme], 'data.permissions.resources names "organization acme" more than once.'],
  ] as const) {
    const error = await w.fails(path, { userId: "zoe", permissions: { resources } });
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
});

test("only removed permissions that existed emit events", async () => {
  const w = await grantedWorld();
  await addEndpoint(w, "all");
  const resources = [homepage, designs, { ...homepage, id: "roadmap" }];
  for (const _ of [1, 2]) await w.ok(path, { userId: "zoe", permissions: { resources } });
  const event = { organizationId: "acme", userId: "zoe" };
  expect(await eventsSent(w)).toStrictEqual([
    ["permission.remove", { ...event, documentId: "homepage", resource: { type: "document", id: "homepage" } }],
    ["permission.remove", { ...event, resource: { type: "folder", id: "designs" } }],
  ]);
});
