import assert from "node:assert/strict";
import { test } from "node:test";
import { idsBy, testPaging } from "#testing/harness/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/apikeys/get";

interface Listed {
  id: string;
}

/** A world whose workspace has `count` keys beside the first one, all ids in order. */
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
  assert.equal(message, "API keys retrieved successfully.");
  assert.equal(nextPageToken, undefined);
  assert.deepEqual(
    data.map(({ id }: Listed) => id),
    ids,
  );
  const first = data.find(({ id }: Listed) => id === w.tenant.apiKeyId);
  assert.deepEqual(first, { id: w.tenant.apiKeyId, apiKeyName: "Ada Test API Key", type: "testing" });
});

test("pages hold each key once, also when keys are made in between", async () => {
  const { w, ids } = await worldWithKeys(6);
  const seen: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { pageSize: 2, pageToken });
    assert.ok(page.data.length <= 2);
    seen.push(...page.data.map(({ id }: Listed) => id));
    pageToken = page.nextPageToken;
    await w.ok("/v2/workspace/apikey/create", { ownerEmail: "ada@example.com", type: "testing" });
  } while (pageToken && seen.length < 50);
  assert.equal(new Set(seen).size, seen.length);
  assert.deepEqual(
    seen.filter((id) => ids.includes(id)),
    ids,
  );
});

test("a page has 100 keys at most, whatever is asked for", async () => {
  const { w } = await worldWithKeys(100);
  for (const request of [{}, { pageSize: 1000 }]) {
    const { data, nextPageToken } = await w.ok(path, request);
    assert.equal(data.length, 100);
    assert.equal((await w.ok(path, { ...request, pageToken: nextPageToken })).data.length, 1);
  }
});

test("keys can be asked for by id; those that are unknown or of another workspace are left out", async () => {
  const { w, ids } = await worldWithKeys(2);
  const other = await w.newTenant();
  const apiKeys = [ids[2], "ak_unknown", other.apiKeyId, "__proto__"];
  const { data } = await w.ok(path, { apiKeys });
  assert.deepEqual(
    data.map(({ id }: Listed) => id),
    [ids[2]],
  );
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
    assert.equal(error.status, "INVALID_ARGUMENT");
    assert.match(error.message, /^data\.pageToken does not belong to this query\./);
  }
});

testPaging(path, "a workspace's API keys", {
  query: {},
  insert: (w, apiKeyName) =>
    w.ok("/v2/workspace/apikey/create", { ownerEmail: "ada@example.com", type: "testing", apiKeyName }),
  ids: idsBy("apiKeyName"),
});
