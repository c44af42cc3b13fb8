import { expect, test } from "@jest/globals";
import { sweep } from "#domain/sweep/jobs/sweep";
import { traffic } from "#domain/traffic/store/traffic";
import { addEndpoint, happen } from "#testing/fixtures/webhooks/webhooks";
import { dump } from "#testing/harness/store/store-dump";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/workspace/usage/get";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function usage(w: World, period: "hour" | "day" = "hour") {
  return (await w.ok(path, { period })).data;
}

test("requests, errors and active people are counted by minute, and by hour for a day", async () => {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.fails("/v2/users/get", { organizationId: "lost" });
  for (const user of ["ada", "lin", "ada"])
    await w.ok("/v2/notifications/get", { organizationId: "acme" }, { token: await w.token(user) });
  w.advance(2 * MINUTE);
  await w.ok("/v2/organizations/get", {});
  const { points, ...rest } = await usage(w);
  expect(rest).toMatchObject({ isKept: true, activePeople: 2, total: { requests: 6, errors: 1, mails: 0 } });
  expect([points.length, points.at(-1).time]).toStrictEqual([60, START + 2 * MINUTE]);
  expect(points.slice(-3).map(({ requests }: { requests: number }) => requests)).toStrictEqual([5, 0, 1]);
  expect(points.at(-2).p99).toBeUndefined();
  expect(rest.total.p50).toBeLessThanOrEqual(rest.total.p99);
  const day = await usage(w, "day");
  expect([day.points.length, day.points.at(-1).requests]).toStrictEqual([24, 7]);
});

test("delivery attempts are counted, and so are the failed ones", async () => {
  const w = await world();
  await addEndpoint(w, "shop");
  await happen(w, { type: "user.add", organizationId: "acme" });
  await w.drain();
  const { deliveries, failedDeliveries } = (await usage(w)).total;
  expect([deliveries >= 1, failedDeliveries]).toStrictEqual([true, 0]);
});

test("one process shows the counts that another has written, and the sweep deletes them after a day", async () => {
  const w = await world();
  await w.ok("/v2/organizations/get", {});
  await traffic(w.context).flush(w.context.store);
  const other = { ...w.context, parts: new Map() };
  const [hour] = await traffic(other).read(w.context.store, w.tenant.apiKeyId);
  expect([...(hour?.minutes.values() ?? [])].map(({ requests }) => requests)).toStrictEqual([1]);
  expect((await usage(w)).total.requests).toBe(1);
  w.advance(23 * HOUR);
  expect((await usage(w, "day")).total.requests).toBe(2);
  expect((await usage(w)).total.requests).toBe(1);
  expect((await usage(w, "day")).total.requests).toBe(4);
  w.advance(4 * HOUR);
  await sweep(w.context);
  expect(Object.keys(await dump(w.context.store)).filter((each) => each.includes("/traffic/"))).toStrictEqual([]);
});

test("no count is lost if the clock is set back across the hour and then forward again", async () => {
  const w = await world();
  for (const step of [HOUR, -HOUR, HOUR, -HOUR]) {
    await w.ok("/v2/organizations/get", {});
    if (step === -HOUR) await traffic(w.context).flush(w.context.store);
    w.setClock(step);
  }
  await w.ok("/v2/organizations/get", {});
  w.setClock(HOUR);
  await traffic(w.context).flush(w.context.store);
  expect((await usage(w, "day")).total.requests).toBe(5);
});

test("another API key sees none of the counts", async () => {
  const w = await world();
  await w.ok("/v2/organizations/get", {});
  const { data } = await w.ok(path, {}, { tenant: await w.newTenant() });
  expect(data.total.requests).toBe(0);
});

test("a host that stores no counts counts nothing: they would fill its memory, and tell of one process only", async () => {
  const w = await world({ settings: { countsUsage: false } });
  await w.ok("/v2/organizations/get", {});
  await w.fails("/v2/users/get", { organizationId: "lost" });
  expect(await usage(w)).toMatchObject({ isKept: false, activePeople: 0, total: { requests: 0, errors: 0 } });
});
