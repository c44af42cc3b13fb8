import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { recentSubscriptions } from "#domain/events/store/subscriptions";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";
import { type RoundTripItem, testRoundTrip } from "#testing/harness/properties/round-trip";
import { START, type World } from "#testing/harness/world";

const path = "/v2/auth/permissions/add";
const user = { userId: "zoe" };
const homepage = { type: "document", id: "homepage", organizationId: "acme" };
const now = START / 1000;

/** The roles of zoe on the places of the example world. */
async function accessOf(w: World) {
  const request = {
    organizationId: "acme",
    userIds: ["zoe"],
    folderIds: ["logos"],
    documentIds: ["homepage", "roadmap"],
  };
  return (await w.ok("/v2/auth/permissions/get", request)).data.zoe;
}

test("several permissions of one call are added with their roles", async () => {
  const w = await exampleWorld();
  const resources = [
    { ...homepage, accessRole: "viewer", expiresAt: now + 60 },
    { type: "folder", id: "designs", organizationId: "acme" },
    { type: "organization", id: "acme", accessRole: "viewer" },
  ];
  const result = await w.ok(path, { user, permissions: { resources } });
  expect(result).toStrictEqual({ status: "success", message: "Permissions added successfully." });
  expect(await accessOf(w)).toStrictEqual({
    organization: { acme: { accessRole: "viewer" } },
    folders: { logos: { accessRole: "editor", accessType: "public" } },
    documents: {
      homepage: { accessRole: "viewer", accessType: "public", expiresAt: now + 60 },
      roadmap: { accessRole: "viewer", accessType: "public" },
    },
  });
});

test("a permission that is added again replaces the earlier one", async () => {
  const w = await exampleWorld();
  const add = (resource: object) => w.ok(path, { user, permissions: { resources: [{ ...homepage, ...resource }] } });
  await add({ accessRole: "viewer", expiresAt: now + 60 });
  await add({});
  expect((await accessOf(w)).documents.homepage).toStrictEqual({ accessRole: "editor", accessType: "public" });
});

test("a permission that the user already has causes no event and no audit record", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const acme = { type: "organization", id: "acme" };
  const viewer = { ...homepage, accessRole: "viewer" };
  const changed = async (...resources: object[]) => {
    await w.ok(path, { user, permissions: { resources } });
    return (await eventsSent(w)).map(([, { resource }]) => (resource as typeof acme).id);
  };
  expect(await changed({ ...viewer, expiresAt: now + 60 })).toStrictEqual(["homepage"]);
  expect(await changed({ ...viewer, expiresAt: now + 60 })).toStrictEqual([]);
  expect(await changed({ ...viewer, expiresAt: now + 60 }, acme)).toStrictEqual(["acme"]);
  expect(await changed({ ...viewer, expiresAt: now + 61 })).toStrictEqual(["homepage"]);
  expect(await changed(viewer)).toStrictEqual(["homepage"]);
  expect(await changed(homepage, { ...acme, accessRole: "editor" })).toStrictEqual(["homepage"]);
  const { data } = await w.ok("/v2/workspace/auditlog/get", { action: "permission.add" });
  const ofDocuments = data.filter(({ targets }: { targets: object }) => "documentId" in targets);
  expect([data.length, ofDocuments.length]).toStrictEqual([5, 4]);
});

test("if resources are missing, nothing is written and the details name each of them", async () => {
  const w = await exampleWorld();
  const before = await accessOf(w);
  const missingDocument = { type: "document", id: "lost", organizationId: "acme" };
  const gone = { type: "folder", id: "gone", organizationId: "acme" };
  const error = await w.fails(path, { user, permissions: { resources: [homepage, missingDocument, gone] } });
  expect([error.http, error.status, error.message]).toStrictEqual([
    404,
    "NOT_FOUND",
    "Folder or document does not exist",
  ]);
  expect(error.details).toStrictEqual({
    zoe: {
      folders: { gone: { error: "Folder does not exist", errorCode: "does_not_exist" } },
      documents: { lost: { error: "Document does not exist", errorCode: "does_not_exist" } },
    },
  });
  expect(await accessOf(w)).toStrictEqual(before);
});

test("a missing organization is reported, whether the permission is for it or for a resource in it", async () => {
  const w = await exampleWorld();
  for (const resource of [
    { type: "organization", id: "initech" },
    { ...homepage, organizationId: "initech" },
  ]) {
    const error = await w.fails(path, { user, permissions: { resources: [resource] } });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
    expect(error.details.zoe.organization).toStrictEqual({
      initech: { error: "Organization does not exist", errorCode: "does_not_exist" },
    });
  }
});

test("a resource that is being deleted accepts no permissions", async () => {
  const w = await exampleWorld();
  const at = `apiKeys/${w.tenant.apiKeyId}/organizations/acme/documents/homepage`;
  await w.context.store.commit([{ op: "update", path: at, data: { deleting: true } }]);
  const error = await w.fails(path, { user, permissions: { resources: [homepage] } });
  expect(error.message).toBe("Folder or document does not exist");
});

