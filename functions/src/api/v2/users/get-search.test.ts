import { expect, test } from "@jest/globals";
import { ensure } from "#testing/harness/jest/ensure";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/users/get";
const acme = { organizationId: "acme" };
const people = [
  { userId: "ada", name: "Ada Lovelace", email: "countess@example.com" },
  { userId: "jose", name: "José Ångström" },
  { userId: "lin", name: "Lin Chen", email: "love.lin@example.org" },
  { userId: "nameless" },
];

async function search(w: World, query: object): Promise<string[]> {
  const { data } = await w.ok(path, { ...acme, ...query });
  return data.map(({ userId }: { userId: string }) => userId);
}

test("a search text matches the beginning of a word in name or address, ignoring case and accents", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...acme, users: people });
  for (const [searchKey, ids] of [
    ["love", ["ada", "lin"]],
    ["LOVELACE", ["ada"]],
    ["ada l", ["ada"]],
    ["angs", ["jose"]],
    ["example", ["ada", "lin"]],
    ["velace", []],
    ["", ["ada", "jose", "lin", "nameless"]],
  ] as const)
    expect([searchKey, await search(w, { searchKey })]).toStrictEqual([searchKey, ids]);
});

test("a search combines with every other filter, on every level", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...acme, users: people });
  const userIds = people.map(({ userId }) => userId);
  const group = { ...acme, organizationUserGroupId: "eng", userIds: ["ada", "jose"] };
  await w.ok("/v2/organizations/usergroups/users/add", group);
  const plan = { documentId: "plan" };
  await w.ok("/v2/users/add", { ...acme, ...plan, createDocument: true, users: people.slice(1) });
  const searchKey = "love";
  expect(await search(w, { searchKey, userIds })).toStrictEqual(["ada", "lin"]);
  expect(await search(w, { searchKey, organizationUserGroupIds: ["eng"] })).toStrictEqual(["ada"]);
  expect(await search(w, { searchKey, organizationUserGroupIds: ["eng"], userIds })).toStrictEqual(["ada"]);
  expect(await search(w, { searchKey, ...plan })).toStrictEqual(["lin"]);
  expect(await search(w, { searchKey, allDocuments: true })).toStrictEqual(["lin"]);
  const grouped = await w.ok(path, { ...acme, searchKey, allDocuments: true, groupByDocumentId: true });
  expect(Object.keys(grouped.data)).toStrictEqual(["plan"]);
});

test("a selective search reads a bounded number of users per page, and its token continues", async () => {
  const w = await world();
  for (let start = 0; start < 6500; start += 500) {
    const users = Array.from({ length: 500 }, (_, i) => ({ userId: `u${String(start + i).padStart(5, "0")}` }));
    await w.ok("/v2/users/add", { ...acme, users });
  }
  await w.ok("/v2/users/add", { ...acme, users: [{ userId: "z", name: "Zoë" }] });
  const first = await w.ok(path, { ...acme, searchKey: "zoe" });
  expect(first.data).toStrictEqual([]);
  const { reads } = w.logged.findLast(({ message }) => message === "request")?.fields ?? {};
  expect(Number(reads)).toBeLessThan(6100);
  ensure(first.nextPageToken);
  const last = await w.ok(path, { ...acme, searchKey: "zoe", pageToken: first.nextPageToken });
  expect([idsBy("userId")(last.data), last.nextPageToken]).toStrictEqual([["z"], undefined]);
  const other = await w.fails(path, { ...acme, searchKey: "ada", pageToken: first.nextPageToken });
  expect(other.message).toMatch(/^data\.pageToken does not belong to this query/);
});

test("a text of more than 100 characters is refused", async () => {
  const w = await world();
  const { message } = await w.fails(path, { ...acme, searchKey: "x".repeat(101) });
  expect(message).toBe("data.searchKey must have at most 100 characters.");
});

testPaging(path, "users whom a search finds", {
  query: { ...acme, searchKey: "wanted" },
  async before(w) {
    const users = Array.from({ length: 20 }, (_, i) => ({ userId: `other-${i}`, name: "Other" }));
    await w.ok("/v2/users/add", { ...acme, users });
  },
  insert: (w, userId) => w.ok("/v2/users/add", { ...acme, users: [{ userId, name: "The wanted one" }] }),
  remove: (w, userId) => w.ok("/v2/users/delete", { ...acme, userIds: [userId] }),
  ids: idsBy("userId"),
});
