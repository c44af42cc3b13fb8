import { expect, test } from "@jest/globals";
import { inspectorAt, MAX_INSPECTORS } from "#domain/webhooks/inspector";
import { receive } from "#domain/webhooks/store/inspectors";
import { noRoundTrip } from "#testing/harness/properties/round-trip";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/inspectors/create";

test("an inspector is listed with its description", async () => {
  const w = await world();
  const { data } = await w.ok(path, { description: "For the shop" });
  expect((await w.ok("/v2/workspace/inspectors/get", {})).data).toStrictEqual([data]);
  expect(data.description).toBe("For the shop");
});

noRoundTrip(path, "Ids are generated; inspectors/get returns the rest.");

test("an inspector has an address that can't be guessed, and is listed with the number of requests it has received", async () => {
  const w = await world();
  const { data } = await w.ok(path, {});
  expect(data.path).toBe(`/hooks/inspect/${w.tenant.apiKeyId}.${data.inspectorId}`);
  expect(data.inspectorId).toMatch(/^ins_\w{22}$/);
  const place = inspectorAt(data.path);
  expect(place).toStrictEqual({ apiKeyId: w.tenant.apiKeyId, inspectorId: data.inspectorId });
  if (place) await receive(w.context, place, { headers: {}, body: Buffer.from("{}") });
  expect((await w.ok("/v2/workspace/inspectors/get", {})).data).toStrictEqual([{ ...data, received: 1 }]);
  expect((await w.ok("/v2/workspace/inspectors/get", {}, { tenant: await w.newTenant() })).data).toStrictEqual([]);
});

test("an API key has at most 20 inspectors, and the cloud has none", async () => {
  const w = await world();
  for (let i = 0; i < MAX_INSPECTORS; i++) await w.ok(path, {});
  expect((await w.fails(path, {})).status).toBe("RESOURCE_EXHAUSTED");
  const cloud = await world({ settings: { hasInspectors: false } });
  expect((await cloud.fails(path, {})).status).toBe("FAILED_PRECONDITION");
});
