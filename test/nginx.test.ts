import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { EventReader } from "@atrium/functions/testing/harness/streams";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expect } from "@jest/globals";
import WebSocket from "ws";
import { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";
import { createHttpServer } from "../server/src/http-server.ts";
import { Environment } from "../server/src/settings/environment.ts";
import { readTrustProxy } from "../server/src/settings/trust-proxy.ts";

const site = readFileSync(new URL("../deploy/nginx/atrium.conf", import.meta.url), "utf8");
const program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"].find((path) =>
  existsSync(path),
);
const testWithNginx = testUnless(program === undefined && "nginx is missing");
const place = { organizationId: "acme", documentId: "homepage" };

/** The kernel behind nginx with the configuration in `deploy`, on a Unix socket instead of its port and certificate. */
async function behindNginx(configuration = site) {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "homepage" }] });
  const trustProxy = readTrustProxy(new Environment({ TRUST_PROXY: "127.0.0.1" }));
  const app = createHttpServer(w.context, { trustProxy });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const folder = mkdtempSync(join(tmpdir(), "atrium-nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { port } = app.server.address() as AddressInfo;
  await startNginx(folder, configuration.replace("127.0.0.1:5050", `127.0.0.1:${port}`));
  const logs = () => ["access.log", "error.log"].map((name) => readFileSync(join(folder, name), "utf8")).join("");
  return { w, socketPath: join(folder, "socket"), logs, stopAtrium: () => app.close() };
}

async function startNginx(folder: string, configuration: string): Promise<void> {
  const served = configuration
    .replace(/listen 443 .*$/m, `listen "unix:${folder}/socket";`)
    .replace(/listen 80;/, `listen "unix:${folder}/plain";`)
    .replace(/^\s*(listen \[|ssl_).*$/gm, "");
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path "${folder}/${name}";`,
  );
  const file = join(folder, "nginx.conf");
  const main = `daemon off; master_process off; pid "${folder}/pid"; error_log stderr notice; events {}`;
  // nginx's default access log format and error log level.
  const logs = `access_log "${folder}/access.log"; error_log "${folder}/error.log"; error_log stderr notice;`;
  writeFileSync(file, `${main}\nhttp { ${logs} ${folders.join(" ")}\n${served}\n}`);
  const child: ChildProcess = spawn(program ?? "", ["-c", file, "-p", folder, "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exit;
  });
  let printed = "";
  const started = new Promise<void>((resolve) => {
    child.stderr?.on("data", (chunk) => {
      printed += chunk;
      if (/start worker|using the "epoll"|kqueue/.test(printed)) resolve();
    });
  });
  await Promise.race([
    started,
    exit.then(() => {
      throw new Error(`nginx has ended: ${printed}`);
    }),
  ]);
}

/** Makes a call with a user token through the socket. */
async function call(socketPath: string, path: string, token: string, headers: Record<string, string> = {}) {
  const clientRequest = request({
    socketPath,
    path,
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
  });
  clientRequest.end(JSON.stringify({ data: place }));
  const [response] = await once(clientRequest, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode as number, text };
}

/** A token of more than 11 KiB, but below Atrium's maximum of 12 KiB. */
async function largeToken(w: World): Promise<string> {
  const resources = Array.from({ length: 62 }, (_, i) => ({
    type: "document" as const,
    id: `${"a-document-with-a-long-name-".repeat(2)}${i}`,
    organizationId: "acme",
    accessRole: "viewer" as const,
  }));
  const token = await w.token("ada", { resources });
  expectWithContext(token.length, "bytes of the token").toBeGreaterThan(11 * 1024);
  expectWithContext(token.length, "bytes of the token").toBeLessThan(12 * 1024);
  return token;
}

testWithNginx(
  "behind nginx a user token of more than 11 KiB arrives, which nginx's defaults would refuse",
  async () => {
    const { w, socketPath } = await behindNginx();
    const token = await largeToken(w);
    const { status, text } = await call(socketPath, "/v2/presence/get", token);
    expectWithContext(status, text).toBe(200);
    const unset = await behindNginx(site.replace(/^.*large_client_header_buffers.*$/m, ""));
    expect((await call(unset.socketPath, "/v2/presence/get", token)).status).toBe(400);
  },
);

testWithNginx("nginx redirects plain HTTP to the same address with TLS", async () => {
  const { socketPath } = await behindNginx();
  const clientRequest = request({
    socketPath: join(socketPath, "..", "plain"),
    path: "/docs?q=a%20b",
    headers: { host: "evil.example" },
  });
  clientRequest.end();
  const [response] = await once(clientRequest, "response");
  response.resume();
  expect([response.statusCode, response.headers.location]).toStrictEqual([
    301,
    "https://atrium.example.com/docs?q=a%20b",
  ]);
});

testWithNginx("behind nginx, each event of a stream arrives while the stream is open", async () => {
  const { w, socketPath } = await behindNginx();
  const reader = new EventReader();
  const stream = request({
    socketPath,
    path: `/v2/documents/stream?${new URLSearchParams(place)}`,
    headers: { authorization: `Bearer ${await largeToken(w)}` },
  });
  stream.end();
  const [response] = await once(stream, "response");
  expect(response.statusCode).toBe(200);
  const until = async (event: string) => {
    while (!reader.events.some((received) => received.event === event))
      reader.read(String((await once(response, "data"))[0]));
  };
  await until("ready");
  await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "cursor", data: { slide: 3 } });
  await until("livestate");
  response.on("error", () => undefined);
  stream.on("error", () => undefined).destroy();
});

/** A stock y-websocket client that edits a document of `behindNginx` through nginx. */
function editBehind(socketPath: string, token: string) {
  const doc = new Y.Doc();
  const provider = new WebsocketProvider(`ws+unix:${socketPath}:/v2/crdt/socket/acme/homepage`, "title", doc, {
    params: { token },
    WebSocketPolyfill: WebSocket as never,
    disableBc: true,
  });
  onTestFinished(() => doc.destroy());
  onTestFinished(() => provider.destroy());
  return { provider, text: doc.getText("content") };
}

const synced = ({ provider }: ReturnType<typeof editBehind>) =>
  new Promise<void>((resolve, reject) => {
    provider.on("sync", (isSynced: boolean) => isSynced && resolve());
    provider.on("connection-error", (event) => reject(new Error((event as { message?: string }).message)));
  });

testWithNginx("behind nginx, two stock Yjs clients edit together over WebSockets", async () => {
  const { w, socketPath } = await behindNginx();
  const token = await largeToken(w);
  const [ada, lin] = [editBehind(socketPath, token), editBehind(socketPath, token)];
  await Promise.all([ada, lin].map(synced));
  const arrived = new Promise<void>((resolve) => lin.text.observe(() => resolve()));
  ada.text.insert(0, "Hello");
  await arrived;
  expect(lin.text.toString()).toBe("Hello");
});

testWithNginx("no nginx log contains a socket's token, even when Atrium is down", async () => {
  const { w, socketPath, logs, stopAtrium } = await behindNginx();
  const token = await w.token("ada");
  const client = editBehind(socketPath, token);
  await synced(client);
  client.provider.destroy();
  await stopAtrium();
  const refused = new Promise<string>((resolve) => {
    const socket = new WebSocket(`ws+unix:${socketPath}:/v2/crdt/socket/acme/homepage/title?token=${token}`);
    socket.on("error", ({ message }) => resolve(message));
  });
  expect(await refused).toContain("502");
  expect((await call(socketPath, "/v2/presence/get", token)).status).toBe(502);
  expect(logs()).toContain("/v2/presence/get");
  expect(logs()).not.toContain(token);
});

testWithNginx("a socket request whose upgrade headers nginx has dropped is refused with what is missing", async () => {
  const { w, socketPath } = await behindNginx(site.replace(/^.*proxy_set_header Upgrade.*$/m, ""));
  const clientRequest = request({ socketPath, path: "/v2/crdt/socket/acme/homepage/title" });
  const [response] = await once(clientRequest.end(), "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  expect(response.statusCode).toBe(404);
  expect(JSON.parse(text).error.details.hint).toContain("`Upgrade: websocket`");
  expect(w.logged.at(-1)?.fields).toMatchObject({ path: "/v2/crdt/socket", status: 404 });
});

testWithNginx("endpoints for internal machines are not reachable through nginx", async () => {
  const { w, socketPath } = await behindNginx();
  const token = await w.token("ada");
  for (const path of ["/metrics", "/ready"]) {
    const { status, text } = await call(socketPath, path, token);
    expect([status, text.includes("nginx")]).toStrictEqual([404, true]);
  }
});
