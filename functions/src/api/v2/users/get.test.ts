import { expect, test } from "@jest/globals";
import { heavyReads } from "#src/heavy-reads";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { expectWithContext } from "#testing/harness/jest/context";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/users/get";
const acme = { organizationId: "acme" };

interface ListedUser {
  userId: string;
  name: string;
}

async function add(w: World, userIds: string[], place = {}): Promise<void> {
  for (let start = 0; start < userIds.length; start += 500) {
    const users = userIds.slice(start, start + 500).map((userId) => ({ userId }));
    await w.ok("/v2/users/add", { ...acme, createDocument: true, createFolder: true, ...place, users });
  }
}

async function addGroup(w: World, groupId: string, userIds: string[]): Promise<void> {
  await w.ok("/v2/organizations/usergroups/add", { ...acme, organizationUserGroups: [{ groupId }] });
  await w.ok("/v2/organizations/usergroups/users/add", { ...acme, organizationUserGroupId: groupId, userIds });
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `u${String(from + i).padStart(5, "0")}`);

/** Every page of a query; `between` runs after each. */
async function walk(w: World, query: object, between = async (_page: number) => {}) {
  const pages: ListedUser[][] = [];
  let pageToken: string | undefined;
  do {
    const { data, nextPageToken } = await w.ok(path, { ...acme, ...query, pageToken });
    pages.push(data);
    expectWithContext(pages.length, "paging does not end").toBeLessThan(100);
    pageToken = nextPageToken;
    if (pageToken) await between(pages.length);
  } while (pageToken);
  return pages;
}

const idsOf = (pages: ListedUser[][]) => pages.flat().map(({ userId }) => userId);

test("users are returned by id with their stored fields; the service's take precedence over custom fields of the same name", async () => {
  const w = await world();
  const users = [
    { userId: "lin", team: "core", matrix: [[1], [[2]]] },
    { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" },
  ];
  await w.ok("/v2/users/add", { ...acme, users });
  expect(await w.ok(path, acme)).toStrictEqual({
    status: "success",
    message: "User(s) retrieved successfully.",
    data: [
      { email: "ada@example.com", name: "Ada Lovelace", userId: "ada", initial: "A" },
      { team: "core", matrix: [[1], [[2]]], email: "", name: "", userId: "lin" },
    ],
  });
});

test("an initial and a role are returned if they are set, for each level separately", async () => {
  const w = await world();
  const lin = { userId: "lin", initial: "LC", accessRole: "viewer" };
  await w.ok("/v2/users/add", { ...acme, users: [lin, { userId: "ada" }] });
  await w.ok("/v2/users/add", { ...acme, documentId: "plan", createDocument: true, users: [{ userId: "lin" }] });
  const none = { email: "", name: "" };
  const inOrganization = [
    { ...none, userId: "ada" },
    { ...none, ...lin },
  ];
  expect((await w.ok(path, acme)).data).toStrictEqual(inOrganization);
  expect((await w.ok(path, { ...acme, documentId: "plan" })).data).toStrictEqual([{ ...none, userId: "lin" }]);
  await w.ok("/v2/users/update", { ...acme, users: [{ userId: "lin", initial: null, accessRole: null }] });
  expect((await w.ok(path, { ...acme, userIds: ["lin"] })).data).toStrictEqual([{ ...none, userId: "lin" }]);
});

test("a search that reads more than a page waits its turn among the heavy reads, and a shorter one does not", async () => {
  const w = await world();
  const users = ["ada", "ben", "cyd", "zed"].map((userId) => ({ userId, name: userId }));
  await w.ok("/v2/users/add", { ...acme, users });
  const others = Promise.withResolvers<void>();
  // More searches run at once if the store is behind a network.
  const reads = Array.from({ length: w.context.store.remembers ? 20 : 2 }, () =>
    heavyReads(w.context).run("another", () => others.promise),
  );
  const userIds: string[] = [];
  const search = async (searchKey: string) => {
    const { data } = await w.ok(path, { ...acme, searchKey, pageSize: 1 });
    userIds.push(...data.map(({ userId }: ListedUser) => userId));
  };
  const long = search("zed");
  const short = Array(5).fill("ada");
  for (const searchKey of short) await search(searchKey);
  expect(userIds).toStrictEqual(short);
  others.resolve();
  await Promise.all([long, ...reads]);
  expect(userIds).toStrictEqual([...short, "zed"]);
});

test("each level has its own users", async () => {
  const w = await world();
  await add(w, ["ada"]);
  await add(w, ["lin"], { documentId: "plan" });
  await add(w, ["grace"], { folderId: "plans" });
  expect(idsOf(await walk(w, {}))).toStrictEqual(["ada"]);
  expect(idsOf(await walk(w, { documentId: "plan" }))).toStrictEqual(["lin"]);
  expect(idsOf(await walk(w, { folderId: "plans" }))).toStrictEqual(["grace"]);
  expect(idsOf(await walk(w, { documentId: "plan", userIds: ["ada", "lin"] }))).toStrictEqual(["lin"]);
});

test("named users are returned once each in pages, and missing ones are left out", async () => {
  const w = await world();
  await add(w, ["ada", "grace", "lin"]);
  const userIds = ["lin", "nobody", "ada", "lin"];
  expect(idsOf(await walk(w, { userIds }))).toStrictEqual(["ada", "lin"]);
  expect(idsOf(await walk(w, { userIds, pageSize: 1 }))).toStrictEqual(["ada", "lin"]);
});

test("groups return the union of their members, which userIds narrow", async () => {
  const w = await world();
  await add(w, ["ada", "grace", "lin", "mary"]);
  await addGroup(w, "a", ["ada", "lin"]);
  await addGroup(w, "b", ["grace", "lin"]);
  const both = ["a", "b"];
  for (const pageSize of [1, 2, 3, 1000])
    expect(idsOf(await walk(w, { organizationUserGroupIds: both, pageSize }))).toStrictEqual(["ada", "grace", "lin"]);
  expect(idsOf(await walk(w, { organizationUserGroupIds: ["b", "unknown"] }))).toStrictEqual(["grace", "lin"]);
  const narrowed = { organizationUserGroupIds: both, userIds: ["mary", "lin", "ada"] };
  expect(idsOf(await walk(w, narrowed))).toStrictEqual(["ada", "lin"]);
});

test("2,500 users come in three pages, and none is skipped or repeated while others are added and removed", async () => {
  const w = await world();
  const lasting = numbered(0, 2500);
  await add(w, lasting);
  await add(w, ["u00500-leaving", "u01500-leaving"]);
  const pages = await walk(w, {}, async (page) => {
    await add(w, [`u00001-new-${page}`, `u0${page}100-new`]);
    const userIds = page === 1 ? ["u00500-leaving", "u01500-leaving"] : ["u01100-new"];
    await w.ok("/v2/users/delete", { ...acme, userIds });
  });
  expect(pages.map(({ length }) => length)).toStrictEqual([1000, 1000, 503]);
  const ids = idsOf(pages);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !id.includes("-"))).toStrictEqual(lasting);
});

