import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { EventReader } from "@atrium/functions/testing/harness/streams";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { createHttpServer } from "../http-server.ts";

const place = { organizationId: "acme", documentId: "homepage" };

/** A world with a document, behind a real listener on a free port. */
async function listening() {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "homepage" }] });
  const app = createHttpServer(w.context);
  await app.listen({ host: "127.0.0.1", port: 0 });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= app.close());
  onTestFinished(close);
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { w, url, close };
}

/** A stream over its own connection. */
class Connection extends EventReader {
  readonly #request;
  readonly whenClosed: Promise<unknown>;
  #changed = Promise.withResolvers<void>();

  constructor(url: string, token: string, lastEventId?: string) {
    super();
    this.#request = request(`${url}/v2/documents/stream?${new URLSearchParams(place)}`, {
      headers: { authorization: `Bearer ${token}`, ...(lastEventId && { "last-event-id": lastEventId }) },
    });
    this.#request.on("response", (response) => {
      response.setEncoding("utf8").on("data", (text: string) => {
        this.read(text);
        this.#changed.resolve();
        this.#changed = Promise.withResolvers();
      });
      // A disconnection must not fail the test.
      response.on("error", () => undefined);
    });
    this.#request.on("error", () => undefined).end();
    this.whenClosed = once(this.#request, "close");
  }

  async until(event: string): Promise<void> {
    while (!this.events.some((received) => received.event === event)) await this.#changed.promise;
  }

  cut(): void {
    this.#request.destroy();
  }
}

test("a stream that is requested with another method says to use GET", async () => {
  const { url } = await listening();
  const reply = await fetch(`${url}/v2/documents/stream`, { method: "POST", body: "{}" });
  const { error } = (await reply.json()) as { error: { message: string; details: { hint: string } } };
  expect([reply.status, error.message]).toStrictEqual([405, "The method must be GET."]);
  expect(error.details.hint).toMatch(/GET.*query.*`authorization: Bearer <user token>`/);
});

const broadcast = (w: World, liveStateDataId: string) =>
  w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId, data: { text: "ä".repeat(1000) } });

test("over a real connection a stream delivers events, and resumes where it was after a disconnection", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const first = new Connection(url, token);
  await first.until("ready");
  await broadcast(w, "before");
  await first.until("livestate");
  first.cut();
  await first.whenClosed;
  await broadcast(w, "meanwhile");
  const second = new Connection(url, token, first.lastEventId);
  await second.until("livestate");
  expect(
    second.events.filter(({ event }) => event === "livestate").map(({ data }) => data.liveStateDataId),
  ).toStrictEqual(["meanwhile"]);
  expect(second.events[0]?.data.present.livestate).toStrictEqual(["before", "meanwhile"]);
  second.cut();
});

test("a server that shuts down ends its streams with `bye` and does not wait for them", async () => {
  const { w, url, close } = await listening();
  const streams = [new Connection(url, await w.token("ada")), new Connection(url, await w.token("lin"))];
  for (const stream of streams) await stream.until("ready");
  await close();
  for (const stream of streams) {
    await stream.whenClosed;
    const { event, data, retry } = stream.events.at(-1) ?? {};
    expect([event, data.reason, data.reconnect, retry]).toStrictEqual(["bye", "shutdown", true, 1500]);
  }
});

test("a refused stream gets the same error as any other call, and so does another method", async () => {
  const { w, url } = await listening();
  const at = `${url}/v2/documents/stream?${new URLSearchParams(place)}`;
  const without = await fetch(at);
  expect([without.status, ((await without.json()) as { error: { status: string } }).error.status]).toStrictEqual([
    401,
    "UNAUTHENTICATED",
  ]);
  const headers = { authorization: `Bearer ${await w.token("ada")}`, "content-type": "application/json" };
  const post = await fetch(at, { method: "POST", headers, body: "{}" });
  expect([post.status, post.headers.get("allow")]).toStrictEqual([405, "GET"]);
  const stream = await fetch(at, { headers });
  expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  await stream.body?.cancel();
});
