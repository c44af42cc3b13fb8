import { expect, test } from "@jest/globals";
import type { StoredFolder } from "#domain/documents/store/folders";
import { exampleWorld } from "#testing/harness/example-world";
import { START, type World } from "#testing/harness/world";

const path = "/v2/auth/permissions/get";
const now = START / 1000;
const denied = (type: string, accessType?: string) => ({
  error: `User does not have access to ${type}`,
  errorCode: "permission_denied",
  ...(accessType && { accessType }),
});

/** The path of a place in the organization of the example world. */
const below = (w: World, ...rest: string[]) =>
  ["apiKeys", w.tenant.apiKeyId, "organizations", "acme", ...rest].join("/");

async function grant(w: World, userId: string, ...resources: object[]): Promise<void> {
  const input = resources.map((resource) => ({ organizationId: "acme", ...resource }));
  await w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources: input } });
}

async function change(w: World, place: string[], data: object): Promise<void> {
  await w.context.store.commit([{ op: "update", path: below(w, ...place), data: { ...data } }]);
}

test("the reply says what each user may do with the organization, its folders and its documents", async () => {
  const w = await exampleWorld();
  await w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType: "organizationPrivate" });
  await grant(w, "zoe", { type: "folder", id: "designs", accessRole: "viewer", expiresAt: now + 60 });
  const request = {
    organizationId: "acme",
    userIds: ["ada", "zoe"],
    folderIds: ["logos"],
    documentIds: ["homepage", "roadmap"],
  };
  const { message, data } = await w.ok(path, request);
  const accessType = "organizationPrivate";
  expect(message).toBe("User permissions retrieved successfully.");
  expect(data).toStrictEqual({
    ada: {
      organization: { acme: { accessRole: "editor" } },
      folders: { logos: { accessRole: "editor", accessType } },
      documents: { homepage: { accessRole: "editor", accessType }, roadmap: { accessRole: "editor", accessType } },
    },
    zoe: {
      organization: { acme: denied("organization") },
      folders: { logos: { accessRole: "viewer", accessType, expiresAt: now + 60 } },
      documents: {
        homepage: { accessRole: "viewer", accessType, expiresAt: now + 60 },
        roadmap: denied("document", accessType),
      },
    },
  });
});

test("kinds of resources that the call does not name are left out", async () => {
  const w = await exampleWorld();
  const { data } = await w.ok(path, { organizationId: "acme", userIds: ["ada"] });
  expect(data).toStrictEqual({ ada: { organization: { acme: { accessRole: "editor" } } } });
});

test("public documents are readable by everybody, those of an organization by its members", async () => {
  const w = await exampleWorld();
  const { data } = await w.ok(path, { organizationId: "acme", userIds: ["zoe"], folderIds: ["designs"] });
  expect(data.zoe).toStrictEqual({
    organization: { acme: denied("organization") },
    folders: { designs: { accessRole: "viewer", accessType: "public" } },
  });
});

test("a restricted folder closes its documents to members of the organization", async () => {
  const w = await exampleWorld();
  await change(w, ["folders", "designs"], { accessType: "restricted", inheritAccessFromParent: false });
  const request = { organizationId: "acme", userIds: ["ada", "lin"], documentIds: ["homepage", "roadmap"] };
  const { ada, lin } = (await w.ok(path, request)).data;
  expect(ada.documents.homepage).toStrictEqual(denied("document", "restricted"));
  expect(ada.documents.roadmap.accessRole).toBe("editor");
  expect(lin.documents.homepage).toStrictEqual({ accessRole: "editor", accessType: "restricted" });
});

test("a permission ends at its expiry second", async () => {
  const w = await exampleWorld();
  await w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType: "restricted" });
  await grant(w, "zoe", { type: "document", id: "homepage", expiresAt: now + 60 });
  const access = async () =>
    (await w.ok(path, { organizationId: "acme", userIds: ["zoe"], documentIds: ["homepage"] })).data.zoe.documents
      .homepage;
  w.advance(59_999);
  expect(await access()).toStrictEqual({ accessRole: "editor", accessType: "restricted", expiresAt: now + 60 });
  w.advance(1);
  expect(await access()).toStrictEqual(denied("document", "restricted"));
});

test("a disabled document, and all of a disabled organization, are inaccessible to everyone", async () => {
  const w = await exampleWorld();
  const request = { organizationId: "acme", userIds: ["ada"], folderIds: ["designs"], documentIds: ["homepage"] };
  await change(w, ["documents", "homepage"], { disabled: true });
  const first = (await w.ok(path, request)).data.ada;
  expect(first.documents.homepage.error).toBe("Document is disabled");
  expect(first.folders.designs.accessRole).toBe("editor");
  await change(w, [], { disabled: true });
  const { organization, folders, documents } = (await w.ok(path, request)).data.ada;
  const closed = { error: "Organization is disabled", errorCode: "permission_denied" };
  expect(organization.acme).toStrictEqual(closed);
  expect(folders.designs).toStrictEqual({ ...closed, accessType: "public" });
  expect(documents.homepage).toStrictEqual({ ...closed, accessType: "public" });
});

