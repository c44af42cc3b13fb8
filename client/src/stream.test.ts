import { rejectionOf } from "@atrium/functions/testing/harness/jest/thrown";
import { expect, test } from "@jest/globals";
import { error, type Scripted, scriptedServer } from "../testing/scripted-server.ts";
import { servedWorld } from "../testing/served-world.ts";
import { virtualTiming } from "../testing/virtual-timing.ts";
import { createClient, createTimedClient } from "./create-client.ts";
import { type AtriumError, isAtriumError } from "./error.ts";
import type { StreamOptions, UserTokenSource } from "./options.ts";

const place = { organizationId: "acme", documentId: "homepage" };

async function streaming() {
  const { w, baseUrl, key } = await servedWorld();
  const token = await w.token("ada");
  return { server: createClient(key), mine: createClient({ baseUrl, userToken: () => token }) };
}

const state = (liveStateDataId: string) => ({ ...place, liveStateDataId, data: { text: "ä" } });

test("a stream yields typed events as they happen, and resumes after the last event's id", async () => {
  const { server, mine } = await streaming();
  const ids: string[] = [];
  for await (const { event, data, id } of mine.documents.stream(place)) {
    if (event === "ready") await server.livestate.broadcast(state("new"));
    if (event !== "livestate" || data.liveStateDataId !== "new") continue;
    expect("removed" in data ? undefined : data.data).toStrictEqual({ text: "ä" });
    ids.push(id);
    break;
  }
  expect(ids).toStrictEqual([expect.stringMatching(/./)]);
  await server.livestate.broadcast(state("newer"));
  const received: string[] = [];
  for await (const { event, data } of mine.documents.stream(place, { lastEventId: ids[0] })) {
    if (event !== "livestate") continue;
    received.push(data.liveStateDataId);
    break;
  }
  expect(received).toStrictEqual(["newer"]);
});

test("a signal ends a stream with the signal's reason, both before it is opened and while it waits", async () => {
  const { mine } = await streaming();
  const reason = new Error("enough");
  const early = mine.documents.stream(place, { signal: AbortSignal.abort(reason) });
  expect(await rejectionOf(early.next())).toBe(reason);
  const ending = new AbortController();
  const events = mine.documents.stream(place, { signal: ending.signal });
  expect((await events.next()).value?.event).toBe("ready");
  const rest = (async () => {
    for await (const _ of events);
  })();
  ending.abort(reason);
  expect(await rejectionOf(rest)).toBe(reason);
});

test("a stream that the server refuses fails with the same error as any other call", async () => {
  const { mine } = await streaming();
  const error = await rejectionOf(mine.documents.stream({ ...place, documentId: "nowhere" }).next());
  expect(isAtriumError(error, "NOT_FOUND") && [error.httpStatus, error.message]).toStrictEqual([
    404,
    expect.stringMatching(
      /^Document does not exist\. POST .* creates it.* \(See \S+\/docs\/v2\/documents\/stream\. Request \S+\.\)$/,
    ),
  ]);
});

/** A connection that sends these events and ends. */
function sends(...events: string[]): Scripted {
  return { headers: { "content-type": "text/event-stream" }, body: events.map((event) => `${event}\n\n`).join("") };
}

const ready = "retry: 2000\nevent: ready\ndata: {}";
const change = (id: number) => `id: ${id}\nevent: presence\ndata: {"userId":"user${id}"}`;
const bye = (reason: string, reconnect: boolean) =>
  `event: bye\ndata: ${JSON.stringify({ reason, reconnect, error: { status: "UNAVAILABLE", message: "Come back." } })}`;

/** The events of a stream from a server with scripted connections. */
async function follow(connections: Scripted[], options: StreamOptions = {}, userToken: UserTokenSource = "token") {
  const { baseUrl, requests } = await scriptedServer(...connections);
  const { timing, sleeps } = virtualTiming();
  const atrium = createTimedClient({ baseUrl, userToken, retries: 1 }, timing);
  const events: [string, string][] = [];
  const causes: string[] = [];
  const onDisconnect = (cause: AtriumError) => causes.push(cause.message);
  const failure = await (async () => {
    for await (const { event, id } of atrium.documents.stream(place, { onDisconnect, ...options }))
      events.push([event, id]);
  })().catch((thrown: AtriumError) => thrown);
  return { events, causes, failure, sleeps, marks: requests.map(({ headers }) => headers["last-event-id"]), requests };
}

test("a broken stream is reopened after the last event, as often as it breaks, until the server ends it for good", async () => {
  const { events, marks, sleeps, causes, failure } = await follow([
    error(503, "UNAVAILABLE"),
    sends(ready, change(1), change(2)),
    "drop",
    error(503, "UNAVAILABLE", { "retry-after": "3" }),
    sends(ready),
    sends(ready, change(3), bye("shutdown", true)),
    sends(ready, bye("access_ended", false)),
  ]);
  expect(failure).toBeUndefined();
  const ids = events.map(([event, id]) => `${event} ${id}`);
  expect(ids).toStrictEqual([
    "ready ",
    "presence 1",
    "presence 2",
    "ready 2",
    "ready 2",
    "presence 3",
    "ready 3",
    "bye 3",
  ]);
  expect(marks).toStrictEqual([undefined, undefined, "2", "2", "2", "2", "3"]);
  // At most twice the server's wait, or the wait of a refusal.
  expect(sleeps).toStrictEqual([250, 4000, 4000, 4000, 4000, 4000]);
  expect(causes.map((cause) => /without saying why|can't be reached|Come back|It is/.exec(cause)?.[0])).toStrictEqual([
    "It is",
    "without saying why",
    "can't be reached",
    "It is",
    "without saying why",
    "Come back",
  ]);
});

