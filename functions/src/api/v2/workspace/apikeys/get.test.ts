import { expect, test } from "@jest/globals";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/apikeys/get";

interface Listed {
  id: string;
}

/** A world whose workspace has `count` more keys than the first one, in the order of their ids. */
async function worldWithKeys(count: number): Promise<{ w: World; ids: string[] }> {
  const w = await world();
  const ids = [w.tenant.apiKeyId];
  for (let i = 0; i < count; i++) {
    const request = { ownerEmail: "ada@example.com", type: "testing", apiKeyName: `Key ${i}` };
    ids.push((await w.ok("/v2/workspace/apikey/create", request)).data.apiKey);
  }
  return { w, ids: ids.sort() };
}

test("all keys of the workspace are listed and no others", async () => {
  const { w, ids } = await worldWithKeys(2);
  await w.newTenant();
  const { message, data, nextPageToken } = await w.ok(path, {});
  expect(message).toBe("API keys retrieved successfully.");
  expect(nextPageToken).toBeUndefined();
  expect(data.map(({ id }: Listed) => id)).toStrictEqual(ids);
  const first = data.find(({ id }: Listed) => id === w.tenant.apiKeyId);
  expect(first).toStrictEqual({ id: w.tenant.apiKeyId, apiKeyName: "Ada Test API Key", type: "testing" });
});

test("pages hold each key once, also when keys are created in between", async () => {
  const { w, ids } = await worldWithKeys(6);
  const listed: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { pageSize: 2, pageToken });
    expect(page.data.length <= 2).toBe(true);
    listed.push(...page.data.map(({ id }: Listed) => id));
    pageToken = page.nextPageToken;
    await w.ok("/v2/workspace/apikey/create", { ownerEmail: "ada@example.com", type: "testing" });
  } while (pageToken && listed.length < 50);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.filter((id) => ids.includes(id))).toStrictEqual(ids);
});

test("a page has at most 100 keys, whatever page size is requested", async () => {
  const { w } = await worldWithKeys(100);
  for (const request of [{}, { pageSize: 1000 }]) {
    const { data, nextPageToken } = await w.ok(path, request);
    expect(data.length).toBe(100);
    expect((await w.ok(path, { ...request, pageToken: nextPageToken })).data.length).toBe(1);
  }
});

test("keys are returned by id; unknown ones and those of another workspace are left out", async () => {
  const { w, ids } = await worldWithKeys(2);
  const other = await w.newTenant();
  const apiKeys = [ids[2], "ak_unknown", other.apiKeyId, "__proto__"];
  const { data } = await w.ok(path, { apiKeys });
  expect(data.map(({ id }: Listed) => id)).toStrictEqual([ids[2]]);
});

test("a page token of another workspace or another query is refused", async () => {
  const { w, ids } = await worldWithKeys(2);
  const { nextPageToken: pageToken } = await w.ok(path, { pageSize: 1 });
  const other = await w.newTenant();
  for (const [request, options] of [
    [{ pageSize: 1, pageToken }, { tenant: other }],
    [{ pageSize: 1, pageToken, apiKeys: ids }, {}],
    [{ pageSize: 1, pageToken: `${pageToken}x` }, {}],
  ] as const) {
    const error = await w.fails(path, request, options);
    expect(error.status).toBe("INVALID_ARGUMENT");
    expect(error.message).toMatch(/^data\.pageToken does not belong to this query\./);
  }
});

testPaging(path, "a workspace's API keys", {
  query: {},
  insert: (w, apiKeyName) =>
    w.ok("/v2/workspace/apikey/create", { ownerEmail: "ada@example.com", type: "testing", apiKeyName }),
  ids: idsBy("apiKeyName"),
});