test("an unknown folder or document fails the call and is named among the details", async () => {
  const w = await exampleWorld();
  const request = { organizationId: "acme", userIds: ["ada"], folderIds: ["gone"], documentIds: ["homepage", "lost"] };
  const error = await w.fails(path, request);
  const details = {
    ada: {
      organization: { acme: { accessRole: "editor" } },
      folders: { gone: { error: "Folder does not exist", errorCode: "does_not_exist" } },
      documents: {
        homepage: { accessRole: "editor", accessType: "public" },
        lost: { error: "Document does not exist", errorCode: "does_not_exist" },
      },
    },
  };
  expect([error.http, error.status, error.message, error.details]).toStrictEqual([
    404,
    "NOT_FOUND",
    "Folder or document does not exist",
    details,
  ]);
  expect((await w.ok(path, { ...request, skipResourceExistenceValidation: true })).data).toStrictEqual(details);
});

test("a resource that is being deleted, or is in a folder that is, counts as missing", async () => {
  const w = await exampleWorld();
  await change(w, ["folders", "designs"], { deleting: true });
  const request = {
    organizationId: "acme",
    userIds: ["ada"],
    folderIds: ["designs", "logos"],
    documentIds: ["homepage"],
  };
  const { folders, documents } = (await w.ok(path, { ...request, skipResourceExistenceValidation: true })).data.ada;
  for (const entry of [folders.designs, folders.logos, documents.homepage])
    expect(entry.errorCode).toBe("does_not_exist");
});

test("an unknown organization, and one of another tenant, fail the call", async () => {
  const w = await exampleWorld();
  const request = { userIds: ["ada"], skipResourceExistenceValidation: true };
  const unknown = await w.fails(path, { ...request, organizationId: "initech" });
  expect([unknown.status, unknown.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  const foreign = await w.fails(path, { ...request, organizationId: "acme" }, { tenant: await w.newTenant() });
  expect([foreign.status, foreign.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
});

test("while a folder is being moved its pointer decides, not the ancestors that are still to be rewritten", async () => {
  const w = await exampleWorld();
  await w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType: "restricted" });
  await grant(w, "zoe", { type: "folder", id: "archive" });
  await grant(w, "yan", { type: "folder", id: "designs" });
  await change(w, ["folders", "logos"], { parentFolderId: "archive" });
  const storedFolder = await w.context.store.get<StoredFolder>(below(w, "folders", "logos"));
  expect(storedFolder?.data.ancestors).toStrictEqual(["root", "designs"]);
  const { data } = await w.ok(path, { organizationId: "acme", userIds: ["zoe", "yan"], folderIds: ["logos"] });
  expect(data.zoe.folders.logos.accessRole).toBe("editor");
  expect(data.yan.folders.logos.errorCode).toBe("permission_denied");
});

test("31 users, folders or documents are refused by the limit", async () => {
  const w = await exampleWorld();
  const many = Array.from({ length: 31 }, (_, i) => `x${i}`);
  for (const field of ["userIds", "folderIds", "documentIds"]) {
    const error = await w.fails(path, { organizationId: "acme", userIds: ["ada"], [field]: many });
    expect(error.message).toBe(`data.${field} must have at most 30 items.`);
  }
});

test("it costs only the deciding reads: at most three round trips, and one for a document at the top level", async () => {
  const w = await exampleWorld();
  const cost = async (request: object) => {
    await w.ok(path, { organizationId: "acme", userIds: ["ada"], ...request });
    const { reads, writes, trips } = w.logged.at(-1)?.fields ?? {};
    return { reads, writes, trips };
  };
  await cost({});
  expect(await cost({})).toStrictEqual({ reads: 3, writes: 0, trips: 1 });
  expect(await cost({ documentIds: ["roadmap"] })).toStrictEqual({ reads: 4, writes: 0, trips: 1 });
  expect(await cost({ documentIds: ["homepage"] })).toStrictEqual({ reads: 8, writes: 0, trips: 2 });
  expect(await cost({ folderIds: ["logos"] })).toStrictEqual({ reads: 8, writes: 0, trips: 2 });
  await change(w, ["documents", "homepage"], { folderId: "logos" });
  expect(await cost({ documentIds: ["homepage"] })).toStrictEqual({ reads: 13, writes: 0, trips: 3 });
});
