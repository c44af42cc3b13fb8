import { expect, test } from "@jest/globals";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { world } from "#testing/harness/world";

const path = "/v2/users/add";
const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" };

test("a missing organization is created, and each user has a result under its id", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { organizationId: "acme", users: [ada, { userId: "lin" }] });
  expect(message).toBe("User(s) processed successfully.");
  expect(data).toStrictEqual({
    ada: { success: true, id: "ada", message: "User added." },
    lin: { success: true, id: "lin", message: "User added." },
  });
});

for (const version of ["v1", "v2"])
  test(`${version} ignores isAdmin, which belongs in a token request, and says so`, async () => {
    const w = await world();
    for (const call of ["add", "update"]) {
      const { status, headers } = await w.request(`/${version}/users/${call}`, {
        organizationId: "acme",
        users: [{ ...ada, isAdmin: true, team: "core" }],
      });
      expect([status, headers["x-service-ignored-fields"]]).toStrictEqual([200, "isAdmin"]);
    }
    const { data } = await w.ok("/v2/users/get", { organizationId: "acme" });
    expect(data).toStrictEqual([{ ...ada, initial: "A", team: "core" }]);
  });

test("with a missing document or folder every user fails, and nothing is created", async () => {
  const w = await world();
  for (const [place, message] of [
    [{ documentId: "plan" }, "Document does not exist."],
    [{ folderId: "plans" }, "Folder does not exist."],
  ] as const) {
    const { data } = await w.ok(path, { organizationId: "acme", ...place, users: [ada] });
    expect(data).toStrictEqual({ ada: { success: false, id: "ada", message, code: "not-found" } });
  }
  expect(await w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/organizations` })).toBe(0);
});

test("a document or folder is created on request", async () => {
  const w = await world();
  const document = { organizationId: "acme", documentId: "plans/2026", createDocument: true };
  expect((await w.ok(path, { ...document, users: [ada] })).data.ada.success).toBe(true);
  expect(
    (await w.ok(path, { organizationId: "acme", folderId: "f", createFolder: true, users: [ada] })).data.ada.success,
  ).toBe(true);
  expect((await w.ok(path, { ...document, createDocument: false, users: [ada] })).data.ada.success).toBe(true);
});

test("a new folder is placed in parentFolderId and inherits from it; an existing one stays in its place", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "staff", accessType: "restricted" }]);
  const folder = { organizationId: "acme", folderId: "plans", createFolder: true };
  await addEndpoint(w, "all");
  const { data } = await w.ok(path, { ...folder, parentFolderId: "staff", users: [ada] });
  expect(data.ada).toStrictEqual({ success: true, id: "ada", message: "User added." });
  expect((await eventsSent(w))[0]).toStrictEqual([
    "folder.add",
    { organizationId: "acme", folderId: "plans", folderName: "plans", parentFolderId: "staff", accessType: null },
  ]);
  const where = async () => {
    const { data } = await w.ok("/v2/organizations/folders/get", { organizationId: "acme", folderId: "plans" });
    const { parentFolderId, ancestors, accessType } = data[0];
    return { parentFolderId, ancestors, accessType };
  };
  const below = { parentFolderId: "staff", ancestors: ["root", "staff"], accessType: "restricted" };
  expect(await where()).toStrictEqual(below);
  await w.ok(path, { ...folder, parentFolderId: "root", users: [{ userId: "lin" }] });
  expect(await where()).toStrictEqual(below);
  await w.ok(path, { ...folder, folderId: "top", parentFolderId: "root", users: [ada] });
  const { data: folders } = await w.ok("/v2/organizations/folders/get", { organizationId: "acme", folderId: "top" });
  expect(folders[0].ancestors).toStrictEqual(["root"]);
});

test("with a missing parent folder every user fails, and nothing is created", async () => {
  const w = await world();
  const folder = { organizationId: "acme", folderId: "plans", createFolder: true };
  for (const parentFolderId of ["none", "plans"]) {
    const { data } = await w.ok(path, { ...folder, parentFolderId, users: [ada] });
    const missing = { success: false, id: "ada", message: "Parent folder does not exist.", code: "not-found" };
    expect(data).toStrictEqual({ ada: missing });
  }
  expect(await w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/organizations` })).toBe(0);
  for (const { createFolder: _, ...other } of [folder, { ...folder, folderId: undefined }])
    expect((await w.fails(path, { ...other, parentFolderId: "staff", users: [ada] })).message).toBe(
      "data.parentFolderId needs folderId and createFolder.",
    );
});

test("a document and a folder together are refused", async () => {
  const w = await world();
  const error = await w.fails(path, { organizationId: "acme", documentId: "d", folderId: "f", users: [ada] });
  expect([error.status, error.message]).toStrictEqual([
    "INVALID_ARGUMENT",
    "data.folderId must not be given together with documentId.",
  ]);
});

