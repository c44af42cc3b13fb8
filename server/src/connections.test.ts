import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type ConnectionLimits, Connections, type ConnectionsOptions, defaultConnectionLimits } from "./connections.ts";

/** A server that counts its connections, and who connects to it from addresses of the loopback network. */
async function rig(t: TestContext, limits: ConnectionLimits, options: Partial<ConnectionsOptions> = {}) {
  const warnings: { fields: object; message: string }[] = [];
  const server = createServer((_request, response) => void response.end("there"));
  const log = { warn: (fields: object, message: string) => void warnings.push({ fields, message }) };
  const connections = new Connections(server, { limits, log, ...options });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  /** Whether a new connection from the address is served; it stays open then. */
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

test("an address that holds its connections is refused more, and no other address is", {
  skip: !isLinux,
}, async (t) => {
  const { isServed, sockets, connections, warnings } = await rig(t, { total: 0, perAddress: 2 });
  assert.deepEqual([await isServed("127.0.0.2"), await isServed("127.0.0.2")], [true, true]);
  assert.deepEqual([await isServed("127.0.0.2"), await isServed("127.0.0.2")], [false, false]);
  assert.equal(await isServed("127.0.0.3"), true);
  assert.equal(connections.size, 3);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]?.message ?? "", /CONNECTION_LIMIT_PER_ADDRESS/);
  sockets[0]?.destroy();
  while (!(await isServed("127.0.0.2")));
});

test("over the total nobody is served, whatever the address", { skip: !isLinux }, async (t) => {
  const { isServed } = await rig(t, { total: 2, perAddress: 0 });
  assert.deepEqual(
    [await isServed("127.0.0.2"), await isServed("127.0.0.3"), await isServed("127.0.0.4")],
    [true, true, false],
  );
});

test("a trusted proxy holds connections for everybody, up to the total", { skip: !isLinux }, async (t) => {
  const isProxy = (address: string) => address === "127.0.0.2";
  const { isServed } = await rig(t, { total: 3, perAddress: 1 }, { isProxy });
  for (const served of [true, true, true, false]) assert.equal(await isServed("127.0.0.2"), served);
});

test("a connection on which nothing is sent is closed, and frees its place", { skip: !isLinux }, async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { isServed, connectOnly, connections, sockets } = await rig(t, { total: 1, perAddress: 0 });
  assert.equal(await isServed("127.0.0.2"), true);
  sockets[0]?.destroy();
  while (connections.size > 0) await turn();
  const silent = await connectOnly("127.0.0.2");
  while (connections.size === 0) await turn();
  t.mock.timers.tick(2000);
  assert.equal(silent.destroyed, false);
  const closed = once(silent, "close");
  connections.closeSilent();
  await closed;
  assert.equal(await isServed("127.0.0.2"), true);
});

test("by default connections leave file descriptors for the rest, and one address leaves most of them to others", () => {
  assert.deepEqual(defaultConnectionLimits(1024), { total: 819, perAddress: 204 });
  assert.deepEqual(defaultConnectionLimits(20_000), { total: 16_000, perAddress: 4000 });
  assert.deepEqual(defaultConnectionLimits(Number.POSITIVE_INFINITY), { total: 20_000, perAddress: 5000 });
});
