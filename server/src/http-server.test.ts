import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { METHODS } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import demoSession from "@atrium/functions/api/demo/session";
import docsHook from "@atrium/functions/api/docs/hook";
import docsSession from "@atrium/functions/api/docs/session";
import { endpoints } from "@atrium/functions/endpoints";
import { ofKind } from "@atrium/functions/http/endpoint-kinds";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { type World, type WorldOptions, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createHttpServer } from "./http-server.ts";
import { UnreadReplies } from "./load/unread-replies.ts";

/** A world behind a real listener on a free port. */
async function listening(
  options?: WorldOptions,
): Promise<{ w: World; app: ReturnType<typeof createHttpServer>; port: number; url: string }> {
  const w = await world(options);
  const app = createHttpServer(w.context);
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { w, app, port, url: `http://127.0.0.1:${port}` };
}

function credentials({ tenant }: World): Record<string, string> {
  return {
    "content-type": "application/json",
    "x-service-api-key": tenant.apiKeyId,
    "x-service-auth-token": tenant.authToken,
  };
}

/** Sends raw bytes and returns what arrives until the server closes. */
async function raw(port: number, text: string, { isEnded = true } = {}): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  if (isEnded) socket.end(text);
  else socket.write(text);
  let reply = "";
  socket.on("data", (chunk) => {
    reply += chunk;
  });
  await once(socket, "close");
  return reply;
}

test("health reports the version and the store", async () => {
  const { w, url } = await listening();
  const health = await (await fetch(`${url}/health`)).json();
  expect(health).toStrictEqual({ status: "ok", version: "0.1.0", store: w.context.store.kind });
});

test("every reply has a request id, the caller's own if it sent one, even if the request does not reach the kernel", async () => {
  const { port } = await listening();
  const withBody = "host: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n";
  const own = "x-request-id: mine\r\n";
  const idOf = async (request: string) => /^x-request-id: (\S+)\r$/im.exec(await raw(port, request))?.[1] ?? "none";
  for (const [request, id] of [
    [`GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${own}\r\n`, /^mine$/],
    ["GET /.well-known/jwks.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", /^req_/],
    [`POST /docs/session HTTP/1.1\r\n${withBody}${own}\r\n{}`, /^mine$/],
    [`POST /nowhere HTTP/1.1\r\n${withBody}${own}\r\n{}`, /^mine$/],
    [`POST /%zz HTTP/1.1\r\n${withBody}${own}\r\n{}`, /^mine$/],
    [`POST /v2/users/get HTTP/1.1\r\ncontent-length: 0\r\n${own}\r\n`, /^mine$/],
    [`POST /v2/users/get HTTP/1.1\r\n${withBody}expect: tea\r\n\r\n{}`, /^req_/],
    ["CONNECT x:443 HTTP/1.1\r\nhost: x:443\r\n\r\n", /^req_/],
    ["no HTTP\r\n\r\n", /^req_/],
  ] as const)
    expectWithContext(await idOf(request), request).toMatch(id);
});

test("the public keys verify user tokens and contain nothing private", async () => {
  const { url, w } = await listening();
  const reply = await fetch(`${url}/.well-known/jwks.json`);
  expect(reply.headers.get("cache-control")).toBe("public, max-age=60");
  const { keys } = (await reply.json()) as { keys: Record<string, string>[] };
  expect(keys[0]?.kid).toBe(w.context.userTokenKeys().kid);
  expect(keys[0]?.d).toBeUndefined();
});

test("a call's query string is ignored", async () => {
  const { url, w } = await listening();
  const body = JSON.stringify({ data: { organizationId: "acme", users: [{ userId: "ada" }] } });
  const response = await fetch(`${url}/v2/users/add?trace=1`, { method: "POST", headers: credentials(w), body });
  expect(response.status).toBe(200);
  expect(response.headers.get("x-request-id") ?? "").toMatch(/^req_/);
});

