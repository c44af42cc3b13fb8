import { expect, test } from "@jest/globals";
import { organizationPath } from "#domain/organizations/store/organizations";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/get";

async function add(w: World, ...organizationIds: string[]): Promise<void> {
  await w.ok("/v2/organizations/add", {
    organizations: organizationIds.map((organizationId) => ({
      organizationId,
      organizationName: `The ${organizationId}`,
    })),
  });
}

test("organizations that are read by id come in pages of the size that the call asks for", async () => {
  const w = await world();
  await add(w, "acme", "globex");
  const query = { organizationIds: ["globex", "nobody", "acme"], pageSize: 2 };
  const { data, nextPageToken } = await w.ok(path, query);
  const next = await w.ok(path, { ...query, pageToken: nextPageToken });
  expect([idsBy("id")(data), idsBy("id")(next.data)]).toStrictEqual([["globex", "nobody"], ["acme"]]);
  expect(next.nextPageToken).toBeUndefined();
});

test("organizations are returned in the order of the ids in the request, with an item for each missing one", async () => {
  const w = await world();
  await add(w, "acme", "globex");
  expect(await w.ok(path, { organizationIds: ["globex", "nobody", "acme"] })).toStrictEqual({
    status: "success",
    message: "Organization(s) retrieved successfully.",
    data: [
      { id: "globex", organizationName: "The globex", disabled: false },
      { id: "nobody", success: false, message: "Organization does not exist", code: "not-found" },
      { id: "acme", organizationName: "The acme", disabled: false },
    ],
  });
});

test("pages hold every organization that stays, once, while others are added and deleted", async () => {
  const w = await world();
  const lasting = ["b", "d", "f", "h", "j"];
  await add(w, ...lasting, "e", "i");
  const ids: string[] = [];
  let pageToken: string | undefined;
  for (let page = 1; ; page++) {
    const { data, nextPageToken } = await w.ok(path, { pageSize: 2, pageToken });
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (!nextPageToken) break;
    pageToken = nextPageToken;
    await add(w, `a${page}`);
    await w.ok("/v2/organizations/delete", { organizationIds: [page === 1 ? "e" : "b"] });
  }
  expect(ids.filter((id) => lasting.includes(id))).toStrictEqual(lasting);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain("e");
});

test("a search finds organizations by a word of the name or id, in pages", async () => {
  const w = await world();
  const names = { acme: "Résumé Ltd", globex: "The Big Acme", initech: "Initech" };
  const organizations = Object.entries(names).map(([organizationId, organizationName]) => ({
    organizationId,
    organizationName,
  }));
  await w.ok("/v2/organizations/add", { organizations });
  const find = async (searchKey: string) => (await w.ok(path, { searchKey })).data.map(({ id }: { id: string }) => id);
  expect([await find("ACM"), await find("resu"), await find("cme"), await find(" ")]).toStrictEqual([
    ...[["acme", "globex"], ["acme"], [], ["acme", "globex", "initech"]],
  ]);
  const first = await w.ok(path, { searchKey: "acme", pageSize: 1 });
  const second = await w.ok(path, { searchKey: "acme", pageSize: 1, pageToken: first.nextPageToken });
  expect([first, second].flatMap(({ data }) => data.map(({ id }: { id: string }) => id))).toStrictEqual([
    "acme",
    "globex",
  ]);
  expect((await w.fails(path, { searchKey: "glo", pageToken: first.nextPageToken })).status).toBe("INVALID_ARGUMENT");
  const reply = await w.ok(path, { searchKey: "acme", organizationIds: ["initech", "nobody", "globex"] });
  expect(reply.data.map(({ id }: { id: string }) => id)).toStrictEqual(["nobody", "globex"]);
});

test("an organization that is being deleted is missing", async () => {
  const w = await world();
  await add(w, "acme", "globex");
  const call = { apiKey: { apiKeyId: w.tenant.apiKeyId } } as Parameters<typeof organizationPath>[0];
  await w.context.store.commit([{ op: "update", path: organizationPath(call, "acme"), data: { deleting: true } }]);
  expect((await w.ok(path, {})).data.map(({ id }: { id: string }) => id)).toStrictEqual(["globex"]);
  expect((await w.ok(path, { organizationIds: ["acme"] })).data[0].code).toBe("not-found");
});

test("a tenant sees only its own organizations, and its page tokens are refused for others", async () => {
  const w = await world();
  const tenant = await w.newTenant();
  await add(w, "acme", "globex");
  expect((await w.ok(path, {}, { tenant })).data).toStrictEqual([]);
  expect((await w.ok(path, { organizationIds: ["acme"] }, { tenant })).data[0].code).toBe("not-found");
  const { nextPageToken: pageToken } = await w.ok(path, { pageSize: 1 });
  expect((await w.fails(path, { pageToken }, { tenant })).status).toBe("INVALID_ARGUMENT");
  expect((await w.ok(path, { pageToken })).data[0].id).toBe("globex");
});

test("more than 30 ids are refused, and a repeated id counts once", async () => {
  const w = await world();
  const organizationIds = Array.from({ length: 31 }, (_, i) => `o${i}`);
  expect((await w.fails(path, { organizationIds })).message).toBe("data.organizationIds must have at most 30 items.");
  expect((await w.ok(path, { organizationIds: ["o", "o"] })).data).toHaveLength(1);
});

testPaging(path, "all organizations", {
  query: {},
  insert: (w, organizationId) => w.ok("/v2/organizations/add", { organizations: [{ organizationId }] }),
  remove: (w, organizationId) => w.ok("/v2/organizations/delete", { organizationIds: [organizationId] }),
  ids: idsBy("id"),
});
