import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { newCredentials, type RunningServer, startServer } from "../testing/running-server.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createHttpServer } from "./http-server.ts";
import { Connections } from "./load/connections.ts";
import { closeConnections, IDLE_GRACE } from "./shutdown.ts";

const LONGEST_END = 10_000;

/** A server with its JSON log lines; it is killed after the test. */
async function running(environment: Record<string, string> = {}, options: { isLaunched?: boolean } = {}) {
  const folder = join(temporaryFolder(), "data");
  const server = await startServer(folder, { LOG_LEVEL: "info", ...environment }, options);
  let text = "";
  server.process.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const closed = once(server.process, "close");
  onTestFinished(async () => {
    server.process.kill("SIGKILL");
    await closed;
  });
  /** All lines, once the server has ended and nothing more can be written. */
  const lines = async () => {
    await closed;
    const jsonLines = text.split("\n").filter((line) => line.startsWith("{"));
    return jsonLines.map((line) => JSON.parse(line));
  };
  return { server, lines };
}

/** A connection on which this text was sent; resolves once the server has received it. */
async function open(server: RunningServer, text = ""): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  onTestFinished(() => socket.destroy());
  await once(socket, "connect");
  if (text) await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

const request = (path: string, headers: Record<string, string> = {}, method = "POST") =>
  [`${method} ${path} HTTP/1.1`, "host: localhost", ...Object.entries(headers).map((pair) => pair.join(": "))].join(
    "\r\n",
  );

/** A connection with a request that has begun. */
async function halfHead(server: RunningServer): Promise<void> {
  const socket = await open(server, `${request("/health", {}, "GET")}\r\n\r\n`);
  await once(socket, "data");
  await new Promise((resolve) => socket.write(`${request("/v2/users/add")}\r\nx-half`, resolve));
}

/** The stream of a document, whose client does not read. */
async function stalledStream(server: RunningServer, headers: Record<string, string>) {
  const place = { organizationId: "acme", documentId: "homepage" };
  const documents = [{ documentId: "homepage" }];
  await server.post("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] }, headers);
  await server.post("/v2/organizations/documents/add", { organizationId: "acme", documents }, headers);
  const userProperties = { name: "Ada", email: "ada@example.com" };
  const tokenRequest = { userId: "ada", userProperties, permissions: { resources: [] } };
  const { body } = await server.post("/v2/auth/generate_token", tokenRequest, headers);
  const authorization = `Bearer ${body.result.data.token}`;
  const path = `/v2/documents/stream?${new URLSearchParams(place)}`;
  const stream = await open(server, `${request(path, { authorization }, "GET")}\r\n\r\n`);
  await once(stream, "data");
  stream.pause();
  const text = "x".repeat(500_000);
  for (let i = 0; i < 30; i++)
    await server.post("/v2/livestate/broadcast", { ...place, liveStateDataId: `big-${i}`, data: { text } }, headers);
}

for (const [name, openOne] of [
  ["a connection that has sent nothing", (server) => open(server)],
  ["half of a head", halfHead],
  [
    "half of a body",
    async (server, headers) =>
      open(server, `${request("/v2/users/add", { ...headers, "content-length": "100" })}\r\n\r\n{"data`),
  ],
  [
    "a connection that is kept alive",
    async (server) => {
      const socket = await open(server, `${request("/health", {}, "GET")}\r\n\r\n`);
      await once(socket, "data");
    },
  ],
  ["a stream whose reader has stopped", stalledStream],
] as [string, (server: RunningServer, headers: Record<string, string>) => Promise<unknown>][])
  test(`SIGTERM ends the server within 10 s during ${name}, and the last log line reports it`, async () => {
    const { server, lines } = await running();
    const headers = { "content-type": "application/json", ...(await newCredentials(server)) };
    await openOne(server, headers);
    expect(await server.end()).toBe(0);
    const last = (await lines()).at(-1);
    expect(last.message).toMatch(/^ended: /);
    expect(last.ms < LONGEST_END).toBe(true);
    const isCut = /half|stopped/.test(name);
    expect(last.cutOff).toStrictEqual({ connections: isCut ? 1 : 0, tasks: 0 });
  });

/** Replies until the server closes the connection. */
async function repliesOf(socket: Socket): Promise<string> {
  return (await socket.setEncoding("latin1").toArray()).join("");
}

const health = `${request("/health", {}, "GET")}\r\n\r\n`;

for (const [name, ATRIUM_WORKERS] of [
  ["a process", "1"],
  ["several workers", "2"],
] as const)
  test(`requests that reach ${name} over open connections right after the signal are answered`, async () => {
    for (let isInTime = false; !isInTime; ) {
      const { server, lines } = await running({ ATRIUM_WORKERS });
      const sockets = await Promise.all(Array.from({ length: 20 }, () => open(server, health)));
      await Promise.all(sockets.map((socket) => once(socket, "data")));
      // What the primary has not handed to a worker yet is lost.
      if (ATRIUM_WORKERS === "1") sockets.push(...(await Promise.all(Array.from({ length: 20 }, () => open(server)))));
      const replies = sockets.map(repliesOf);
      const signalledAt = performance.now();
      const ended = server.end();
      for (const socket of sockets) socket.write(health);
      // On a busy machine this process may be paused in between: then the server may have closed idle connections.
      isInTime = performance.now() - signalledAt < IDLE_GRACE;
      const outcomes = await Promise.allSettled(replies);
      expect(await ended).toBe(0);
      if (!isInTime) continue;
      const value = expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n/);
      for (const outcome of outcomes) expect(outcome).toStrictEqual({ status: "fulfilled", value });
      expect((await lines()).at(-1)).toMatchObject({ message: "ended: nothing was cut off" });
    }
  });