test("adding a user again keeps the custom fields and the chosen initial that the call omits", async () => {
  const w = await world();
  const add = (user: object) => w.ok(path, { organizationId: "acme", users: [{ userId: "ada", ...user }] });
  await add({ name: "Ada", initial: "ZZ", team: "web", level: 1 });
  await add({ name: "Ada Lovelace", level: null, floor: 2 });
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme" });
  expect(data).toStrictEqual([
    { userId: "ada", name: "Ada Lovelace", email: "", initial: "ZZ", team: "web", level: null, floor: 2 },
  ]);
});

test("501 users and a repeated user are refused", async () => {
  const w = await world();
  const many = Array.from({ length: 501 }, (_, i) => ({ userId: `u${i}` }));
  expect((await w.fails(path, { organizationId: "acme", users: many })).message).toBe(
    "data.users must have at most 500 items.",
  );
  expect((await w.fails(path, { organizationId: "acme", users: [ada, ada] })).message).toBe(
    'data.users names "ada" more than once.',
  );
});

test("500 users of one call are all added", async () => {
  const w = await world();
  const many = Array.from({ length: 500 }, (_, i) => ({ userId: `u${i}`, name: `User ${i}` }));
  const { data } = await w.ok(path, { organizationId: "acme", users: many });
  expect(Object.values(data).filter((item) => (item as { success: boolean }).success).length).toBe(500);
});

test("an id such as __proto__ or constructor is an ordinary id", async () => {
  const w = await world();
  const { data } = await w.ok(path, {
    organizationId: "__proto__",
    users: [{ userId: "__proto__" }, { userId: "constructor" }],
  });
  expect(Object.keys(data).sort()).toStrictEqual(["__proto__", "constructor"]);
});

test("new and changed users emit events, after those of the organization, document or folder that the call creates", async () => {
  const w = await world();
  await addEndpoint(w, "all");
  const acme = { organizationId: "acme" };
  await w.ok(path, { ...acme, users: [{ ...ada, accessRole: "viewer", team: "core" }] });
  expect(await eventsSent(w)).toStrictEqual([
    ["organization.add", acme],
    ["user.add", { ...acme, user: { ...ada, accessRole: "viewer" } }],
  ]);
  await w.ok(path, { ...acme, users: [ada, { userId: "lin" }] });
  expect(await eventsSent(w)).toStrictEqual([["user.add", { ...acme, user: { userId: "lin" } }]]);
  await w.ok(path, {
    ...acme,
    users: [
      { userId: "ada", name: "Ada King" },
      { userId: "lin", team: "core" },
    ],
  });
  expect(await eventsSent(w)).toStrictEqual([
    ["user.update", { ...acme, user: { userId: "ada", name: "Ada King" } }],
    ["user.update", { ...acme, user: { userId: "lin" } }],
  ]);
  const plan = { ...acme, documentId: "plan" };
  await w.ok(path, { ...plan, createDocument: true, users: [ada] });
  expect(await eventsSent(w)).toStrictEqual([
    ["document.add", { ...plan, folderId: "root" }],
    ["user.add", { ...plan, user: ada }],
  ]);
  await w.ok(path, { ...acme, folderId: "plans", createFolder: true, users: [{ userId: "lin" }] });
  expect(await eventsSent(w)).toStrictEqual([
    ["folder.add", { ...acme, folderId: "plans", folderName: "plans", parentFolderId: "root", accessType: null }],
    ["user.add", { ...acme, user: { userId: "lin" }, folderId: "plans" }],
  ]);
});

test("no event is emitted for a user or a call that fails", async () => {
  const w = await world();
  await addEndpoint(w, "all");
  await w.ok(path, { organizationId: "acme", documentId: "plan", users: [ada] });
  const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`field${i}`, i]));
  const { data } = await w.ok(path, { organizationId: "acme", users: [{ userId: "lin", ...tooMany }] });
  expect(data.lin.success).toBe(false);
  await w.fails(path, { organizationId: "acme", users: [ada, ada] });
  expect(await eventsSent(w)).toStrictEqual([["organization.add", { organizationId: "acme" }]]);
});

const acme = { organizationId: "acme" };
const plan = { ...acme, documentId: "plan" };

for (const [resource, beside, place] of [
  ["a user of an organization", acme, acme],
  ["a user of a document", { ...plan, createDocument: true }, plan],
] as const)
  testRoundTrip(path, resource, {
    list: "users",
    id: "userId",
    beside,
    read: reading("/v2/users/get", place),
    unread: ["isAdmin"],
  });

test("a user's open connections are rechecked only if the role changes or the user becomes a viewer", async () => {
  const w = await world();
  const checked = () => w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/tokenRevocations` });
  const add = (userId: string, more: object) => w.ok(path, { organizationId: "acme", users: [{ userId, ...more }] });
  await add("ada", { accessRole: "editor" });
  await add("ada", { name: "Ada" });
  await add("lin", {});
  await add("lin", { accessRole: "editor" });
  expect(await checked()).toBe(0);
  await add("lin", { accessRole: "viewer" });
  await add("eve", { accessRole: "viewer" });
  expect(await checked()).toBe(2);
});
