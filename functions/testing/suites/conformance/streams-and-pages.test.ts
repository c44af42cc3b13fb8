import { describe, expect, test } from "@jest/globals";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { ofKind } from "#http/endpoint-kinds";
import type { StreamEndpoint } from "#http/stream/declaration";
import { StreamServer } from "#http/stream/serve-streams";
import type { ErrorCode } from "#platform/error";
import { endpoints } from "#src/endpoints";
import { comparableReply } from "#testing/harness/comparable-reply";
import { addExampleData, allFeatures, exampleWorld, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { visit } from "#testing/harness/visit";
import { credentialHeaders, type Tenant, type World, type WorldOptions, world } from "#testing/harness/world";
import { nothingIsWritten } from "./door.ts";

/** Contained in every name and address of another tenant's data, and in no other text. */
const SECRET = "-of-another-tenant";

interface StreamRequest {
  headers?: Record<string, string | undefined>;
  token?: string;
  query?: Record<string, string> | [string, string][];
  method?: string;
}

/** Access to one stream of a world through the public API. */
function streamOf(w: World, endpoint: StreamEndpoint) {
  const streams = new StreamServer(w.context, [endpoint]);
  const ask = async ({
    headers,
    token,
    query = endpoint.example as Record<string, string>,
    method = "GET",
  }: StreamRequest = {}) => {
    const reply = await streams.open({
      method,
      path: endpoint.path,
      query: new URLSearchParams(query).toString(),
      headers: { authorization: `Bearer ${token ?? (await w.token("ada"))}`, ...headers },
      ip: "192.0.2.1",
    });
    if (!("events" in reply)) return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.body) };
    const { value } = await reply.events.next();
    await reply.events.return();
    return { status: reply.status, headers: reply.headers, body: Buffer.from(value ?? []).toString() };
  };
  const refuses = async (request: StreamRequest, status: number, code: ErrorCode) => {
    const { body, ...reply } = await ask(request);
    const text = JSON.stringify(body);
    expectWithContext([reply.status, body.error?.status], text).toStrictEqual([status, code]);
    expectWithContext(Object.keys(body), text).toStrictEqual(["error"]);
    return body.error;
  };
  return { ask, refuses };
}

async function opened(endpoint: StreamEndpoint, options?: WorldOptions) {
  const w = await exampleWorld(options);
  return { w, ...streamOf(w, endpoint) };
}

for (const endpoint of ofKind(endpoints, "stream"))
  describe(endpoint.path, () => {
    test("its example is answered with events of the declared names and shapes", async () => {
      const { ask } = await opened(endpoint);
      const { status, body } = await ask();
      expect(status).toBe(200);
      const events = String(body)
        .split("\n\n")
        .filter((block) => block.includes("event: "));
      expect(events.length).toBeGreaterThan(1);
      for (const block of events) {
        const name = /^event: (.*)$/m.exec(block)?.[1] ?? "";
        const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "");
        expectWithContext(await endpoint.events[name]?.parseAsync(data), block).toStrictEqual(data);
      }
    });

    test("without a valid user token it is refused, whatever else is sent, and nothing is written", async () => {
      const { w, refuses } = await opened(endpoint);
      const token = await w.token("ada");
      await nothingIsWritten(w, async () => {
        for (const query of [{}, endpoint.example as Record<string, string>]) {
          for (const headers of [{}, credentialHeaders(w.tenant)])
            await refuses({ query, headers: { ...headers, authorization: undefined } }, 401, "UNAUTHENTICATED");
          await refuses({ query, token: `${token.slice(0, -8)}AAAAAAAA` }, 401, "UNAUTHENTICATED");
          await refuses({ query, token, headers: { "x-service-api-key": w.tenant.apiKeyId } }, 400, "INVALID_ARGUMENT");
        }
      });
    });

    test("a missing, empty or repeated parameter is refused by name, and an undeclared one is ignored", async () => {
      const { ask, refuses } = await opened(endpoint);
      const example = Object.entries(endpoint.example as Record<string, string>);
      for (const [name, value] of example) {
        const others = example.filter(([other]) => other !== name);
        const wrong: [string, string][][] = [others, [...others, [name, ""]], [...example, [name, value]]];
        for (const query of wrong)
          expect((await refuses({ query }, 400, "INVALID_ARGUMENT")).message).toContain(`query.${name} `);
      }
      expect((await ask({ query: [...example, ["notDeclared", "1"], ["__proto__", "1"]] })).status).toBe(200);
    });

    test("no method except GET opens it, and a request counts towards the rate limit of its user", async () => {
      const { ask, refuses } = await opened(endpoint, { rateLimits: { user: 1 } });
      for (const method of ["POST", "HEAD", "OPTIONS"]) {
        const { status, headers } = await ask({ method });
        expect([method, status, headers.allow]).toStrictEqual([method, 405, "GET"]);
      }
      expect((await ask()).status).toBe(200);
      await refuses({}, 429, "RESOURCE_EXHAUSTED");
    });

    test("while its feature is off it is refused before its parameters are checked", async () => {
      if (!endpoint.requires) return;
      const { w, refuses } = await opened(endpoint);
      await setFeatures(w, w.tenant, { ...allFeatures, [endpoint.requires]: false });
      for (const query of [{}, endpoint.example as Record<string, string>])
        await refuses({ query }, 400, "FAILED_PRECONDITION");
    });

    test("a user of another tenant gets the same reply as for data that never existed", async () => {
      const replies: unknown[] = [];
      for (const hasOther of [true, false]) {
        const w = await world();
        const other: Tenant = await w.newTenant();
        if (hasOther) await addExampleData(w, other, SECRET);
        await setFeatures(w, w.tenant, allFeatures);
        const reply = await streamOf(w, endpoint).ask({ token: await w.token("ada", { isAdmin: true }) });
        expect(JSON.stringify(reply)).not.toContain(SECRET);
        expect(JSON.stringify(reply)).not.toContain(apiKeyPath(other.apiKeyId));
        replies.push(comparableReply(reply, [w.tenant, other]));
      }
      expect(replies[0]).toStrictEqual(replies[1]);
      expect((replies[0] as unknown[])[0]).toBe(404);
    });
  });

for (const page of ofKind(endpoints, "page"))
  test(`${page.path} returns the same reply for any headers, in its declared shape, and writes nothing`, async () => {
    const w = await exampleWorld();
    await nothingIsWritten(w, async () => {
      const { status, body } = await visit(w, page);
      expect(status).toBe(200);
      if (page.json) expect(await page.json.output.parseAsync(body)).toStrictEqual(body);
      for (const headers of [credentialHeaders(w.tenant), { authorization: "Bearer nonsense" }])
        expect((await visit(w, page, headers)).body).toStrictEqual(body);
    });
  });

test("no path is declared twice, including paths of files", () => {
  const files = ofKind(endpoints, "files").map(({ path }) => path);
  const others = endpoints.filter(({ kind }) => kind !== "files").map(({ path }) => path);
  expect(new Set([...files, ...others]).size).toBe(files.length + others.length);
});
