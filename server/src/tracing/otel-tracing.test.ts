import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { newCredentials, startServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
}

/** A receiver of OTLP over HTTP and of webhooks, on a free loopback port. */
async function receiver() {
  const spans: ExportedSpan[] = [];
  const services = new Set<unknown>();
  const requests: string[] = [];
  const hooks: { traceparent: unknown }[] = [];
  let onHook = () => {};
  const hooked = new Promise<void>((resolve) => {
    onHook = resolve;
  });
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding("utf8").toArray()).join("");
    requests.push(`${request.url} ${request.headers["x-tenant"]}`);
    response.end("{}");
    if (request.url === "/hook") {
      hooks.push({ traceparent: request.headers.traceparent });
      onHook();
      return;
    }
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      services.add(attributesOf(resource.attributes)["service.name"]);
      for (const scope of scopeSpans)
        for (const span of scope.spans) spans.push({ ...span, attributes: attributesOf(span.attributes) });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    requests,
    hooks,
    hooked,
  };
}

function attributesOf(attributes: { key: string; value: Record<string, unknown> }[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

test("a call's trace continues through its transaction to the webhooks that it causes", async () => {
  const { url, spans, services, requests, hooks, hooked } = await receiver();
  const server = await startServer(temporaryFolder(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=observed",
    OTEL_SERVICE_NAME: "collaboration",
    ALLOW_PRIVATE_WEBHOOKS: "true",
  });
  onTestFinished(() => server.end("SIGKILL"));
  const headers = await newCredentials(server);
  await server.post("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true }, headers);
  const endpoint = { url: `${url}/hook`, filterTypes: ["user.add"] };
  await server.post("/v2/workspace/advancedwebhook/endpoints/create", endpoint, headers);
  const call = { organizationId: "acme", users: [{ userId: "ada" }] };
  const traced = { ...headers, traceparent, "x-request-id": "traced" };
  expect((await server.post("/v2/users/add", call, traced)).status).toBe(200);
  await hooked;
  // The last spans are sent before the process ends.
  expect(await server.end()).toBe(0);

  expect([...services]).toStrictEqual(["collaboration"]);
  expect(requests.filter((one) => one.startsWith("/v1/traces"))).toContain("/v1/traces observed");
  const request = spans.find(({ attributes }) => attributes["atrium.request_id"] === "traced");
  expect(request).toMatchObject({ traceId, parentSpanId: "00f067aa0ba902b7", name: "POST /v2/users/add", kind: 2 });
  expect(request?.attributes).toMatchObject({
    "http.route": "/v2/users/add",
    "http.response.status_code": 200,
    "atrium.api_key_id": headers["x-service-api-key"],
  });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(below.map(({ name }) => name).sort()).toStrictEqual(["deliver user.add", "store.transact"]);
  const delivery = below.find(({ name }) => name === "deliver user.add");
  expect(delivery).toMatchObject({ traceId, kind: 3 });
  expect(hooks).toStrictEqual([{ traceparent: `00-${traceId}-${delivery?.spanId}-01` }]);
  expect(JSON.stringify(spans)).not.toContain(headers["x-service-auth-token"]);
});

test("a trace that its caller does not sample is not recorded, but its id is still passed on", async () => {
  const { url, spans, hooks, hooked } = await receiver();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER: "parentbased_always_off" };
  const server = await startServer(temporaryFolder(), { ...environment, ALLOW_PRIVATE_WEBHOOKS: "true" });
  onTestFinished(() => server.end("SIGKILL"));
  const headers = await newCredentials(server);
  await server.post("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true }, headers);
  await server.post(
    "/v2/workspace/advancedwebhook/endpoints/create",
    { url: `${url}/hook`, filterTypes: ["user.add"] },
    headers,
  );
  const unsampled = { ...headers, traceparent: traceparent.replace(/01$/, "00") };
  await server.post("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] }, unsampled);
  await hooked;
  expect(await server.end()).toBe(0);
  expect(spans).toStrictEqual([]);
  expect(String(hooks[0]?.traceparent)).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
});
