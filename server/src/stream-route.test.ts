import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { EventReader } from "@atrium/functions/testing/harness/streams";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { createHttpServer } from "./http-server.ts";

const place = { organizationId: "acme", documentId: "homepage" };

/** A world with a document, behind a real listener on a free port. */
async function listening(t: TestContext) {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "homepage" }] });
  const app = createHttpServer(w.context);
  await app.listen({ host: "127.0.0.1", port: 0 });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= app.close());
  t.after(close);
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { w, url, close };
}

/** A stream over a connection of its own. */
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
      // A cut is no fault of the test.
      response.on("error", () => undefined);
    });
    this.#request.on("error", () => undefined).end();
    this.whenClosed = once(this.#request, "close");
  }

  async until(event: string): Promise<void> {
    while (!this.events.some((told) => told.event === event)) await this.#changed.promise;
  }

  cut(): void {
    this.#request.destroy();
  }
}

const broadcast = (w: World, liveStateDataId: string) =>
  w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId, data: { text: "ä".repeat(1000) } });

test("over a real connection a stream tells what happens, and goes on after a cut where it was", async (t) => {
  const { w, url } = await listening(t);
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
  assert.deepEqual(
    second.events.filter(({ event }) => event === "livestate").map(({ data }) => data.liveStateDataId),
    ["meanwhile"],
  );
  assert.deepEqual(second.events[0]?.data.present.livestate, ["before", "meanwhile"]);
  second.cut();
});

test("a server that ends says goodbye to its streams and is not held up by them", async (t) => {
  const { w, url, close } = await listening(t);
  const streams = [new Connection(url, await w.token("ada")), new Connection(url, await w.token("lin"))];
  for (const stream of streams) await stream.until("ready");
  await close();
  for (const stream of streams) {
    await stream.whenClosed;
    const { event, data, retry } = stream.events.at(-1) ?? {};
    assert.deepEqual([event, data.reason, data.reconnect, retry], ["bye", "shutdown", true, 1500]);
  }
});

test("what does not open is answered as any other call, and what asks for another method too", async (t) => {
  const { w, url } = await listening(t);
  const at = `${url}/v2/documents/stream?${new URLSearchParams(place)}`;
  const without = await fetch(at);
  assert.deepEqual(
    [without.status, ((await without.json()) as { error: { status: string } }).error.status],
    [401, "UNAUTHENTICATED"],
  );
  const headers = { authorization: `Bearer ${await w.token("ada")}`, "content-type": "application/json" };
  const post = await fetch(at, { method: "POST", headers, body: "{}" });
  assert.deepEqual([post.status, post.headers.get("allow")], [405, "GET"]);
  const stream = await fetch(at, { headers });
  assert.equal(stream.headers.get("content-type"), "text/event-stream; charset=utf-8");
  await stream.body?.cancel();
});
