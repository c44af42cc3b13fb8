import { EventEmitter, once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { fakeTimers } from "@atrium/functions/testing/harness/jest/mocks";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, jest, test } from "@jest/globals";
import { type ConnectionLimits, Connections, type ConnectionsOptions, defaultConnectionLimits } from "./connections.ts";
import { serveInOrder } from "./pipelining.ts";
import { UnreadReplies } from "./unread-replies.ts";

/** A server that counts its connections, and clients at addresses of the loopback network. */
async function rig(limits: ConnectionLimits, options: Partial<ConnectionsOptions> = {}) {
  const warnings: { fields: object; message: string }[] = [];
  const server = createServer((_request, response) => void response.end("there"));
  const log = { warn: (fields: object, message: string) => void warnings.push({ fields, message }) };
  const connections = new Connections(server, { limits, log, ...options });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  /** Whether a new connection from the address is served; if so, it stays open. */
  const isServed = async (localAddress: string): Promise<boolean> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    socket.on("error", () => undefined).write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    const closed = once(socket, "close").then(() => false);
    const answered = once(socket, "data").then(() => true);
    return Promise.race([closed, answered.catch(() => false)]);
  };
  /** A new connection on which nothing is sent. */
  const connectOnly = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    await once(socket.resume(), "connect");
    return socket;
  };
  return { connections, connectOnly, isServed, sockets, warnings };
}

const isLinux = process.platform === "linux";

testUnless(!isLinux)(
  "an address at its limit of connections gets no more, and other addresses are unaffected",
  async () => {
    const { isServed, sockets, connections, warnings } = await rig({ total: 0, perAddress: 2 });
    expect([await isServed("127.0.0.2"), await isServed("127.0.0.2")]).toStrictEqual([true, true]);
    expect([await isServed("127.0.0.2"), await isServed("127.0.0.2")]).toStrictEqual([false, false]);
    expect(await isServed("127.0.0.3")).toBe(true);
    expect(connections.size).toBe(3);
    expect(warnings.length).toBe(1);
    expect(warnings[0]?.message ?? "").toMatch(/CONNECTION_LIMIT_PER_ADDRESS/);
    sockets[0]?.destroy();
    while (!(await isServed("127.0.0.2")));
  },
);

test("connections of a /64 block of IPv6 addresses count together, since whoever has one address has all of them", () => {
  const server = new EventEmitter() as unknown as Server;
  const log = { warn: () => undefined };
  const connections = new Connections(server, { limits: { total: 0, perAddress: 2 }, log });
  onTestFinished(() => void server.emit("close"));
  const open = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: jest.fn() });
    server.emit("connection", socket);
    return socket;
  };
  const [first] = [open("2001:db8::1"), open("2001:db8::2")];
  expect(open("2001:db8::3").destroy).toHaveBeenCalledTimes(1);
  expect(open("2001:db8:0:1::1").destroy).not.toHaveBeenCalled();
  expect(connections.size).toBe(3);
  first?.emit("close");
  expect(open("2001:db8::3").destroy).not.toHaveBeenCalled();
});

testUnless(!isLinux)("over the total limit no address is served", async () => {
  const { isServed } = await rig({ total: 2, perAddress: 0 });
  expect([await isServed("127.0.0.2"), await isServed("127.0.0.3"), await isServed("127.0.0.4")]).toStrictEqual([
    true,
    true,
    false,
  ]);
});

testUnless(!isLinux)("a trusted proxy may hold connections for everybody, up to the total limit", async () => {
  const isProxy = (address: string) => address === "127.0.0.2";
  const { isServed } = await rig({ total: 3, perAddress: 1 }, { isProxy });
  for (const served of [true, true, true, false]) expect(await isServed("127.0.0.2")).toBe(served);
});

testUnless(!isLinux)("a connection on which nothing is sent is closed, and frees its place", async () => {
  fakeTimers(["setInterval"]);
  const { isServed, connectOnly, connections, sockets } = await rig({ total: 1, perAddress: 0 });
  expect(await isServed("127.0.0.2")).toBe(true);
  sockets[0]?.destroy();
  while (connections.size > 0) await turn();
  const silent = await connectOnly("127.0.0.2");
  while (connections.size === 0) await turn();
  jest.advanceTimersByTime(2000);
  expect(silent.destroyed).toBe(false);
  const closed = once(silent, "close");
  connections.closeSilent();
  await closed;
  expect(await isServed("127.0.0.2")).toBe(true);
});

test("by default connections leave file descriptors for the rest, and one address leaves most of them to others", () => {
  expect(defaultConnectionLimits(1024)).toStrictEqual({ total: 819, perAddress: 204 });
  expect(defaultConnectionLimits(20_000)).toStrictEqual({ total: 16_000, perAddress: 4000 });
  expect(defaultConnectionLimits(Number.POSITIVE_INFINITY)).toStrictEqual({ total: 20_000, perAddress: 5000 });
});

/** A server whose replies wait for `answer`, and one connection to it. */
async function pipelined() {
  const served: { url: string | undefined; answer(): void }[] = [];
  const server = createServer((request, response) => {
    served.push({ url: request.url, answer: () => void response.end(request.url) });
  });
  serveInOrder(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const send = (count: number) =>
    void socket.write(Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nhost: x\r\n\r\n`).join(""));
  return { served, send, socket };
}

test("requests of one packet are served one after another, in their order", async () => {
  const { served, send, socket } = await pipelined();
  let read = "";
  socket.setEncoding("utf8").on("data", (text) => {
    read += text;
  });
  send(100);
  for (let i = 0; i < 100; i++) {
    while (served.length <= i) await turn();
    expect([served.length, served[i]?.url]).toStrictEqual([i + 1, `/${i}`]);
    served[i]?.answer();
  }
  while (!read.endsWith("/99")) await turn();
  expect(read.match(/(?<=\r\n\r\n)\/\d+/g)?.length).toBe(100);
});

test("a connection that sends more requests than may wait gets the reply to the request being served, and is closed", async () => {
  const { served, send, socket } = await pipelined();
  let read = "";
  socket.setEncoding("utf8").on("data", (text) => {
    read += text;
  });
  send(200);
  while (served.length === 0) await turn();
  for (let i = 0; i < 5; i++) await turn();
  served[0]?.answer();
  await once(
    socket.on("error", () => undefined),
    "close",
  );
  expect(served.map(({ url }) => url)).toStrictEqual(["/0"]);
  expect(read.match(/(?<=\r\n\r\n)\/\d+/g)).toStrictEqual(["/0"]);
});

test("if large replies wait unread, only an address with many of them has to read first", () => {
  const unread = new UnreadReplies({ total: 10_000_000, perAddress: 4_000_000 });
  const reply = (address: string, bytes: number): ServerResponse => {
    const response = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
    unread.add(response, () => address, bytes);
    return response;
  };
  const waits = () => ["2001:db8::3", "usual", "new"].filter((address) => unread.mustWait(() => address));
  // Addresses of one /64 block count as one.
  const [first] = Array.from({ length: 9 }, (_, i) => reply(`2001:db8::${i}`, 1_000_000));
  reply("usual", 1_000_000);
  for (let i = 0; i < 1000; i++) reply("new", 1000);
  expect(waits()).toStrictEqual([]);
  reply("2001:db8::a", 1_000_000);
  expect(waits()).toStrictEqual(["2001:db8::3"]);
  first?.emit("close");
  expect(waits()).toStrictEqual([]);
});