test("requests and connections that arrived while the process was paused are answered before it ends", async () => {
  const { server } = await running();
  const sockets = await Promise.all(Array.from({ length: 20 }, () => open(server, health)));
  await Promise.all(sockets.map((socket) => once(socket, "data")));
  server.process.kill("SIGSTOP");
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(health, resolve))));
  sockets.push(...(await Promise.all(Array.from({ length: 20 }, () => open(server, health)))));
  const replies = sockets.map(repliesOf);
  const ended = server.end();
  server.process.kill("SIGCONT");
  for (const reply of await Promise.all(replies)) expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await ended).toBe(0);
});

test("a connection that arrives while the server prepares to close is answered", async () => {
  const w = await world();
  const app = createHttpServer(w.context);
  onTestFinished(() => app.close());
  const connections = new Connections(app.server, { limits: { total: 0, perAddress: 0 }, log: w.context.log });
  let reply: Promise<string> | undefined;
  app.addHook("preClose", async () => {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined).write(health);
    reply = repliesOf(socket);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  expect(await closeConnections({ app, connections })).toStrictEqual({ connections: 0 });
  expect(await reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test("a reply that its reader has not received completely at the signal is sent to its end", async () => {
  const { server } = await running();
  const page = `${request("/openapi.json", {}, "GET")}\r\n\r\n`;
  const socket = await open(server, page.repeat(30));
  await once(socket, "data");
  socket.pause();
  // Meanwhile the server fills the buffers of the connection.
  for (let i = 0; i < 20; i++) await fetch(`${server.url}/health`);
  const ended = server.end();
  await expect(async () => {
    for (;;) await fetch(`${server.url}/health`, { headers: { connection: "close" } });
  }).rejects.toThrow();
  const text = await repliesOf(socket);
  const last = text.slice(text.lastIndexOf("HTTP/1.1 200 OK"));
  expect(last).toMatch(/connection: close/i);
  const [head = "", body = ""] = last.split("\r\n\r\n");
  expect(body.length).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]));
  expect(await ended).toBe(0);
});

test("closing the terminal shuts the server down cleanly, even if another program started it", async () => {
  for (const [environment, options] of [[{}], [{ ATRIUM_WORKERS: "2" }], [{}, { isLaunched: true }]] as const) {
    const { server, lines } = await running(environment, options);
    expect(await server.end("SIGHUP")).toBe(0);
    expect((await lines()).at(-1)).toMatchObject({ message: "ended: nothing was cut off" });
  }
});

testUnless(process.platform === "win32" && "there are no such signals")(
  "other signals neither end the server nor open a debugger, and are logged",
  async () => {
    for (const ATRIUM_WORKERS of ["1", "2"]) {
      const { server, lines } = await running({ ATRIUM_WORKERS });
      let errors = "";
      server.process.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
        errors += chunk;
      });
      for (const signal of ["SIGUSR1", "SIGUSR2"] as const) server.process.kill(signal);
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
      expect(await server.end()).toBe(0);
      const ignored = (await lines()).filter(({ message }) => message.startsWith("a signal was ignored"));
      expect(ignored.map(({ signal }) => signal).sort()).toStrictEqual(["SIGUSR1", "SIGUSR2"]);
      expect(errors).toBe("");
    }
  },
);

test("several workers end too, whatever connections are open", async () => {
  const { server, lines } = await running({ ATRIUM_WORKERS: "2" });
  for (let i = 0; i < 4; i++) await halfHead(server);
  expect(await server.end("SIGINT")).toBe(0);
  const ends = (await lines()).filter(({ message }) => message.startsWith("ended: "));
  expectWithContext(
    ends.reduce((sum, { cutOff }) => sum + cutOff.connections, 0),
    JSON.stringify(ends),
  ).toBe(4);
});

for (const workers of ["1", "2"])
  test(`${workers} process(es) shut down cleanly when the program that started them is killed`, async () => {
    const { server, lines } = await running({ ATRIUM_WORKERS: workers }, { isLaunched: true });
    server.process.kill("SIGKILL");
    const ends = (await lines()).filter(({ message }) => message.startsWith("ended: "));
    // A worker that had not finished starting writes no such line.
    expect(ends.length).toBeGreaterThan(0);
    for (const { message } of ends) expect(message).toBe("ended: nothing was cut off");
  });

for (const workers of ["1", "2"])
  test(`a second signal ends ${workers} process(es) at once`, async () => {
    const { server, lines } = await running({ ATRIUM_WORKERS: workers });
    for (let i = 0; i < 2; i++) await halfHead(server);
    let code: number | string | undefined;
    void server.end().then((ended) => {
      code = ended;
    });
    while (code === undefined) {
      await sleep(50);
      server.process.kill("SIGTERM");
    }
    expect(code).toBe(1);
    expect((await lines()).at(-1).message).toMatch(/by a second signal$/);
  });

test("a request on an open connection is answered during shutdown, and the connection is closed", async () => {
  const { server } = await running();
  const headers = { "content-type": "application/json", ...(await newCredentials(server)) };
  const body = JSON.stringify({ data: { organizationId: "acme", users: [{ userId: "ada" }] } });
  const head = `${request("/v2/users/add", { ...headers, "content-length": String(body.length) })}\r\n\r\n`;
  const socket = await open(server, `${head}${body.slice(0, 10)}`);
  const ended = server.end();
  await expect(async () => {
    for (;;) await fetch(`${server.url}/health`, { headers: { connection: "close" } });
  }).rejects.toThrow();
  const text = socket.setEncoding("utf8").toArray();
  // The rest of one request, and a second complete request.
  socket.write(`${body.slice(10)}${head}${body}`);
  const answers = (await text).join("");
  expect(answers).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answers).toMatch(/connection: close/i);
  expect(await ended).toBe(0);
});
