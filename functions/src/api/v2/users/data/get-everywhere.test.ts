import { expect, test } from "@jest/globals";
import { ensure } from "#testing/harness/jest/ensure";
import { testPaging } from "#testing/harness/properties/paging";
import { testFirestoreStore } from "#testing/harness/store/test-store";
import { type World, world } from "#testing/harness/world";

const path = "/v2/users/data/get";
const ada = { userId: "ada" };
const lin = { userId: "lin" };

/** Adds this many comments of a user to a document of an organization, in one thread. */
async function write(w: World, organizationId: string, from: object, count = 1): Promise<void> {
  const commentData = Array.from({ length: count }, (_, i) => ({ commentId: i, commentText: `No. ${i}`, from }));
  const place = { organizationId, documentId: "plan", createOrganization: true, createDocument: true };
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [{ commentData }] });
}

// biome-ignore lint/suspicious/noExplicitAny: a reply of any shape.
const originsOf = ({ data }: any) =>
  data.comments.map(({ organizationId, from }: Record<string, { userId: string }>) => [organizationId, from?.userId]);

/** All pages of a query. */
async function walk(w: World, query: object): Promise<{ pages: number; origins: string[][]; largest: number }> {
  const walked = { pages: 0, origins: [] as string[][], largest: 0 };
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { ...query, pageToken });
    walked.pages++;
    expect(walked.pages).toBeLessThan(50);
    walked.origins.push(...originsOf(page));
    walked.largest = Math.max(walked.largest, page.data.comments.length);
    pageToken = page.nextPageToken;
  } while (pageToken);
  return walked;
}

for (const path of ["/v2/users/data/get", "/v1/users/data/get"])
  test(`${path} returns data of all organizations on request, whichever one is named, and of no other tenant`, async () => {
    const w = await world();
    for (const organizationId of ["acme", "globex", "initech"]) await write(w, organizationId, ada);
    await write(w, "acme", lin);
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "empty" }] });
    const everywhere = [
      ["acme", "ada"],
      ["globex", "ada"],
      ["initech", "ada"],
    ];
    for (const query of [
      { allOrganizations: true },
      { serviceAllOrganizations: true },
      { serviceAllOrganizations: true, organizationId: "globex" },
    ]) {
      const page = await w.ok(path, { userId: "ada", ...query });
      expect([originsOf(page), page.nextPageToken]).toStrictEqual([everywhere, undefined]);
    }
    const one = await w.ok(path, { userId: "ada", organizationId: "globex", allOrganizations: false });
    expect(originsOf(one)).toStrictEqual([["globex", "ada"]]);
  });

test("data of several users is returned user by user, each item once, with uniqueId", async () => {
  const w = await world();
  for (const organizationId of ["acme", "globex"]) for (const from of [ada, lin]) await write(w, organizationId, from);
  const both = await w.ok(path, { userId: "lin", serviceUserIds: ["ada", "lin"], organizationId: "acme" });
  expect(originsOf(both)).toStrictEqual([
    ["acme", "lin"],
    ["acme", "ada"],
  ]);
  const { data } = await w.ok(path, { userIds: ["ada"], organizationId: "acme", uniqueId: "request-7" });
  expect(data.uniqueId).toBe("request-7");
  const all = await walk(w, { userIds: ["ada", "lin"], allOrganizations: true });
  expect(all.origins).toStrictEqual([
    ["acme", "ada"],
    ["globex", "ada"],
    ["acme", "lin"],
    ["globex", "lin"],
  ]);
});

test("field names may start with the server's brand in camel case, and with no other", async () => {
  const w = await world({ settings: { headerBrand: "my-brand" } });
  const headers = { "x-my-brand-api-key": w.tenant.apiKeyId, "x-my-brand-auth-token": w.tenant.authToken };
  await w.ok("/v2/users/add", { organizationId: "acme", users: [ada] }, { headers });
  const { data } = await w.ok(path, { ...ada, myBrandAllOrganizations: true }, { headers });
  expect(data.comments).toStrictEqual([]);
  for (const query of [{ serviceAllOrganizations: true }, { allOrganizations: false, myBrandAllOrganizations: true }]) {
    const { message } = await w.fails(path, { organizationId: "acme", ...ada, ...query }, { headers });
    expect(message).toBe(`data.${Object.keys(query).at(-1)} is not a field of this endpoint, which accepts no others.`);
  }
});

for (const isFound of [false, true])
  test(`pages over all organizations hold at most 100 of each kind, visit 20 organizations, and together hold everything once, ${isFound ? "found by name" : "one after another"}`, async () => {
    const store = isFound ? await testFirestoreStore() : undefined;
    const w = await world(store && { wrapStore: () => store });
    for (let i = 0; i < 45; i++) await write(w, `o${String(i).padStart(2, "0")}`, i % 4 === 0 ? ada : lin, 12);
    await write(w, "o04", ada, 130);
    const { pages, origins, largest } = await walk(w, { userId: "ada", allOrganizations: true });
    expect(origins).toHaveLength(12 * 12 + 130);
    expect(largest).toBeLessThanOrEqual(100);
    expect(pages).toBeLessThan(8);
    const { reads } = w.logged.findLast(({ message }) => message === "request")?.fields ?? {};
    expect(Number(reads)).toBeLessThan(isFound ? 160 : 300);
  });

test("an organization that is deleted between pages removes only its own data", async () => {
  const w = await world();
  for (const organizationId of ["a", "b", "c"]) await write(w, organizationId, ada, 60);
  const first = await w.ok(path, { ...ada, allOrganizations: true });
  expect(first.data.comments).toHaveLength(60);
  await w.ok("/v2/organizations/delete", { organizationIds: ["a", "b"] });
  ensure(first.nextPageToken);
  const second = await w.ok(path, { ...ada, allOrganizations: true, pageToken: first.nextPageToken });
  expect(new Set(originsOf(second).map(String))).toStrictEqual(new Set(["c,ada"]));
  const bound = await w.fails(path, { ...ada, organizationId: "c", pageToken: first.nextPageToken });
  expect(bound.message).toMatch(/^data\.pageToken does not belong to this query/);
});

test("an organization or allOrganizations, and a user, are required", async () => {
  const w = await world();
  for (const query of [{ userId: "ada" }, { userId: "ada", allOrganizations: false }])
    expect((await w.fails(path, query)).message).toBe(
      "data.organizationId is required unless allOrganizations is true.",
    );
  const nobody = await w.fails(path, { organizationId: "acme" });
  expect(nobody.message).toBe("data.userId is required unless there are userIds.");
});

testPaging(path, "what a user has written in all organizations", {
  query: { ...ada, allOrganizations: true },
  async crowd(w) {
    const ids = Array.from({ length: 24 }, (_, i) => `crowd-${i}`);
    for (const id of ids) await write(w, id, ada, 1);
    return ids;
  },
  insert: (w, id) => write(w, id, ada),
  remove: (w, id) => w.ok("/v2/organizations/delete", { organizationIds: [id] }),
  ids: (data) => data.comments.map(({ organizationId }: { organizationId: string }) => organizationId),
});
