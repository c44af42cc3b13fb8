import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "@atrium/functions/endpoints";
import type { Endpoint } from "@atrium/functions/http/endpoint-kinds";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import type { World } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { docsFolder } from "../../testing/built-server.ts";
import { openSession } from "../../testing/docs-session.ts";
import { servingSeededDocs } from "../../testing/seeded-docs.ts";
import { readCredentials } from "../data/credentials.ts";
import { issueLinkCode } from "./link-codes.ts";

/** A proxy like nginx with only `proxy_pass`: it calls in its own name, without headers about its client. */
async function startProxy(target: string): Promise<string> {
  const { host, hostname, port } = new URL(target);
  const proxy = createServer((incoming, reply) => {
    const { url: path, method, headers } = incoming;
    const forwarded = request({ hostname, port, path, method, headers: { ...headers, host, connection: "close" } });
    forwarded.on("response", (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(reply);
    });
    forwarded.on("error", () => reply.destroy());
    incoming.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  onTestFinished(() => proxy.close().closeAllConnections());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** Every token of every workspace. */
async function tokens({ context: { store, encryptionKey } }: World): Promise<string[]> {
  const workspaces = await readCredentials(store, encryptionKey);
  return workspaces.flatMap(({ authToken, apiKeys }) => [
    authToken,
    ...apiKeys.flatMap(({ authTokens }) => authTokens.map(({ token }) => token)),
  ]);
}

const json = { "content-type": "application/json" };

/** Requests for everything that an endpoint can return, without credentials. */
function requestsOf(endpoint: Endpoint): [method: string, path: string, body?: string][] {
  const { path } = endpoint;
  switch (endpoint.kind) {
    case "page":
      return [["GET", path]];
    case "hostPage":
      return [[endpoint.method ?? "GET", path]];
    case "files":
      return [path, ...(endpoint.isFolder ? [`${path}/`, `${path}/v2/users/get`] : [])].map((file) => ["GET", file]);
    case "stream":
      return [["GET", `${path}?${new URLSearchParams(endpoint.example as Record<string, string>)}`]];
    default:
      return [["POST", path, JSON.stringify({ data: endpoint.example })]];
  }
}

const requests: [method: string, path: string, body?: string][] = [
  ["GET", "/"],
  ["GET", "/docs/demo.json"],
  ["GET", "/docs/session"],
  ["GET", "/docs/session?code="],
  ["POST", "/docs/session"],
  ["POST", "/docs/session", "{}"],
  ["POST", "/docs/session", '{"data":{"code":""}}'],
  ["POST", "/docs/session", '{"data":{"code":"0123456789ABCDEFGHIJKL"}}'],
  ["POST", "/docs/session", '{"data":{"code":["0123456789ABCDEFGHIJKL"]}}'],
  ...endpoints.flatMap(requestsOf),
];

test("through a plain reverse proxy no request without the code gets credentials", async () => {
  const { w, url } = await servingSeededDocs({ docsFolder });
  const proxy = await startProxy(url);
  const secrets = await tokens(w);
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  const code = await issueLinkCode(w.context.store, w.context.now());
  for (const [method, path, body] of requests) {
    const reply = await fetch(proxy + path, { method, ...(body && { headers: json, body }) });
    const text = (await reply.text()) + JSON.stringify([...reply.headers]);
    for (const secret of [...secrets, code])
      expectWithContext(text, `${method} ${path} gives a secret`).not.toContain(secret);
  }
  const { credentials } = await openSession(proxy, code);
  expectWithContext(secrets, "the code gives them, through the proxy too").toContain(String(credentials.authToken));
});
