import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { createHttpServer } from "../../src/http-server.ts";

const MIB = 1024 * 1024;
const TOO_LARGE = "The request body must not be larger than 1048576 bytes.";

async function listening(): Promise<{ w: World; port: number }> {
  const w = await world();
  const app = createHttpServer(w.context);
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { w, port: (app.server.address() as AddressInfo).port };
}

const headersOf = ({ tenant }: World) => ({
  "content-type": "application/json",
  "x-service-api-key": tenant.apiKeyId,
  "x-service-auth-token": tenant.authToken,
});

/** A connection on which the head of a request has been sent. */
async function begun(port: number, headers: Record<string, string>): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  await once(socket, "connect");
  const lines = Object.entries({ host: "x", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /v2/users/add HTTP/1.1\r\n${lines.join("")}\r\n`);
  return socket;
}

/** Sends this many bytes, like a client that only reads after it has sent everything. Fails if the connection breaks. */
async function sendAll(socket: Socket, bytes: number): Promise<void> {
  socket.pause();
  const chunk = Buffer.alloc(64 * 1024, "x");
  for (let bytesLeft = bytes; bytesLeft > 0; bytesLeft -= chunk.length) {
    const part = chunk.subarray(0, Math.min(bytesLeft, chunk.length));
    await new Promise<void>((resolve, reject) => socket.write(part, (error) => (error ? reject(error) : resolve())));
  }
}

/** Everything that arrives until the server ends its side. */
async function replyOf(socket: Socket): Promise<string> {
  let reply = "";
  socket.on("data", (chunk) => {
    reply += chunk;
  });
  socket.resume();
  await Promise.race([once(socket, "end"), once(socket, "close")]);
  socket.destroy();
  return reply;
}

for (const [what, headers] of [
  ["that is kept alive", {}],
  ["that the client closes", { connection: "close" }],
  ["whose client asks before it sends", { expect: "100-continue" }],
] as const)
  for (const size of [2 * MIB, 11 * MIB])
    test(`a body of ${size / MIB} MiB on a connection ${what} is answered with 413, even for a client that reads last`, async () => {
      const { w, port } = await listening();
      const socket = await begun(port, { ...headersOf(w), ...headers, "content-length": String(size) });
      await sendAll(socket, size);
      const reply = await replyOf(socket);
      expect(reply).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 413 /);
      expect(reply).toContain(`"message":"${TOO_LARGE}"`);
    });

test("fetch receives 413 for bodies above the limit, each time, with and without a length", async () => {
  const { w, port } = await listening();
  const large = new Uint8Array(11 * MIB);
  for (let i = 0; i < 20; i++) {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(large);
        controller.close();
      },
    });
    const body = i % 2 ? { body: large } : { body: stream, duplex: "half" };
    const request = { method: "POST", headers: headersOf(w), ...body } as RequestInit;
    const response = await fetch(`http://127.0.0.1:${port}/v2/users/add`, request);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { status: "INVALID_ARGUMENT", message: TOO_LARGE } });
  }
});

test("a caller without credentials gets an error for a large body, and its connection ends", async () => {
  const { port } = await listening();
  const socket = await begun(port, { "content-type": "application/json", "content-length": String(11 * MIB) });
  await sendAll(socket, 11 * MIB);
  expect(await replyOf(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*API key not found in headers\./);
});
