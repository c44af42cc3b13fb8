import assert from "node:assert/strict";
import { test } from "node:test";
import { enableWebhooks } from "#testing/fixtures/webhooks/webhooks";
import { idsBy, testPaging } from "#testing/harness/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/get";

async function withEndpoints(count: number): Promise<{ w: World; ids: string[] }> {
  const w = await world();
  await enableWebhooks(w);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    w.advance(1);
    const given = { url: `https://example.com/${n}` };
    ids.push((await w.ok("/v2/workspace/advancedwebhook/endpoints/create", given)).data.id);
  }
  return { w, ids };
}

const idsOf = (data: { endpoints: { id: string }[] }) => data.endpoints.map(({ id }) => id);

test("without endpoints the one page is empty and done", async () => {
  const { w } = await withEndpoints(0);
  const { message, data } = await w.ok(path, {});
  assert.equal(message, "Advanced webhook endpoints retrieved successfully.");
  assert.deepEqual(data, { endpoints: [], iterator: null, prevIterator: null, done: true });
});

test("pages lead forwards to the end and backwards to the beginning", async () => {
  const { w, ids } = await withEndpoints(7);
  const first = (await w.ok(path, { limit: 3 })).data;
  const second = (await w.ok(path, { limit: 3, iterator: first.iterator })).data;
  const third = (await w.ok(path, { limit: 3, iterator: second.iterator })).data;
  assert.deepEqual([first, second, third].map(idsOf), [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
  assert.deepEqual(
    [first, second, third].map(({ done, iterator }) => [done, iterator === null]),
    [
      [false, false],
      [false, false],
      [true, true],
    ],
  );
  assert.equal(first.prevIterator, null);
  const back = (await w.ok(path, { limit: 3, iterator: third.prevIterator })).data;
  assert.deepEqual(idsOf(back), ids.slice(3, 6));
  const start = (await w.ok(path, { limit: 3, iterator: back.prevIterator })).data;
  assert.deepEqual([idsOf(start), start.prevIterator], [ids.slice(0, 3), null]);
});

test("endpoints that are deleted while one pages are neither skipped nor repeated for the others", async () => {
  const { w, ids } = await withEndpoints(6);
  const first = (await w.ok(path, { limit: 2 })).data;
  await w.ok("/v2/workspace/advancedwebhook/endpoints/delete", { endpointId: ids[2] });
  await w.ok("/v2/workspace/advancedwebhook/endpoints/delete", { endpointId: ids[0] });
  const second = (await w.ok(path, { limit: 2, iterator: first.iterator })).data;
  assert.deepEqual(idsOf(second), [ids[3], ids[4]]);
});

for (const limit of [0, 251, 2.5])
  test(`limit ${limit} is refused`, async () => {
    const { w } = await withEndpoints(0);
    assert.equal((await w.fails(path, { limit })).status, "INVALID_ARGUMENT");
  });

test("an iterator that was not given out is refused", async () => {
  const { w } = await withEndpoints(1);
  assert.equal((await w.fails(path, { iterator: "x".repeat(40) })).status, "INVALID_ARGUMENT");
});

testPaging(path, "an API key's webhook endpoints", {
  query: {},
  paging: { size: "limit", token: "iterator" },
  before: (w) => w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true }),
  insert: (w, uid) => w.ok("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://example.com/hooks", uid }),
  async remove(w, uid) {
    const { data } = await w.ok(path, {});
    const { id } = data.endpoints.find((endpoint: { uid: string }) => endpoint.uid === uid);
    await w.ok("/v2/workspace/advancedwebhook/endpoints/delete", { endpointId: id });
  },
  ids: (data) => idsBy("uid")(data.endpoints),
});