test("a large page size is served as 1,000, one below 1 is refused", async () => {
  const w = await world();
  await add(w, numbered(0, 1001));
  expect((await w.ok(path, { ...acme, pageSize: 5000 })).data.length).toBe(1000);
  expect((await w.fails(path, { ...acme, pageSize: 0 })).status).toBe("INVALID_ARGUMENT");
});

test("a page token of another query, of another tenant or a forged one is refused", async () => {
  const w = await world();
  const other = await w.newTenant();
  await add(w, ["ada", "lin"]);
  await add(w, ["ada", "lin"], { documentId: "plan" });
  await w.ok("/v2/users/add", { ...acme, users: [{ userId: "ada" }] }, { tenant: other });
  const { nextPageToken: pageToken } = await w.ok(path, { ...acme, pageSize: 1 });
  expect(pageToken).toBeTruthy();
  const refusals = [
    await w.fails(path, { ...acme, documentId: "plan", pageToken }),
    await w.fails(path, { ...acme, userIds: ["ada"], pageToken }),
    await w.fails(path, { ...acme, allDocuments: true, pageToken }),
    await w.fails(path, { ...acme, pageToken }, { tenant: other }),
    await w.fails(path, { ...acme, pageToken: `${pageToken}x` }),
    await w.fails(path, { ...acme, pageToken: "made-up" }),
  ];
  for (const { status, message } of refusals) {
    expect(status).toBe("INVALID_ARGUMENT");
    expect(message).toMatch(/^data\.pageToken does not belong to this query/);
  }
});

test("a missing organization, document or folder fails the call", async () => {
  const w = await world();
  expect((await w.fails(path, acme)).message).toBe("Organization does not exist.");
  await add(w, ["ada"]);
  expect((await w.fails(path, { ...acme, documentId: "plan" })).message).toBe("Document does not exist.");
  expect((await w.fails(path, { ...acme, folderId: "plans" })).message).toBe("Folder does not exist.");
  expect((await w.fails(path, { organizationId: "globex", allDocuments: true })).status).toBe("NOT_FOUND");
});

test("contradictory filters and more than 30 ids are refused", async () => {
  const w = await world();
  const message = async (query: object) => (await w.fails(path, { ...acme, ...query })).message;
  expect(await message({ documentId: "d", folderId: "f" })).toMatch(/^data\.folderId/);
  expect(await message({ groupByDocumentId: true })).toMatch(/^data\.groupByDocumentId needs allDocuments/);
  expect(await message({ allDocuments: true, documentId: "d" })).toMatch(/^data\.allDocuments/);
  expect(await message({ userIds: numbered(0, 31) })).toBe("data.userIds must have at most 30 items.");
  const organizationUserGroupIds = numbered(0, 31);
  expect(await message({ organizationUserGroupIds })).toMatch(/must have at most 30 items/);
});

const engineers = { ...acme, organizationUserGroupId: "engineers" };
const plan = { ...acme, documentId: "plan" };

for (const [of, place] of [
  ["an organization's users", acme],
  ["a document's users", plan],
] as const)
  testPaging(path, of, {
    query: place,
    before: (w) => addDocuments(w, ["plan"]),
    insert: (w, userId) => w.ok("/v2/users/add", { ...place, users: [{ userId }] }),
    remove: (w, userId) => w.ok("/v2/users/delete", { ...place, userIds: [userId] }),
    ids: idsBy("userId"),
  });

testPaging(path, "a user group's users", {
  query: { ...acme, organizationUserGroupIds: ["engineers"] },
  async before(w) {
    await w.ok("/v2/organizations/add", { organizations: [acme] });
    await w.ok("/v2/organizations/usergroups/add", { ...acme, organizationUserGroups: [{ groupId: "engineers" }] });
  },
  async insert(w, userId) {
    await w.ok("/v2/users/add", { ...acme, users: [{ userId }] });
    await w.ok("/v2/organizations/usergroups/users/add", { ...engineers, userIds: [userId] });
  },
  remove: (w, userId) => w.ok("/v2/organizations/usergroups/users/delete", { ...engineers, userIds: [userId] }),
  ids: idsBy("userId"),
});