test("a call with an API key carries no CORS header, whatever its origin", async () => {
  const { url } = await listening();
  const headers = { origin: "https://example.com", "access-control-request-method": "POST" };
  for (const method of ["OPTIONS", "POST"]) {
    const response = await fetch(`${url}/v2/users/add`, { method, headers });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toStrictEqual([]);
  }
});

test("a body above the limit is refused with 413, with and without a length", async () => {
  const { url, w } = await listening();
  const large = "x".repeat(1_048_577);
  const sized = await fetch(`${url}/v2/users/add`, { method: "POST", headers: credentials(w), body: large });
  expect(sized.status).toBe(413);
  const chunks = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(large));
      controller.close();
    },
  });
  const request = { method: "POST", headers: credentials(w), body: chunks, duplex: "half" };
  const streamed = await fetch(`${url}/v2/users/add`, request as RequestInit);
  expect(streamed.status).toBe(413);
  expect(((await streamed.json()) as { error: { status: string } }).error.status).toBe("INVALID_ARGUMENT");
});

test("a body in too many small chunks is refused before it can block the process, whether it is read or not", async () => {
  const { app, port, url, w } = await listening();
  const own = Object.entries(credentials(w)).map(([name, value]) => `${name}: ${value}\r\n`);
  const send = (path: string, headers: string, chunks: string) =>
    raw(port, `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}transfer-encoding: chunked\r\n\r\n${chunks}`, {
      isEnded: false,
    });
  const call = (chunks: string) => send("/v2/organizations/get", `${own.join("")}connection: close\r\n`, chunks);
  const data = 'b\r\n{"data":{}}\r\n0\r\n\r\n';
  const padding = (count: number) => "1\r\n \r\n".repeat(count);
  expect(await call(padding(16_000) + data)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await call(`100\r\n${" ".repeat(256)}\r\n`.repeat(4000) + padding(16_000) + data)).toMatch(/^HTTP\/1\.1 200 /);
  const reply = await call(padding(17_000));
  expect(reply).toMatch(/^HTTP\/1\.1 413 /);
  expect(reply).toMatch(/"INVALID_ARGUMENT".*too many small chunks/);
  // Of a caller without credentials no body is read. Depending on what arrives first, the connection is reset.
  const accepted = once(app.server, "connection") as Promise<[Socket]>;
  await send("/v2/organizations/get", "", padding(500_000)).catch(() => undefined);
  const [socket] = await accepted;
  expect(socket.bytesRead).toBeLessThan(1_000_000);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test("of many bodies in small chunks that arrive at once some are refused, but none in a few chunks", async () => {
  const { app, port, w } = await listening();
  let begun = 0;
  const allBegun = Promise.withResolvers<void>();
  const padded = Array<string>(20).fill("1\r\n \r\n".repeat(10_000));
  const bodies = [...padded, "1\r\n \r\n".repeat(200)];
  app.server.on("request", () => ++begun === bodies.length && allBegun.resolve());
  const own = Object.entries(credentials(w)).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST /v2/organizations/get HTTP/1.1\r\nhost: x\r\n${own.join("")}transfer-encoding: chunked\r\n\r\n`;
  const sockets = bodies.map(() => connect(port, "127.0.0.1").on("error", () => {}));
  onTestFinished(() => void sockets.map((socket) => socket.destroy()));
  const accepted = sockets.map(async (socket) => {
    socket.write(head);
    // The connection of a refused body may be reset before its reply arrives.
    const [reply] = await Promise.race([once(socket, "data"), once(socket, "close")]).catch(() => []);
    return String(reply).startsWith("HTTP/1.1 200 ");
  });
  await allBegun.promise;
  // Written in one turn, so that the server reads them in one.
  sockets.forEach((socket, i) => void socket.write(`${bodies[i]}b\r\n{"data":{}}\r\n0\r\n\r\n`));
  const [few, ...many] = (await Promise.all(accepted)).reverse();
  expect(few).toBe(true);
  expect(new Set(many)).toStrictEqual(new Set([true, false]));
});

test("a caller without credentials may send 64 KiB to create a workspace", async () => {
  const { url } = await listening();
  const create = (length: number) => {
    const body = JSON.stringify({ data: { ownerEmail: "ada@example.com" } }).padEnd(length);
    return fetch(`${url}/v2/workspace/create`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
  };
  expect((await create(65_536)).status).toBe(200);
  expect((await create(65_537)).status).toBe(413);
});

test("a caller without credentials is answered before the body has arrived, and the connection ends", async () => {
  const { port } = await listening();
  const head =
    "POST /v2/users/add HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{";
  const reply = await raw(port, head);
  expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  expect(reply).toMatch(/API key not found in headers\./);
  expect(reply).toMatch(/connection: close/i);
});

test("a target with scheme and host, as some proxies send it, is served like its path", async () => {
  const { w, port } = await listening();
  const headers = Object.entries({ ...credentials(w), host: "x", connection: "close", "content-length": "11" });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const statusOf = async (request: string, { isEnded = false } = {}) =>
    (await raw(port, request, { isEnded })).split("\r\n", 1)[0];
  for (const target of ["http://x/v2/organizations/get", "HTTPS://x:80/v2/organizations/get"])
    expect(await statusOf(`POST ${target} HTTP/1.1\r\n${head}\r\n{"data":{}}`)).toBe("HTTP/1.1 200 OK");
  for (const target of ["http://x/health", "http://x/health?a=b"])
    expect(await statusOf(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toBe("HTTP/1.1 200 OK");
  const upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n";
  const key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  // Ended, because the server waits half a minute for the closing frame of a client that it refuses.
  for (const target of ["/v2/crdt/socket/acme/plan/notes?token=a", "http://x/v2/crdt/socket/acme/plan/notes?token=a"])
    expect(await statusOf(`GET ${target} HTTP/1.1\r\nhost: x\r\n${upgrade}${key}\r\n`, { isEnded: true })).toBe(
      "HTTP/1.1 101 Switching Protocols",
    );
  expect(await statusOf("GET http://x/nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).toBe(
    "HTTP/1.1 404 Not Found",
  );
});

test("a caller that disconnects during its body is not reported as an error", async () => {
  const { port, w, app } = await listening();
  const headers = Object.entries(credentials(w)).map(([name, value]) => `${name}: ${value}\r\n`);
  const requested = once(app.server, "request");
  const socket = connect(port, "127.0.0.1");
  socket.write(`POST /v2/users/add HTTP/1.1\r\nhost: x\r\n${headers.join("")}content-length: 1000\r\n\r\n{`);
  await requested;
  socket.destroy();
  while (!w.logged.some(({ message }) => message === "request")) await new Promise((resolve) => setImmediate(resolve));
  expect(w.logged.filter(({ level }) => level === "error")).toStrictEqual([]);
  expect(w.logged.find(({ message }) => message === "request")?.fields.status).toBe(499);
});

test("a caller that disconnects before its long reply begins is not reported as an error", async () => {
  const { port, w, app } = await listening();
  const place = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  await w.ok("/v2/crdt/add", { ...place, editorId: "title", type: "text", data: "x".repeat(1_000_000) });
  app.server.prependListener("request", (_request, response) => response.once("pipe", () => response.destroy()));
  const body = JSON.stringify({ data: place });
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  const all = { ...credentials(w), host: "x", "content-type": "application/json", "content-length": body.length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /v2/crdt/get HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  const gaveUp = () => w.logged.some(({ message }) => /gave up|failed/.test(message));
  while (!gaveUp()) await new Promise((resolve) => setImmediate(resolve));
  expect(w.logged.find(({ message }) => /gave up/.test(message))?.fields.status).toBe(499);
  expect(w.logged.filter(({ level }) => level === "error")).toStrictEqual([]);
});

test("an idle connection is reset if its client does not read, and otherwise closed after what was sent", async () => {
  const { app, port } = await listening();
  const stalled = async (bytes: number) => {
    const opened = once(app.server, "connection");
    const client = connect(port, "127.0.0.1").pause();
    const [socket] = (await opened) as [Socket];
    socket.write(Buffer.alloc(bytes));
    await turn();
    socket.emit("timeout");
    const ended = once(client, "end").then(
      () => "end",
      ({ code }) => code,
    );
    client.resume();
    return ended;
  };
  expect([await stalled(100_000_000), await stalled(10)]).toStrictEqual(["ECONNRESET", "end"]);
});

test("bodies that together exceed the budget are answered with 503 in the envelope, and each body that ends frees its share", async () => {
  const { port, url, w } = await listening({ settings: { bodyBudget: 1000 } });
  const body = JSON.stringify({ data: { organizationId: "acme", users: [{ userId: "ada" }] } });
  const call = () => fetch(`${url}/v2/users/add`, { method: "POST", headers: credentials(w), body: body.padEnd(600) });
  // With its credentials known, the body below counts as soon as it arrives.
  await (await call()).arrayBuffer();
  const headers = Object.entries(credentials(w)).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, "127.0.0.1");
  socket.write(`POST /v2/users/add HTTP/1.1\r\nhost: x\r\n${headers.join("")}content-length: 900\r\n\r\n`);
  socket.write(" ".repeat(600));
  const until = async (status: number) => {
    for (let tries = 0; tries < 1000; tries++) {
      const response = await call();
      if (response.status === status) return response;
      await response.arrayBuffer();
    }
    throw new Error(`no answer with status ${status}`);
  };
  const refused = await until(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  const { error } = (await refused.json()) as { error: { status: string; message: string } };
  expect(error.status).toBe("UNAVAILABLE");
  expect(error.message).toMatch(/Try again shortly/);
  socket.destroy();
  await (await until(200)).arrayBuffer();
});

test("a large reply to a read that began while there was room is dropped if too much is unread by then", async () => {
  class FillsMeanwhile extends UnreadReplies {
    #requests = 0;
    override mustWait(): boolean {
      return this.#requests++ > 0;
    }
  }
  const w = await world();
  for (const half of ["a", "b"]) {
    const users = Array.from({ length: 60 }, (_, i) => ({ userId: `${half}-${i}`, note: "x".repeat(15_000) }));
    await w.ok("/v2/users/add", { organizationId: "acme", users });
  }
  const read = async (pageSize: number) => {
    const app = createHttpServer(w.context, { unread: new FillsMeanwhile() });
    onTestFinished(() => app.close());
    const payload = { data: { organizationId: "acme", pageSize } };
    return (await app.inject({ method: "POST", url: "/v2/users/get", headers: credentials(w), payload })).statusCode;
  };
  expect([await read(120), await read(10)]).toStrictEqual([503, 200]);
});

test("an invalid request is answered in the error envelope as well", async () => {
  const { port, url } = await listening();
  const badPath = await fetch(`${url}/%c0`, { method: "POST" });
  expect(badPath.status).toBe(404);
  expect(((await badPath.json()) as { error: { status: string } }).error.status).toBe("NOT_FOUND");
  for (const text of [
    "garbage\r\n\r\n",
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
    "POST /v2/users/add HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}",
  ]) {
    const reply = await raw(port, text);
    expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(reply).toMatch(/"status":"INVALID_ARGUMENT"/);
  }
});

test("a request that the HTTP parser or Node refuses is answered in the error envelope, with its own status", async () => {
  const { port } = await listening();
  for (const [text, status, message] of [
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431, "headers must not be larger than 16 KiB"],
    [
      "POST /v2/users/add HTTP/1.1\r\nhost: x\r\nexpect: more\r\ncontent-length: 2\r\n\r\n{}",
      417,
      "The header `expect` ",
    ],
    ["CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n", 405, "The method must be POST."],
    [
      `POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1;${"a".repeat(20_000)}\r\n`,
      413,
      "Chunk extensions must not be larger than 16 KiB",
    ],
  ] as const) {
    const reply = await raw(port, text, { isEnded: false });
    const [head = "", body = ""] = reply.split("\r\n\r\n");
    expectWithContext(head.startsWith(`HTTP/1.1 ${status} `), reply).toBe(true);
    expect(head).toMatch(/\r\nconnection: close/i);
    const { error } = JSON.parse(body) as { error: { status: string; message: string } };
    expect(error.status).toBe("INVALID_ARGUMENT");
    expectWithContext(error.message, error.message).toContain(message);
  }
});

test("a request without a host, and one with two, is refused in the error envelope on every path; HTTP/1.0 needs none", async () => {
  const { port } = await listening();
  const upgrade = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n";
  for (const [request, more = ""] of [
    ["POST /v2/users/add", "content-length: 0\r\n"],
    ["GET /health"],
    ["GET /docs"],
    ["GET /v2/documents/stream"],
    ["GET /nowhere"],
    ["GET /v2/crdt/socket/acme/plan/notes?token=a", `${upgrade}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n`],
  ])
    for (const [hosts, message] of [
      ["", "The request must have the header `host`."],
      ["host: x\r\nHost: y\r\n", "The request must not have the header `host` twice."],
    ]) {
      const reply = await raw(port, `${request} HTTP/1.1\r\n${hosts}${more}\r\n`, { isEnded: false });
      expectWithContext(reply, `${request} ${message}`).toMatch(/^HTTP\/1\.1 400 /);
      const { error } = JSON.parse(reply.split("\r\n\r\n")[1] ?? "");
      expect(error).toMatchObject({ status: "INVALID_ARGUMENT", message });
    }
  expect(await raw(port, "GET /health HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
});

test("a connection closes after a request whose upgrade is declined, so that no later request waits for an answer", async () => {
  const { port } = await listening();
  const next = "GET /health HTTP/1.1\r\nhost: x\r\n\r\n";
  const offer = "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\n";
  const body = 'content-type: application/json\r\ncontent-length: 11\r\n\r\n{"data":{}}';
  for (const [first, status] of [
    [`GET /health HTTP/1.1\r\nhost: x\r\n${offer}\r\n`, 200],
    [`GET /health HTTP/1.1\r\nhost: x\r\n${offer.replace("h2c", "websocket")}\r\n`, 200],
    [`POST /v2/users/get HTTP/1.1\r\nhost: x\r\n${offer}${body}`, 400],
  ] as const) {
    const reply = await raw(port, first + next, { isEnded: false });
    expectWithContext(reply, first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expectWithContext(reply.split("\r\n\r\n")[0], first).toMatch(/\r\nconnection: close(\r|$)/i);
  }
  const unasked = `GET /health HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\n\r\n${next.replace("x\r\n", "x\r\nconnection: close\r\n")}`;
  expect((await raw(port, unasked)).match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
});

test("a page that can't be read is logged by its path, without the query of a link", async () => {
  const w = await world();
  const folder = temporaryFolder();
  mkdirSync(join(folder, "index.json"));
  const app = createHttpServer(w.context, { docsFolder: folder });
  onTestFinished(() => app.close());
  await app.inject({ url: "/docs?code=confidential" });
  expect(w.logged.find(({ level }) => level === "error")?.fields.path).toBe("/docs");
  expect(JSON.stringify(w.logged)).not.toContain("confidential");
});

test("every method except POST, even an unusual one, is refused with 405 in the error envelope", async () => {
  const { port } = await listening();
  for (const method of METHODS.filter((name) => !["POST", "CONNECT"].includes(name))) {
    const reply = await raw(port, `${method} /v2/users/add HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expectWithContext(reply, method).toMatch(/^HTTP\/1\.1 405 /);
    expectWithContext(reply, method).toMatch(/\r\nallow: POST\r\n/);
    if (method !== "HEAD") expectWithContext(reply, method).toMatch(/The method must be POST\./);
  }
});

test("any method that a page or a file does not support is 405 in the error envelope, even with a body", async () => {
  const { port } = await listening();
  const reading = [...ofKind(endpoints, "page"), ...ofKind(endpoints, "files")].map(({ path, ...rest }) => ({
    path,
    allow: "takesPost" in rest ? "GET, HEAD, POST" : "GET, HEAD",
  }));
  const posting = [docsSession, docsHook, demoSession].map(({ path }) => ({ path, allow: "POST" }));
  expect(reading.length).toBeGreaterThan(5);
  for (const { path, allow } of [...reading, ...posting])
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"].filter((name) => !allow.includes(name))) {
      const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n`;
      const reply = await raw(port, `${head}{}`);
      expectWithContext(reply, `${method} ${path}`).toMatch(/^HTTP\/1\.1 405 /);
      expectWithContext(reply, `${method} ${path}`).toContain(`\r\nallow: ${allow}\r\n`);
      const message = `The method must be ${allow.replaceAll(", ", " or ")}.`;
      expect(JSON.parse(reply.split("\r\n\r\n")[1] ?? "").error).toMatchObject({ status: "INVALID_ARGUMENT", message });
    }
});

test("a page calls with a user token: the preflight, then the call", async () => {
  const { url, w } = await listening();
  await w.ok("/v2/users/add", {
    organizationId: "o",
    documentId: "d",
    createDocument: true,
    users: [{ userId: "ada" }],
  });
  await w.ok("/v2/workspace/domains/add", { domains: ["app.example.com"] });
  const at = `${url}/v2/presence/add`;
  const origin = "https://app.example.com";
  const preflight = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization",
  };
  const question = await fetch(at, { method: "OPTIONS", headers: preflight });
  expect(question.status).toBe(204);
  expect(question.headers.get("access-control-allow-origin")).toBe(origin);
  const body = JSON.stringify({ data: { organizationId: "o", documentId: "d" } });
  const headers = { origin, "content-type": "application/json", authorization: `Bearer ${await w.token("ada")}` };
  const answer = await fetch(at, { method: "POST", headers, body });
  expectWithContext(answer.status, await answer.text()).toBe(200);
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
});

test("two Authorization headers are refused, whichever is valid, and lines smuggled into a header end the connection", async () => {
  const { port, w } = await listening();
  const token = await w.token("ada");
  const send = (lines: string[]) =>
    raw(
      port,
      [
        "POST /v2/presence/get HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json",
        ...lines,
        'content-length: 11\r\n\r\n{"data":{}}',
      ].join("\r\n"),
      { isEnded: false },
    );
  const good = `authorization: Bearer ${token}`;
  expect(await send([good])).toMatch(/^HTTP\/1\.1 400 [\s\S]*data\.organizationId/);
  for (const lines of [
    [good, good],
    [good, "authorization: Bearer x"],
    ["Authorization: Basic eDp5", good],
  ])
    expect(await send(lines)).toMatch(/^HTTP\/1\.1 401 [\s\S]*The Authorization header must appear exactly once/);
  expect(await send([`authorization: Bearer ${token}\rx-service-api-key: y`])).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send([`authorization: Bearer ${token}\0`])).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send([`authorization: Bearer ${token}`, `x-padding: ${"x".repeat(20_000)}`])).toMatch(
    /^HTTP\/1\.1 4\d\d /,
  );
});

test("the longest user token is accepted together with the usual headers of a browser", async () => {
  const { url, w } = await listening();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const userProperties = { name: "Ada", email: "ada@example.com" };
  const generate = (count: number) => {
    const resources = Array.from({ length: count }, (_, i) => ({
      type: "organization",
      id: `acme${i}`.padEnd(100, "x"),
    }));
    resources[0] = { type: "organization", id: "acme" };
    return w.request("/v2/auth/generate_token", { userId: "ada", userProperties, permissions: { resources } });
  };
  let count = 100;
  while ((await generate(count)).status !== 200) count--;
  const { token } = (await generate(count)).body.result.data;
  expectWithContext(token.length > 12_000, `${count} resources have ${token.length} bytes`).toBe(true);
  const further = { cookie: "c".repeat(2000), "user-agent": "u".repeat(300), referer: "r".repeat(1000) };
  const headers = { ...further, "content-type": "application/json", authorization: `Bearer ${token}` };
  const body = JSON.stringify({ data: { organizationId: "acme" } });
  const reply = await fetch(`${url}/v2/organizations/documents/get`, { method: "POST", headers, body });
  expectWithContext(reply.status, await reply.text()).toBe(200);
});
