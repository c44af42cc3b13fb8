import { expect, test } from "@jest/globals";
import { addEndpoint, happen } from "#testing/fixtures/webhooks/webhooks";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { HotspotStore } from "#testing/harness/store/hotspot-store";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/deliveries/get";
const iso = (ms: number) => new Date(ms).toISOString();

test("a delivery shows its attempts, their responses, and when the next attempt is due", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  w.receivers.answer = () => ({ status: 503, body: "later" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("Deliveries retrieved successfully.");
  const [{ deliveryId, messageId, ...rest }] = data;
  expect(messageId).toBe(w.receivers.calls[0]?.headers["webhook-id"]);
  expect(deliveryId).toMatch(/^dlv_/);
  expect(rest).toStrictEqual({
    endpointId: "one",
    eventType: "user.add",
    status: "pending",
    createdAt: iso(START),
    nextAttemptAt: iso(START + 5000),
    attempts: [{ at: iso(START), duration: 0, status: 503, error: null, response: "later" }],
  });
});

test("deliveries are listed by endpoint, status and event, newest first, in pages", async () => {
  const w = await world();
  await addEndpoint(w, "good");
  await addEndpoint(w, "bad");
  w.receivers.answer = ({ url }) => ({ status: url.includes("bad") ? 500 : 200, body: "" });
  for (let n = 0; n < 6; n++) {
    w.advance(1000);
    await happen(w, { type: n % 2 ? "user.add" : "user.delete", organizationId: "acme" });
  }
  const list = async (filter: object) => (await w.ok(path, filter)).data as { createdAt: string; eventType: string }[];
  expect((await list({})).length).toBe(12);
  expect(
    (await list({ endpointId: "good", statuses: ["succeeded"], eventTypes: ["user.add"] })).map((one) => one.createdAt),
  ).toStrictEqual([6, 4, 2].map((n) => iso(START + n * 1000)));
  expect(await list({ endpointId: "good", statuses: ["failed", "pending"] })).toStrictEqual([]);
  const listed: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { endpointId: "bad", pageSize: 2, ...(pageToken && { pageToken }) });
    listed.push(...page.data.map((one: { createdAt: string }) => one.createdAt));
    pageToken = page.pageToken;
  } while (pageToken);
  expect(listed).toStrictEqual([6, 5, 4, 3, 2, 1].map((n) => iso(START + n * 1000)));
});

test("an unknown status is refused", async () => {
  const w = await world();
  expect((await w.fails(path, { statuses: ["lost"] })).status).toBe("INVALID_ARGUMENT");
});

testPaging(path, "an API key's deliveries, each to another endpoint", {
  plainIds: true,
  query: {},
  async insert(w, endpointId) {
    await addEndpoint(w, endpointId);
    await w.ok("/v2/workspace/advancedwebhook/endpoints/test", { endpointId });
  },
  ids: idsBy("endpointId"),
});

test("deliveries that are too many to read at once are merged from all ranges of their ids, newest first, in pages", async () => {
  const w = await world({ wrapStore: (store) => new HotspotStore(store) });
  await addEndpoint(w, "one");
  for (let n = 0; n < 90; n++) {
    w.advance(1000);
    await happen(w, { type: "user.add", organizationId: "acme" });
  }
  const listed: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { pageSize: 25, ...(pageToken && { pageToken }) });
    listed.push(...page.data.map((one: { createdAt: string }) => one.createdAt));
    pageToken = page.pageToken;
  } while (pageToken);
  expect(listed).toStrictEqual(Array.from({ length: 90 }, (_, n) => iso(START + (90 - n) * 1000)));
});
