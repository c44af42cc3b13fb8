import { expect, test } from "@jest/globals";
import { enableWebhooks } from "#testing/fixtures/webhooks/webhooks";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/get";

async function withEndpoints(count: number): Promise<{ w: World; ids: string[] }> {
  const w = await world();
  await enableWebhooks(w);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    w.advance(1);
    const input = { url: `https://example.com/${n}` };
    ids.push((await w.ok("/v2/workspace/advancedwebhook/endpoints/create", input)).data.id);
  }
  return { w, ids };
}

const idsOf = (data: { endpoints: { id: string }[] }) => data.endpoints.map(({ id }) => id);

test("without endpoints the only page is empty and done", async () => {
  const { w } = await withEndpoints(0);
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("Advanced webhook endpoints retrieved successfully.");
  expect(data).toStrictEqual({ endpoints: [], iterator: null, prevIterator: null, done: true });
});

test("pages lead forwards to the end and backwards to the beginning", async () => {
  const { w, ids } = await withEndpoints(7);
  const first = (await w.ok(path, { limit: 3 })).data;
  const second = (await w.ok(path, { limit: 3, iterator: first.iterator })).data;
  const third = (await w.ok(path, { limit: 3, iterator: second.iterator })).data;
  expect([first, second, third].map(idsOf)).toStrictEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
  expect([first, second, third].map(({ done, iterator }) => [done, iterator === null])).toStrictEqual([
    [false, false],
    [false, false],
    [true, true],
  ]);
  expect(first.prevIterator).toBeNull();
  const back = (await w.ok(path, { limit: 3, iterator: third.prevIterator })).data;
  expect(idsOf(back)).toStrictEqual(ids.slice(3, 6));
  const start = (await w.ok(path, { limit: 3, iterator: back.prevIterator })).data;
  expect([idsOf(start), start.prevIterator]).toStrictEqual([ids.slice(0, 3), null]);
});

test("endpoints that stay are neither skipped nor repeated while others are deleted between pages", async () => {
  const { w, ids } = await withEndpoints(6);
  const first = (await w.ok(path, { limit: 2 })).data;
  await w.ok("/v2/workspace/advancedwebhook/endpoints/delete", { endpointId: ids[2] });
  await w.ok("/v2/workspace/advancedwebhook/endpoints/delete", { endpointId: ids[0] });
  const second = (await w.ok(path, { limit: 2, iterator: first.iterator })).data;
  expect(idsOf(second)).toStrictEqual([ids[3], ids[4]]);
});

test("an iterator of another list is refused by its name", async () => {
  const { w } = await withEndpoints(1);
  const error = await w.fails(path, { iterator: "bogus" });
  expect([error.status, error.message]).toStrictEqual([
    "INVALID_ARGUMENT",
    "data.iterator does not belong to this query. Leave it out to start at the first page.",
  ]);
});

for (const limit of [0, 251, 2.5])
  test(`limit ${limit} is refused`, async () => {
    const { w } = await withEndpoints(0);
    expect((await w.fails(path, { limit })).status).toBe("INVALID_ARGUMENT");
  });

test("an iterator that the service did not issue is refused", async () => {
  const { w } = await withEndpoints(1);
  expect((await w.fails(path, { iterator: "x".repeat(40) })).status).toBe("INVALID_ARGUMENT");
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
