import { expect, test } from "@jest/globals";
import { storedDocuments } from "#testing/fixtures/documents/documents";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { START, world } from "#testing/harness/world";

const path = "/v2/organizations/documents/add";

test("documents are added at the top or in a folder, with custom fields", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "designs" }]);
  const { message, data } = await w.ok(path, {
    organizationId: "acme",
    folderId: "designs",
    documents: [
      { documentId: "home", documentName: "Home", accessType: "restricted", owner: { team: "web" } },
      { documentId: "about" },
    ],
  });
  expect(message).toBe("Document(s) added successfully.");
  expect(data).toStrictEqual({
    home: { success: true, id: "home", message: "Added Successfully" },
    about: { success: true, id: "about", message: "Added Successfully" },
  });
  await w.ok(path, { organizationId: "acme", folderId: "root", documents: [{ documentId: "top" }] });
  const common = { disabled: false, createdAt: START, lastUpdated: START };
  const documentsById = await storedDocuments(w);
  expect(documentsById.get("home")).toStrictEqual({
    documentName: "Home",
    accessType: "restricted",
    folderId: "designs",
    open: '{"owner":{"team":"web"}}',
    ...common,
  });
  expect(documentsById.get("about")).toStrictEqual({ folderId: "designs", ...common });
  expect(documentsById.get("top")).toStrictEqual(common);
});

test("an existing document fails on its own and stays unchanged", async () => {
  const w = await world();
  const request = { organizationId: "acme", createOrganization: true };
  await w.ok(path, { ...request, documents: [{ documentId: "home", documentName: "Home" }] });
  const documents = [{ documentId: "home", documentName: "Other" }, { documentId: "about" }];
  const { data } = await w.ok(path, { ...request, documents });
  expect(data).toStrictEqual({
    home: { success: false, id: "home", message: "Document already exists", code: "already-exists" },
    about: { success: true, id: "about", message: "Added Successfully" },
  });
  expect((await storedDocuments(w)).get("home")?.documentName).toBe("Home");
});

test("a missing organization or folder is created only on request", async () => {
  const w = await world();
  const request = { organizationId: "acme", folderId: "designs", documents: [{ documentId: "home" }] };
  const error = await w.fails(path, request);
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  const refused = await w.ok(path, { ...request, createOrganization: true });
  const missing = { success: false, id: "home", message: "Folder does not exist.", code: "not-found" };
  expect(refused.data).toStrictEqual({ home: missing });
  const reply = await w.ok(path, { ...request, createOrganization: true, createFolder: true });
  expect(reply.data.home.success).toBe(true);
  const { data } = await w.ok("/v2/organizations/folders/get", { organizationId: "acme", folderId: "designs" });
  expect(data[0].folderName).toBe("designs");
});

test("one call adds up to 500 documents; 501 and repeated ids are refused, and custom fields named like the service's own are dropped", async () => {
  const w = await world();
  const request = { organizationId: "acme", createOrganization: true, createFolder: true, folderId: "f" };
  const many = Array.from({ length: 501 }, (_, i) => ({
    documentId: `d${i}`,
    id: "mine",
    createdAt: 1,
    disabled: true,
  }));
  expect((await w.fails(path, { ...request, documents: many })).message).toBe(
    "data.documents must have at most 500 items.",
  );
  await w.ok(path, { ...request, documents: many.slice(1) });
  const documentsById = await storedDocuments(w);
  expect(documentsById.size).toBe(500);
  expect(documentsById.get("d1")).toStrictEqual({
    folderId: "f",
    disabled: false,
    createdAt: START,
    lastUpdated: START,
  });
  const twice = await w.fails(path, { ...request, documents: [{ documentId: "a" }, { documentId: "a" }] });
  expect(twice.message).toBe('data.documents names "a" more than once.');
});

test("a document with too many custom fields fails on its own", async () => {
  const w = await world();
  const fields = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`field${i}`, i]));
  const documents = [{ documentId: "big", ...fields }, { documentId: "small" }];
  const { data } = await w.ok(path, { organizationId: "acme", createOrganization: true, documents });
  expect(data.big).toStrictEqual({
    success: false,
    id: "big",
    message: "A resource must not have more than 50 custom fields.",
    code: "invalid-argument",
  });
  expect(data.small.success).toBe(true);
});

test("of several concurrent calls that add the same document, one adds it", async () => {
  const w = await world();
  const request = { organizationId: "acme", createOrganization: true, documents: [{ documentId: "home" }] };
  const replies = await Promise.all(Array.from({ length: 5 }, () => w.ok(path, request)));
  expect(replies.filter(({ data }) => data.home.success).length).toBe(1);
});

test("each added document emits an event, and so do the organization and folder that the call creates", async () => {
  const w = await world();
  await addEndpoint(w, "all");
  const acme = { organizationId: "acme" };
  const documents = [{ documentId: "home", documentName: "Home", accessType: "restricted", stage: "draft" }];
  const call = { ...acme, folderId: "plans", createFolder: true, documents };
  await w.fails(path, call);
  await w.ok(path, { ...call, createOrganization: true });
  await w.ok(path, { ...call, createOrganization: true });
  const home = { documentId: "home", documentName: "Home", folderId: "plans", accessType: "restricted" };
  expect(await eventsSent(w)).toStrictEqual([
    ["document.add", { ...acme, ...home }],
    ["folder.add", { ...acme, folderId: "plans", folderName: "plans", parentFolderId: "root", accessType: null }],
    ["organization.add", acme],
  ]);
  await w.ok(path, { ...acme, documents: [{ documentId: "bare" }] });
  expect(await eventsSent(w)).toStrictEqual([["document.add", { ...acme, documentId: "bare", folderId: "root" }]]);
});

test("fields of a document that the service sets itself are reported as ignored", async () => {
  const w = await world();
  const documents = [{ documentId: "home", folderId: "designs", createdAt: 1, disabled: true, mine: 1 }];
  const { headers } = await w.request(path, { organizationId: "acme", createOrganization: true, documents });
  expect(headers["x-service-ignored-fields"]).toBe("folderId, createdAt, disabled");
  const { data } = await w.ok("/v2/organizations/documents/get", { organizationId: "acme" });
  expect(data).toMatchObject([{ id: "home", disabled: false, createdAt: START, mine: 1 }]);
  expect(data[0].folderId).toBeUndefined();
});

testRoundTrip(path, "a document", {
  list: "documents",
  id: "documentId",
  readId: "id",
  beside: { organizationId: "acme", createOrganization: true, folderId: "designs", createFolder: true },
  read: reading("/v2/organizations/documents/get", { organizationId: "acme", folderId: "designs" }),
  owned: ["folderId", "disabled", "createdAt", "lastUpdated"],
  unread: ["id", "folderId", "disabled", "createdAt", "lastUpdated"],
});