test.each(["token_ended", "access_ended"])(
  "a stream that ends with %s continues with a new token, if the client has a token function",
  async (reason) => {
    const connections = [sends(ready, bye(reason, false)), sends(ready, bye("document_gone", false))];
    let count = 0;
    const { events, requests } = await follow(connections, {}, () => `token-${++count}`);
    expect(events.map(([event]) => event)).toStrictEqual(["ready", "ready", "bye"]);
    expect(requests.map(({ headers }) => headers.authorization)).toStrictEqual(["Bearer token-1", "Bearer token-2"]);
    expect((await follow(connections)).events.map(([event]) => event)).toStrictEqual(["ready", "bye"]);
  },
);

test("a stream survives a token function that fails while the network is gone", async () => {
  const connections = [sends(ready, change(1)), sends(ready, bye("document_gone", false))];
  let count = 0;
  const userToken = () => {
    if (++count === 2 || count === 3) throw new TypeError("fetch failed");
    return `token-${count}`;
  };
  const { events, failure, causes, requests } = await follow(connections, {}, userToken);
  expect(failure).toBeUndefined();
  expect(events.map(([event]) => event)).toStrictEqual(["ready", "presence", "ready", "bye"]);
  expect(causes.slice(1)).toStrictEqual(Array(2).fill("userToken failed (fetch failed)."));
  expect(requests.map(({ headers }) => headers.authorization)).toStrictEqual(["Bearer token-1", "Bearer token-4"]);
});

test("a stream ends with an error if it is refused, if the server was never reached, or, with `reconnect: false`, if it breaks", async () => {
  const refused = await follow([sends(ready), error(403, "PERMISSION_DENIED")]);
  expect(refused.failure).toMatchObject({ code: "PERMISSION_DENIED", path: "/v2/documents/stream" });
  const unreachable = await follow(["drop"]);
  expect(unreachable.failure).toMatchObject({ code: "UNAVAILABLE", attempts: 2 });
  const once = await follow([sends(ready, bye("shutdown", true))], { reconnect: false });
  expect([once.events.map(([event]) => event), once.failure]).toStrictEqual([["ready", "bye"], undefined]);
  const broken = await follow([sends(ready)], { reconnect: false });
  expect(broken.failure).toMatchObject({ code: "UNAVAILABLE" });
  expect(broken.requests.length).toBe(1);
});

test("a reply that is not a stream is reported as an error, and so is a broken connection", async () => {
  const options = { userToken: "token" };
  const page = await scriptedServer({ body: "<html>Log in</html>" });
  const foreign = createClient({ ...options, baseUrl: page.baseUrl }).documents.stream(place);
  expect(isAtriumError(await rejectionOf(foreign.next()), "UNKNOWN")).toBe(true);
  const broken = await scriptedServer("drop");
  const cut = createClient({ ...options, baseUrl: broken.baseUrl }).documents.stream(place, { reconnect: false });
  expect(isAtriumError(await rejectionOf(cut.next()), "UNAVAILABLE")).toBe(true);
});

test("a stream is opened at the address that the service names, with the same token and place, and stays there", async () => {
  const { w, baseUrl } = await servedWorld();
  const token = await w.token("ada");
  const requested: string[] = [];
  const streamUrl = "https://streams.example.com/stream";
  const details = { streamUrl };
  const send: typeof fetch = async (url, init) => {
    const [address, query] = String(url).split("?");
    requested.push(String(address));
    if (address !== streamUrl)
      return Response.json({ error: { status: "FAILED_PRECONDITION", details } }, { status: 400 });
    return fetch(`${baseUrl}/v2/documents/stream?${query}`, init);
  };
  const mine = createClient({ baseUrl: "https://atrium.example.com", userToken: token, fetch: send });
  for await (const { event } of mine.documents.stream(place)) {
    expect(event).toBe("ready");
    break;
  }
  expect(requested).toStrictEqual(["https://atrium.example.com/v2/documents/stream", streamUrl]);
});

test("a token is sent to no other address without TLS, and an address that refuses is asked once", async () => {
  for (const [streamUrl, count] of [
    ["http://streams.example.com/stream", 1],
    ["https://streams.example.com/stream", 2],
  ] as const) {
    const requested: string[] = [];
    const send: typeof fetch = async (url) => {
      requested.push(String(url));
      return Response.json({ error: { status: "FAILED_PRECONDITION", details: { streamUrl } } }, { status: 400 });
    };
    const mine = createClient({ baseUrl: "https://atrium.example.com", userToken: "t", fetch: send });
    const error = await rejectionOf(mine.documents.stream(place).next());
    expect([isAtriumError(error, "FAILED_PRECONDITION"), requested.length]).toStrictEqual([true, count]);
  }
});
