import { endpoints } from "@atrium/functions/endpoints";
import { ReadableMetrics } from "@atrium/functions/testing/harness/read-metrics";
import { VirtualTimer } from "@atrium/functions/testing/harness/time/virtual-timer";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { Refusals } from "./refusals.ts";

async function rig() {
  const metrics = new ReadableMetrics();
  const w = await world({ metrics });
  const { store, now } = w.context;
  const timer = new VirtualTimer({ store, now, advance: (ms) => w.advance(ms) });
  const refusals = new Refusals(w.context, endpoints, { timer: timer.set });
  const refuse = (url = "/v2/users/get", headers: Record<string, string> = {}, method = "POST") =>
    refusals.reply({ method, url, headers });
  const lines = () => w.logged.map(({ level, fields: { requestId: _, ...fields } }) => [level, fields]);
  return { metrics, timer, refuse, lines };
}

test("a refusal is in the error envelope, with an id and the time to retry, and must not be cached", async () => {
  const { refuse } = await rig();
  const { status, headers, body } = refuse();
  expect([status, JSON.parse(body)]).toStrictEqual([
    503,
    { error: { status: "UNAVAILABLE", message: "The server has too many requests at once. Try again later." } },
  ]);
  expect(headers).toStrictEqual({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": expect.stringMatching(/^[1-5]$/),
    "x-request-id": expect.stringMatching(/^req_/),
  });
  expect(refuse("/v2/users/get", { "x-request-id": "mine" }).headers["x-request-id"]).toBe("mine");
  expect(refuse("/v2/users/get", { "x-request-id": "no id\n" }).headers["x-request-id"]).toMatch(/^req_/);
});

test("a page may read a refusal only if it may call the endpoint, which may be a stream, with a user token", async () => {
  const { refuse } = await rig();
  const origin = "https://app.example.com";
  const asPage = { origin, authorization: "Bearer token" };
  for (const url of ["/v2/presence/get?trace=1", "/v2/documents/stream"]) {
    const { headers } = refuse(url, asPage);
    expect(headers["access-control-allow-origin"]).toBe(origin);
    expect(headers["access-control-expose-headers"]).toMatch(/x-request-id, retry-after/);
  }
  for (const [url, requestHeaders] of [
    ["/v2/users/get", asPage],
    ["/v2/presence/get", { origin }],
    ["/nowhere", asPage],
    ["/health", asPage],
  ] as const)
    expect(
      Object.keys(refuse(url, requestHeaders).headers).filter((name) => name.startsWith("access-control")),
    ).toStrictEqual([]);
});

test("a preflight is still answered, because otherwise the browser would report a CORS failure to its page", async () => {
  const { metrics, refuse, lines } = await rig();
  const asks = { origin: "https://app.example.com", "access-control-request-method": "POST" };
  for (const [url, method] of [
    ["/v2/presence/get", "POST"],
    ["/v2/documents/stream?organizationId=acme", "GET"],
  ] as const) {
    const { status, headers, body } = refuse(url, asks, "OPTIONS");
    expect([status, body, headers["access-control-allow-methods"]]).toStrictEqual([204, "", method]);
  }
  expect([await metrics.read("atrium_refusals_total"), lines()]).toStrictEqual([{ "what=requests": 0 }, []]);
  for (const [url, requestHeaders] of [
    ["/v2/users/get", asks],
    ["/v2/presence/get", {}],
    ["/nowhere", asks],
  ] as const)
    expect(refuse(url, requestHeaders, "OPTIONS").status).toBe(503);
});

test("a flood of refusals is counted, and logged as one line in ten seconds with their number", async () => {
  const { metrics, timer, refuse, lines } = await rig();
  for (let i = 0; i < 1000; i++) refuse(i % 2 ? "/v2/users/get" : "/a/strangers/path");
  expect(await metrics.read("atrium_refusals_total")).toStrictEqual({ "what=requests": 1000 });
  expect(lines()).toStrictEqual([["warn", { status: 503, path: "unknown", refused: 1 }]]);
  await timer.pass(10_000);
  expect(lines()[1]).toStrictEqual(["warn", { status: 503, refused: 999, seconds: 10 }]);
  await timer.pass(10_000);
  expect(lines().length).toBe(2);
  refuse();
  expect(lines()[2]).toStrictEqual(["warn", { status: 503, path: "/v2/users/get", refused: 1 }]);
});
