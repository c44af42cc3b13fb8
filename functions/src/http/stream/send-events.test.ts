import { once } from "node:events";
import { createServer, get, IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { OpenStream } from "#domain/live/open-stream";
import { StreamEvent } from "#domain/live/stream-events";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { EventReader } from "#testing/harness/streams";
import { sendEvents } from "./send-events.ts";

function opened() {
  const clock = { now: 0 };
  const ended = Promise.withResolvers<void>();
  const events = new OpenStream({ now: () => clock.now, maxWaiting: () => 10, onEnd: () => ended.resolve() });
  const reply = { status: 200, headers: { "content-type": "text/event-stream" }, events } as const;
  const tell = (n: number, text = "") =>
    events.offer([new StreamEvent("livestate", "a", { read: () => ({ n, text }) })], `v${n}`);
  return { events, reply, tell, clock, ended: ended.promise };
}

/** A client of a server that sends the stream. */
async function connected(stream: ReturnType<typeof opened>) {
  const server = createServer((_request, response) => void sendEvents(response, stream.reply)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    request.destroy();
    server.close();
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const errors: string[] = [];
  request.on("error", ({ message }) => errors.push(message));
  return { request, response, errors };
}

test("nothing more is built while the client does not read, and then it gets the latest state", async () => {
  const stream = opened();
  const { response } = await connected(stream);
  const text = "x".repeat(1_000_000);
  for (let n = 1; n <= 100; n++) {
    stream.tell(n, text);
    for (let i = 0; i < 10; i++) await turn();
  }
  stream.events.close(Buffer.from("event: bye\ndata: {}\n\n"));
  const reader = new EventReader();
  for await (const chunk of response.setEncoding("utf8")) reader.read(chunk);
  expectWithContext(reader.events.length, `${reader.events.length} of 101 were sent`).toBeLessThan(60);
  expect(reader.events.at(-1)?.event).toBe("bye");
});

test("a client that reads nothing for a minute is disconnected by a reset, so that the system keeps no data for it", async () => {
  const stream = opened();
  const { response, errors } = await connected(stream);
  const text = "x".repeat(1_000_000);
  for (let n = 1; n <= 30; n++) {
    stream.tell(n, text);
    for (let i = 0; i < 10; i++) await turn();
  }
  stream.clock.now = 60_000;
  stream.events.beat();
  await stream.ended;
  await expect(async () => {
    for await (const _ of response);
  }).rejects.toThrow(/aborted/);
  expectWithContext(errors, "a connection that is merely closed would end without an error").toStrictEqual([
    "read ECONNRESET",
  ]);
});

test("a client that does not read the little that is left is disconnected too", async () => {
  const stream = opened();
  const { response } = await connected(stream);
  // The system's buffers hold more than this process ever does.
  for (let n = 1; n <= 60; n++) {
    stream.tell(n, "x".repeat(n < 30 ? 1_000_000 : 10));
    for (let i = 0; i < 10; i++) await turn();
  }
  for (stream.clock.now = 0; stream.clock.now <= 75_000; stream.clock.now += 15_000) {
    stream.events.beat();
    for (let i = 0; i < 10; i++) await turn();
  }
  await stream.ended;
  response.destroy();
});

test("a client that does not read its last event is disconnected", async () => {
  const stream = opened();
  const { response, errors } = await connected(stream);
  for (let n = 1; n <= 30; n++) {
    stream.tell(n, "x".repeat(1_000_000));
    for (let i = 0; i < 10; i++) await turn();
  }
  stream.events.close(Buffer.from("event: bye\ndata: {}\n\n"));
  stream.events.cut();
  await stream.ended;
  await expect(async () => {
    for await (const _ of response);
  }).rejects.toThrow(/aborted/);
  expectWithContext(errors, "a connection that is merely closed would end without an error").toStrictEqual([
    "read ECONNRESET",
  ]);
});

test("a client that disconnects ends its stream, even if it disconnects before the stream is open", async () => {
  const stream = opened();
  const { request } = await connected(stream);
  request.destroy();
  request.on("error", () => undefined);
  await stream.ended;

  const late = opened();
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  await once(response, "close");
  await sendEvents(response, late.reply);
  await late.ended;
});
