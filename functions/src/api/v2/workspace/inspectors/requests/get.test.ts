import { expect, test } from "@jest/globals";
import { sweep } from "#domain/sweep/jobs/sweep";
import { inspectorAt, KEPT_REQUESTS, MAX_KEPT_BODY, MAX_KEPT_JSON, REQUEST_KEPT } from "#domain/webhooks/inspector";
import { signatureHeaders, signingKey } from "#domain/webhooks/signature";
import { receive } from "#domain/webhooks/store/inspectors";
import { ensure } from "#testing/harness/jest/ensure";
import { dump } from "#testing/harness/store/store-dump";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/workspace/inspectors/requests/get";

/** A world with an inspector, and functions that send to it and list its requests. */
async function inspecting() {
  const w = await world();
  const { data: inspector } = await w.ok("/v2/workspace/inspectors/create", {});
  const place = inspectorAt(inspector.path);
  ensure(place);
  const send = (body: string, headers: Record<string, string> = {}) =>
    receive(w.context, place, { headers, body: Buffer.from(body) });
  const list = async (limit?: number) => (await w.ok(path, { inspectorId: inspector.inspectorId, limit })).data;
  return { w, inspector, send, list };
}

test("requests are listed with headers, body and time, newest first, without credentials", async () => {
  const { send, list } = await inspecting();
  const names = ["authorization", "cookie", "x-service-auth-token", "x-acme-api-key", "x-acme-workspace-auth-token"];
  const credentials = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
  await send('{"a":1}', { "content-type": "application/json", "webhook-id": "msg_1", ...credentials("secret") });
  await send("second");
  const [second, first] = await list();
  expect(second).toMatchObject({ number: 2, body: "second", signature: "missing" });
  expect(first).toStrictEqual({
    number: 1,
    time: START,
    headers: { "content-type": "application/json", "webhook-id": "msg_1", ...credentials("(not kept)") },
    body: '{"a":1}',
    bytes: 7,
    signature: "missing",
  });
});

/** Creates a webhook endpoint that delivers to a path. @returns its secret. */
async function endpointTo(w: World, path: string): Promise<string> {
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  const { data } = await w.ok("/v2/workspace/advancedwebhook/endpoints/create", {
    url: `https://atrium.example.com${path}`,
  });
  return (await w.ok("/v2/workspace/advancedwebhook/endpoints/secret/get", { endpointId: data.id })).data.secret;
}

test("a signature is checked with the secrets of the endpoints that deliver there", async () => {
  const { w, inspector, send, list } = await inspecting();
  const secret = await endpointTo(w, inspector.path);
  const other = await endpointTo(w, "/other");
  const headersBy = (by: string) => signatureHeaders([signingKey(by)], { id: "msg_1", timestamp: 1, body: "{}" });
  await send("{}", headersBy(secret));
  await send("{} ", headersBy(secret));
  await send("{}", headersBy(other));
  expect((await list()).map(({ signature }: { signature: string }) => signature)).toStrictEqual([
    ...["invalid", "invalid", "valid"],
  ]);
});

test("the newest 100 are kept, 64 KiB of each, for a day", async () => {
  const { w, send, list } = await inspecting();
  await send("x".repeat(MAX_KEPT_BODY + 1));
  const [{ body, bytes }] = await list();
  expect([body.length, bytes]).toStrictEqual([MAX_KEPT_BODY, MAX_KEPT_BODY + 1]);
  for (let i = 0; i < KEPT_REQUESTS; i++) await send(String(i));
  const all = await list(KEPT_REQUESTS);
  expect([all.length, all[0].number, all.at(-1).number]).toStrictEqual([KEPT_REQUESTS, KEPT_REQUESTS + 1, 2]);
  w.advance(REQUEST_KEPT);
  await sweep(w.context);
  expect(Object.keys(await dump(w.context.store)).filter((each) => each.includes("inspectedRequests"))).toStrictEqual(
    [],
  );
  expect(await list()).toStrictEqual([]);
});

test("bodies that grow large as JSON are kept in part, and a page holds about 4 MiB of them", async () => {
  const { send, list } = await inspecting();
  for (let i = 0; i < KEPT_REQUESTS; i++) await send("\0".repeat(MAX_KEPT_BODY));
  const page = await list(KEPT_REQUESTS);
  expect(page[0]).toMatchObject({ number: KEPT_REQUESTS, bytes: MAX_KEPT_BODY });
  for (const { body } of page) expect(JSON.stringify(body).length).toBeLessThanOrEqual(MAX_KEPT_JSON);
  expect(page.length).toBeGreaterThan(10);
  expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(4.5 * 1024 * 1024);
});

test("another API key sees none of the requests", async () => {
  const { w, inspector, send } = await inspecting();
  await send("{}");
  const { inspectorId } = inspector;
  expect((await w.fails(path, { inspectorId }, { tenant: await w.newTenant() })).status).toBe("NOT_FOUND");
});