test("a resource of another tenant does not exist", async () => {
  const w = await exampleWorld();
  const tenant = await w.newTenant();
  const error = await w.fails(path, { user, permissions: { resources: [homepage] } }, { tenant });
  expect(error.message).toBe("Organization does not exist.");
});

test("the fraction of a second in a permission's expiry is dropped", async () => {
  const w = await exampleWorld();
  await w.ok(path, { user, permissions: { resources: [{ ...homepage, expiresAt: now + 60.9 }] } });
  expect((await accessOf(w)).documents.homepage.expiresAt).toBe(now + 60);
});

test("an expiry in the past or in milliseconds, a repeated resource and more than 500 are refused", async () => {
  const w = await exampleWorld();
  const refusal = async (resources: object[]) => {
    const error = await w.fails(path, { user, permissions: { resources } });
    expect(error.status).toBe("INVALID_ARGUMENT");
    return error.message;
  };
  expect(await refusal([homepage, { type: "organization", id: "acme", expiresAt: now }])).toBe(
    "data.permissions.resources[1].expiresAt must be in the future, in seconds since 1970.",
  );
  expect(await refusal([{ ...homepage, expiresAt: START + 60_000 }])).toBe(
    "data.permissions.resources[0].expiresAt must be in seconds since 1970, not in milliseconds.",
  );
  expect(await refusal([homepage, { ...homepage, accessRole: "viewer" }])).toBe(
    'data.permissions.resources names "document homepage of acme" more than once.',
  );
  const many = Array.from({ length: 501 }, (_, i) => ({ ...homepage, id: `d${i}` }));
  expect(await refusal(many)).toBe("data.permissions.resources must have at most 500 items.");
  const sameName = ["a", "b"].map((organizationId) => ({ ...homepage, organizationId }));
  expect((await w.fails(path, { user, permissions: { resources: sameName } })).status).toBe("NOT_FOUND");
});

test("500 permissions of one call are all added, in batches; none of them when the last resource is missing", async () => {
  const w = await exampleWorld();
  const ids = Array.from({ length: 500 }, (_, i) => `d${i}`);
  const documents = ids.map((documentId) => ({ documentId, documentName: documentId, accessType: "restricted" }));
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const resources = ids.map((id) => ({ ...homepage, id }));
  const rolesOf = async () => {
    const request = { organizationId: "acme", userIds: ["zoe"], documentIds: ["d0", "d499"] };
    const access = (await w.ok("/v2/auth/permissions/get", request)).data.zoe.documents;
    return [access.d0.accessRole, access.d499.accessRole];
  };
  await addEndpoint(w, "all");
  await w.fails(path, { user, permissions: { resources: [...resources.slice(0, 499), { ...homepage, id: "lost" }] } });
  expect(await rolesOf()).toStrictEqual([undefined, undefined]);
  // On Firestore this caches the subscriptions in the process.
  await recentSubscriptions(w.context.store, w.tenant.apiKeyId);
  await w.ok(path, { user, permissions: { resources } });
  // One check of all resources, then three batches, each with its organization and the earlier permissions.
  const { reads, writes, trips } = w.logged.at(-1)?.fields ?? {};
  expect([reads, writes, trips]).toStrictEqual([501 + 500 + 500 + 3, 509, 1 + 3 * 2]);
  expect(await rolesOf()).toStrictEqual(["editor", "editor"]);
  expect((await eventsSent(w)).length).toBe(500);
});

test("an event names each added permission with its resource, and a failed call emits none", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const resources = [
    { ...homepage, accessRole: "viewer", expiresAt: now + 60 },
    { type: "folder", id: "designs", organizationId: "acme" },
    { type: "organization", id: "acme" },
  ];
  await w.fails(path, { user, permissions: { resources: [...resources, { ...homepage, id: "lost" }] } });
  await w.ok(path, { user, permissions: { resources } });
  const acme = { organizationId: "acme", userId: "zoe" };
  const viewer = { accessRole: "viewer", expiresAt: now + 60 };
  expect(await eventsSent(w)).toStrictEqual([
    ["permission.add", { ...acme, documentId: "homepage", resource: { type: "document", id: "homepage", ...viewer } }],
    ["permission.add", { ...acme, resource: { type: "folder", id: "designs", accessRole: "editor" } }],
    ["permission.add", { ...acme, resource: { type: "organization", id: "acme", accessRole: "editor" } }],
  ]);
});

testRoundTrip(path, "a permission", {
  beside: { user: { userId: "lin" } },
  fields: { id: fc.constant("acme"), organizationId: fc.constant("acme"), type: fc.constant("organization") },
  // Resources are identified by type and id; the expiry is in seconds and in the future.
  fit: ({ permissions: { resources } }) => ({
    permissions: { resources: [{ ...resources[0], expiresAt: 2_000_000_000 }] },
  }),
  before: (w) => w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }),
  async read(w) {
    const { data } = await w.ok("/v2/auth/permissions/get", { organizationId: "acme", userIds: ["lin"] });
    return Object.entries(data.lin.organization).map(([organizationId, { accessRole, expiresAt }]: RoundTripItem) => ({
      permissions: {
        resources: [{ type: "organization", id: organizationId, organizationId, accessRole, expiresAt }],
      },
    }));
  },
});
