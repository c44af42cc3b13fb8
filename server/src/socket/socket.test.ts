import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writeAwareness } from "@atrium/functions/domain/crdt/awareness";
import { HeavyWork } from "@atrium/functions/heavy-work";
import { ApiError } from "@atrium/functions/platform/error";
import { editorInStore, plan, readEditor, worldWithPlan } from "@atrium/functions/testing/fixtures/crdt/crdt";
import { nestIn } from "@atrium/functions/testing/fixtures/crdt/deep";
import { itemsAtTheBeginning, lineOfItems } from "@atrium/functions/testing/fixtures/crdt/hostile-updates";
import { syncTo } from "@atrium/functions/testing/fixtures/crdt/sync";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { leftInMemory } from "@atrium/functions/testing/harness/jest/left-in-memory";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { secondProcess } from "@atrium/functions/testing/harness/processes/second-process";
import { twoConnections } from "@atrium/functions/testing/harness/store/two-connections";
import type { World, WorldOptions } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import WebSocket from "ws";
import { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";
import { createHttpServer, type HttpServerOptions } from "../http-server.ts";
import { awarenessFrame, readFrame, stateVectorFrame, updateFrame } from "./frames.ts";

/** A world with the document `plan`, which `ada` may edit and `eve` may read, behind a real listener. */
async function listening(options: HttpServerOptions & WorldOptions = {}) {
  const w = await worldWithPlan(options);
  await w.ok("/v2/users/add", { ...plan, users: [{ userId: "ada" }, { userId: "eve", accessRole: "viewer" }] });
  await w.ok("/v2/organizations/documents/update", {
    organizationId: "acme",
    documents: [{ documentId: "plan", accessType: "restricted" }],
  });
  const app = createHttpServer(w.context, options);
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/v2/crdt/socket/acme/plan`;
  return { w, url, app };
}

/** A stock client of y-websocket. */
function connect(url: string, token: string, options: { editorId?: string; doc?: Y.Doc; params?: object } = {}) {
  const { editorId = "title", doc = new Y.Doc(), params = {} } = options;
  const provider = new WebsocketProvider(url, editorId, doc, {
    params: { token, ...params },
    WebSocketPolyfill: WebSocket as never,
    disableBc: true,
  });
  onTestFinished(() => doc.destroy());
  onTestFinished(() => provider.destroy());
  return { provider, doc, text: doc.getText("content") };
}

/** Requests a connection on which the test itself writes every byte. */
function upgradeByHand(url: string, token: string, { method = "GET", headers = {} } = {}): ClientRequest {
  const upgrade = { upgrade: "websocket", connection: "Upgrade" };
  const key = { "sec-websocket-key": Buffer.alloc(16).toString("base64"), "sec-websocket-version": "13" };
  const options = { method, headers: { ...upgrade, ...key, ...headers } };
  return request(`${url.replace("ws:", "http:")}/title?token=${token}`, options);
}

async function openByHand(url: string, token: string): Promise<Duplex> {
  const upgrade = upgradeByHand(url, token);
  const stream = await new Promise<Duplex>((resolve) => {
    upgrade.on("upgrade", (_response, socket) => resolve(socket)).end();
  });
  onTestFinished(() => stream.destroy());
  return stream.resume().on("error", () => undefined);
}

/**
 * Waits until a condition holds, for minutes on a busy machine. The client's own events make it true, or threads, which
 * have a low priority.
 */
async function until(holds: () => unknown): Promise<void> {
  for (let i = 0; i < 30_000 && !(await holds()); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  if (!(await holds())) throw new Error(`it never came true: ${holds}`);
}

/** Whether pycrdt, the Python binding of Rust's Yjs, is installed. */
function hasPycrdt(): boolean {
  return spawnSync("python3", ["-c", "import pycrdt"], { stdio: "ignore" }).status === 0;
}

const textOf = async (w: World) => (await readEditor(w, "title").catch(() => undefined))?.data;

test("two stock clients edit one editor, and what they see is stored", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const [ada, lin] = [connect(url, token), connect(url, token)];
  ada.text.insert(0, "Hello");
  await until(() => lin.text.toString() === "Hello");
  lin.text.insert(5, " world");
  await until(() => ada.text.toString() === "Hello world");
  expect(await textOf(w)).toBe("Hello world");
});

test("concurrent edits reach each client once, and no client gets its own edits back", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const all = [1, 2, 3].map(() => connect(url, token));
  await until(() => all.every(({ provider }) => provider.synced));
  const senders = all.map(({ provider }) => {
    const clients: number[] = [];
    provider.ws?.addEventListener("message", ({ data }) => {
      const frame = readFrame(new Uint8Array(data));
      if (frame.kind === "update") for (const { id } of Y.decodeUpdate(frame.update).structs) clients.push(id.client);
    });
    return clients;
  });
  for (const { text } of all) text.insert(0, "a");
  await until(() => all.every(({ text }) => text.length === all.length));
  const ids = all.map(({ doc }) => doc.clientID);
  expect(senders.map((clients) => clients.toSorted())).toStrictEqual(
    ids.map((own) => ids.filter((id) => id !== own).toSorted()),
  );
});

test("a client that asks again and lacks nothing is not sent all deletions again", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const [ada, lin] = [connect(url, token), connect(url, token)];
  await until(() => ada.provider.synced && lin.provider.synced);
  for (let i = 0; i < 500; i++) {
    ada.text.insert(0, "ab");
    ada.text.delete(1, 1);
  }
  // The length alone would also be right before the last deletion has arrived.
  await until(() => lin.text.toString() === "a".repeat(500));
  const answers: number[] = [];
  lin.provider.ws?.addEventListener("message", ({ data }) => {
    const bytes = new Uint8Array(data);
    // The answer to a state vector.
    if (bytes[0] === 0 && bytes[1] === 1) answers.push(bytes.length);
  });
  lin.provider.ws?.send(stateVectorFrame(Y.encodeStateVector(lin.doc)));
  await until(() => answers.length > 0);
  expect(answers).toStrictEqual([5]);
  lin.provider.ws?.send(stateVectorFrame(new Uint8Array([0])));
  await until(() => answers.length > 1);
  expect(answers[1]).toBeGreaterThan(1000);
  // A client asks again after each edit, while edits of others are on their way to it.
  const earlierVector = Y.encodeStateVector(lin.doc);
  ada.text.insert(0, "typed meanwhile");
  await until(() => lin.text.length > 500);
  lin.provider.ws?.send(stateVectorFrame(earlierVector));
  await until(() => answers.length > 2);
  expect(answers[2]).toBeGreaterThan(5);
  expect(answers[2]).toBeLessThan(100);
});

test("an editor that ends while it is opened is opened again: nothing is typed into it that is not stored", async () => {
  const { w, url } = await listening();
  const { store } = w.context;
  const watch = store.watch.bind(store);
  store.watch = (query, listener) => {
    if (!query.collection.endsWith("/crdt")) return watch(query, listener);
    store.watch = watch;
    queueMicrotask(() => listener.error(new ApiError("UNAVAILABLE", "The watch has failed.")));
    return () => undefined;
  };
  const ada = connect(url, await w.token("ada"));
  const codes: number[] = [];
  ada.provider.on("connection-close", (event: { code: number } | null) => codes.push(event?.code ?? 0));
  ada.text.insert(0, "Hello");
  await until(async () => (await textOf(w)) === "Hello");
  expect(codes).toStrictEqual([1013]);
});

test("a client that sends faster than the store can write has to wait, and then continues", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const [ada, lin] = [connect(url, token), connect(url, token)];
  await until(() => ada.provider.synced && lin.provider.synced);
  for (let i = 0; i < 20; i++) ada.text.insert(0, "x".repeat(100_000));
  await until(() => lin.text.length === 2_000_000);
  ada.text.insert(0, "y");
  await until(() => lin.text.length === 2_000_001);
});

test("clients over HTTP and writes of whole contents converge on the same state", async () => {
  const { w, url } = await listening();
  await w.ok("/v2/crdt/add", { ...plan, editorId: "title", type: "text", data: "Hello" });
  const ada = connect(url, await w.token("ada"));
  await until(() => ada.text.toString() === "Hello");
  const other = new Y.Doc();
  await syncTo(w, "title", other);
  other.getText("content").insert(0, "Oh! ");
  await syncTo(w, "title", other);
  await until(() => ada.text.toString() === "Oh! Hello");
  await w.ok("/v2/crdt/update", { ...plan, editorId: "title", type: "text", data: "Oh! Hello, world" });
  await until(() => ada.text.toString() === "Oh! Hello, world");
});

test("whoever creates the editor that a client has open, the client sees its content", async () => {
  const { w, url } = await listening();
  const ada = connect(url, await w.token("ada"));
  await until(() => ada.provider.synced);
  const other = new Y.Doc();
  other.getText("content").insert(0, "Hello");
  await syncTo(w, "title", other);
  await until(() => ada.text.toString() === "Hello");
});

testUnless(() => !hasPycrdt() && "pycrdt is missing")(
  "a peer in another language edits over HTTP the editor that stock clients have open",
  async () => {
    const { w, url } = await listening();
    const token = await w.token("ada");
    const ada = connect(url, token);
    ada.text.insert(0, "Hello");
    await until(async () => (await textOf(w)) === "Hello");
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const address = `${new URL(url).origin.replace("ws", "http")}/v2/crdt/sync`;
    const program = fileURLToPath(new URL("../../testing/pycrdt-peer.py", import.meta.url));
    const { stdout } = await promisify(execFile)("python3", [
      program,
      JSON.stringify([address, headers, { ...plan, editorId: "title" }]),
    ]);
    expect(stdout.trimEnd()).toBe("Grüße 👋 Hell");
    await until(() => ada.text.toString() === "Grüße 👋 Hell");
  },
);

test("cursors reach others and vanish with their client; nothing about them is stored", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const [ada, lin] = [connect(url, token), connect(url, token)];
  ada.provider.awareness.setLocalStateField("user", { name: "Ada" });
  const adaState = () => lin.provider.awareness.getStates().get(ada.doc.clientID);
  await until(() => adaState()?.user?.name === "Ada");
  ada.provider.disconnect();
  await until(() => adaState() === undefined);
  expect((await w.ok("/v2/crdt/get", plan)).data).toStrictEqual([]);
});

test("a client is visible as soon as it is back, whether its connection broke, it had left, or a new provider has begun with an older clock", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const [ada, lin] = [connect(url, token), connect(url, token)];
  // Without timers, the clients do not repeat their states by themselves, which makes them visible after 15 s or 30 s.
  for (const { provider } of [ada, lin]) clearInterval(provider.awareness._checkInterval as never);
  const adaState = () => lin.provider.awareness.getStates().get(ada.doc.clientID)?.user;
  const show = (provider: WebsocketProvider, name: string) => provider.awareness.setLocalStateField("user", { name });
  for (let i = 0; i < 9; i++) show(ada.provider, `Ada ${i}`);
  await until(() => adaState()?.name === "Ada 8");

  (ada.provider.ws as unknown as WebSocket).terminate();
  await until(() => adaState() === undefined);
  await until(() => adaState()?.name === "Ada 8");

  ada.provider.disconnect();
  await until(() => adaState() === undefined);
  ada.provider.connect();
  await until(() => adaState()?.name === "Ada 8");

  ada.provider.destroy();
  await until(() => adaState() === undefined);
  const again = connect(url, token, { doc: ada.doc });
  clearInterval(again.provider.awareness._checkInterval as never);
  show(again.provider, "Ada again");
  await until(() => adaState()?.name === "Ada again");
});

test("an awareness state in any script may be as long as over HTTP", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const lin = connect(url, token);
  await until(() => lin.provider.synced);
  const state = JSON.stringify("語".repeat(8190));
  const states = Array.from({ length: 8 }, (_, i) => ({ client: 100 + i, clock: 1, state }));
  const ada = new WebSocket(`${url}/title?token=${token}`);
  onTestFinished(() => ada.terminate());
  ada.on("open", () => ada.send(awarenessFrame(states)));
  const visibleClients = () =>
    [...lin.provider.awareness.getStates().keys()].filter((client) => client >= 100 && client < 108);
  await until(() => visibleClients().length === states.length || ada.readyState > WebSocket.OPEN);
  expect([visibleClients().length, ada.readyState]).toStrictEqual([states.length, WebSocket.OPEN]);
});

test("cursors of clients over HTTP reach clients over WebSockets", async () => {
  const { w, url } = await listening();
  const ada = connect(url, await w.token("ada"));
  await until(() => ada.provider.synced);
  const awareness = Buffer.from(writeAwareness([{ client: 7, clock: 1, state: '{"user":{"name":"Lin"}}' }])).toString(
    "base64",
  );
  await w.ok("/v2/crdt/awareness", { ...plan, editorId: "title", awareness });
  await until(() => ada.provider.awareness.getStates().get(7)?.user?.name === "Lin");
});

test("nobody can set the state of another user's client, neither over HTTP nor over WebSockets", async () => {
  const { w, url } = await listening();
  const [adas, eves] = [await w.token("ada"), await w.token("eve")];
  const [ada, eve, watcher] = [connect(url, adas), connect(url, eves), connect(url, adas)];
  const names = new Set<string>();
  const nameOf = (client: number) => watcher.provider.awareness.getStates().get(client)?.user?.name;
  watcher.provider.awareness.on("change", () => {
    for (const { user } of watcher.provider.awareness.getStates().values()) if (user) names.add(user.name);
  });
  const state = (client: number, clock: number, name: string | null) =>
    writeAwareness([{ client, clock, state: name === null ? "null" : JSON.stringify({ user: { name } }) }]);
  const say = (token: string, bytes: Uint8Array) =>
    w.ok(
      "/v2/crdt/awareness",
      { ...plan, editorId: "title", awareness: Buffer.from(bytes).toString("base64") },
      { token },
    );
  const storedIds = async () =>
    (await w.context.store.query({ collection: `${editorInStore(w, "title")}/awareness` })).docs.map(({ id }) => id);
  ada.provider.awareness.setLocalStateField("user", { name: "Ada" });
  await until(() => nameOf(ada.doc.clientID) === "Ada");

  // HTTP calls do not know who is connected over WebSockets, so forged states are removed where the client is connected.
  for (const word of ["forged", null]) {
    await say(eves, state(ada.doc.clientID, 1e9, word));
    await until(async () => (await storedIds()).length === 0);
  }
  ada.provider.awareness.setLocalStateField("user", { name: "Ada, further on" });
  await until(() => nameOf(ada.doc.clientID) === "Ada, further on");

  await say(adas, state(7, 1, "Ada over HTTP"));
  await until(() => nameOf(7) === "Ada over HTTP");
  await until(() => eve.provider.wsconnected);
  for (const word of ["forged", null])
    eve.provider.ws?.send(
      awarenessFrame([
        { client: 7, clock: 1e9, state: word === null ? "null" : JSON.stringify({ user: { name: word } }) },
      ]),
    );
  await say(adas, state(7, 2, "Ada over HTTP, further on"));
  await until(() => nameOf(7) === "Ada over HTTP, further on");
  expect([...names]).toStrictEqual(["Ada", "Ada, further on", "Ada over HTTP", "Ada over HTTP, further on"]);
});

test("a client whose awareness clock is the largest integer ends no connection when it leaves", async () => {
  const { w, url } = await listening();
  const [ada, lin] = [connect(url, await w.token("ada")), connect(url, await w.token("ada"))];
  await until(() => ada.provider.synced && lin.provider.synced);
  const hostile = new WebSocket(`${url}/title?token=${await w.token("eve")}`);
  const state = JSON.stringify({ user: { name: "Eve" } });
  hostile.on("open", () => {
    for (const clock of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1])
      hostile.send(awarenessFrame([{ client: clock % 1000, clock, state }]));
    hostile.send(awarenessFrame([{ client: 7, clock: 1, state }]));
  });
  await until(() => ada.provider.awareness.getStates().has(7));
  hostile.close();
  await until(() => !ada.provider.awareness.getStates().has(7));
  ada.text.insert(0, "Hello");
  await until(() => lin.text.toString() === "Hello");
  expect([ada.provider.wsconnected, lin.provider.wsconnected]).toStrictEqual([true, true]);
});

test("a user who has an editor open is online in presence/get", async () => {
  const { w, url } = await listening();
  connect(url, await w.token("ada"));
  const present = async () => (await w.ok("/v2/presence/get", plan)).data;
  await until(async () => (await present()).length > 0);
  expect(await present()).toMatchObject([{ userId: "ada", name: "ada of the token", status: "online" }]);
});

test("a viewer follows the editor, is notified that changes are refused, and has a visible cursor only if the operator allows it", async () => {
  for (const viewersAreVisible of [true, false]) {
    const { w, url } = await listening({ settings: { viewersAreVisible } });
    const [ada, eve] = [connect(url, await w.token("ada")), connect(url, await w.token("eve"))];
    ada.text.insert(0, "Hello");
    await until(() => eve.text.toString() === "Hello");
    const notices: string[] = [];
    const handlers = eve.provider.messageHandlers as unknown as ((_: unknown, decoder: { arr: Uint8Array }) => void)[];
    handlers[2] = (_, { arr }) => void notices.push(Buffer.from(arr).toString());
    eve.provider.awareness.setLocalStateField("user", { name: "Eve" });
    eve.text.insert(0, "Mine: ");
    await until(() => notices.length > 0);
    expect(notices[0]).toContain("User may not write to the document.");
    ada.text.insert(5, "!");
    await until(() => eve.text.toString() === "Mine: Hello!");
    expect([ada.text.toString(), await textOf(w)]).toStrictEqual(["Hello!", "Hello!"]);
    if (viewersAreVisible) await until(() => ada.provider.awareness.getStates().has(eve.doc.clientID));
    expect(ada.provider.awareness.getStates().has(eve.doc.clientID)).toBe(viewersAreVisible);
  }
});

test("a changed role applies to open connections within a second, and edits refused before arrive", async () => {
  const { w, url } = await listening();
  const [ada, eve] = [connect(url, await w.token("ada")), connect(url, await w.token("eve"))];
  await until(() => ada.provider.synced && eve.provider.synced);
  let refused = 0;
  eve.provider.messageHandlers[2] = () => refused++;
  eve.text.insert(0, "Mine");
  const setRole = (accessRole: string) => w.ok("/v2/users/update", { ...plan, users: [{ userId: "eve", accessRole }] });
  // The check after the opening of an editor may see the first change; only the change itself can announce the second.
  await setRole("editor");
  await until(() => ada.text.toString() === "Mine");
  refused = 0;
  // A second write in the same millisecond would change nothing, and a store behind a network does not report it.
  w.advance(1);
  await setRole("viewer");
  await until(() => eve.text.insert(0, "x") ?? refused > 0);
});

test("a token may come as a subprotocol, and a missing or invalid token is refused", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const doc = new Y.Doc();
  const provider = new WebsocketProvider(url, "title", doc, {
    protocols: ["atrium", `atrium.token.${token}`],
    WebSocketPolyfill: WebSocket as never,
    disableBc: true,
  });
  onTestFinished(() => doc.destroy());
  onTestFinished(() => provider.destroy());
  await until(() => provider.synced);
  const closeOf = (address: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(address);
      socket.on("close", resolve);
      socket.on("error", () => undefined);
      socket.on("unexpected-response", (request, response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
    });
  expect(await closeOf(`${url}/title`)).toBe(401);
  expect(await closeOf(`${url}/title?token=a.b.c`)).toBe(4401);
  expect(await closeOf(`${url}/title?token=${await w.token("stranger")}`)).toBe(4403);
  expect(await closeOf(`${url.replace("plan", "none")}/title?token=${token}`)).toBe(4404);
  // With a status, stock clients would try again for ever.
  expect(await closeOf(`${url}/title/more?token=${token}`)).toBe(4404);
  expect(await closeOf(`${url}/title/more`)).toBe(404);
  const [head = "", claims = "", signature = ""] = token.split(".");
  const admin = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), isAdmin: true, userId: "eve" };
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const other = await w.newTenant("mallory@example.com");
  const bad = {
    unsigned: `${text({ alg: "none", typ: "JWT" })}.${text(admin)}.`,
    changed: `${head}.${text(admin)}.${signature}`,
    "of another key": await w.token("ada", { tenant: other }),
  };
  for (const [attack, forged] of Object.entries(bad))
    for (const at of [`${url}/title`, `${url}/none`])
      expect([attack, await closeOf(`${at}?token=${forged}`)]).toStrictEqual([
        attack,
        attack === "of another key" ? 4404 : 4401,
      ]);
  w.advance(49 * 3_600_000);
  expect(await closeOf(`${url}/title?token=${token}`)).toBe(4401);
  for (const secret of [token, "a.b.c", ...Object.values(bad)]) expect(JSON.stringify(w.logged)).not.toContain(secret);
});

test("a request that breaks the rules of WebSockets is refused in the error envelope, and takes no place", async () => {
  const { w, url } = await listening({
    settings: { streams: { perKey: 1, perUser: 1, perAddress: 1, perProcess: 1 } },
  });
  const token = await w.token("ada");
  const rules = { "sec-websocket-version": "13, 8" };
  for (const [options, status, problem, headers] of [
    [{ headers: { "sec-websocket-key": "short" } }, 400, "Missing or invalid Sec-WebSocket-Key header", rules],
    [{ headers: { "sec-websocket-version": "99" } }, 400, "Missing or invalid Sec-WebSocket-Version header", rules],
    [{ headers: { "sec-websocket-protocol": "a, a" } }, 400, "Invalid Sec-WebSocket-Protocol header", rules],
    [{ method: "POST" }, 405, "Invalid HTTP method", { allow: "GET" }],
  ] as const) {
    const upgrade = upgradeByHand(url, token, options).end();
    const [reply] = (await once(upgrade, "response")) as [IncomingMessage];
    const { error } = JSON.parse(Buffer.concat(await reply.toArray()).toString());
    expect([reply.statusCode, error.status]).toStrictEqual([status, "INVALID_ARGUMENT"]);
    expect(error.message).toBe(`The request can't open a WebSocket: ${problem}.`);
    expect(reply.headers).toMatchObject({ ...headers, "content-type": "application/json; charset=utf-8" });
  }
  const stranger = upgradeByHand(url, "wrong", { headers: { "sec-websocket-key": "short" } }).end();
  const [refused] = (await once(stranger, "response")) as [IncomingMessage];
  expect(refused.statusCode).toBe(401);
  await openByHand(url, token);
});

test("a client whose token is revoked, or whose access ends, is disconnected within a second", async () => {
  const { w, url } = await listening();
  for (const [userId, end] of [
    ["ada", () => w.ok("/v2/auth/tokens/revoke", { userIds: ["ada"] })],
    ["lin", () => w.ok("/v2/users/delete", { ...plan, userIds: ["lin"] })],
  ] as const) {
    await w.ok("/v2/users/add", { ...plan, users: [{ userId }] });
    const { provider } = connect(url, await w.token(userId));
    await until(() => provider.synced);
    let code = 0;
    provider.on("closed", (event) => {
      code = event.code;
    });
    await end();
    await until(() => code !== 0);
    expect(code).toBe(userId === "ada" ? 4401 : 4403);
  }
  // Another process revokes a token that this process has just accepted.
  await w.ok("/v2/users/add", { ...plan, users: [{ userId: "zoe" }] });
  const [eve, token] = [connect(url, await w.token("eve")), await w.token("zoe")];
  await until(() => eve.provider.synced);
  await w.ok("/v2/crdt/sync", { ...plan, editorId: "title" }, { token });
  await secondProcess(w).ok("/v2/auth/tokens/revoke", { userIds: ["zoe"] });
  const { provider } = connect(url, token);
  let code = 0;
  provider.on("closed", (event) => {
    code = event.code;
  });
  await until(() => code === 4401);
});

test("a role that expires ends an open connection, or makes it a viewer's, at that second", async () => {
  const { w, url } = await listening();
  const expiresAt = Math.floor(w.context.now() / 1000) + 1;
  const role = { type: "document", id: "plan", organizationId: "acme", accessRole: "editor", expiresAt } as const;
  const guest = connect(url, await w.token("zoe", { resources: [role] }));
  const viewer = connect(url, await w.token("eve", { resources: [role] }));
  await until(() => guest.provider.synced && viewer.provider.synced);
  let code = 0;
  guest.provider.on("closed", (event) => {
    code = event.code;
  });
  let refused = 0;
  viewer.provider.messageHandlers[2] = () => refused++;
  // The check after the opening plans the next one. Without the end of the role that would be in half a minute.
  await new Promise((resolve) => setTimeout(resolve, 600));
  w.advance(1000);
  await until(() => code !== 0);
  expect(code).toBe(4403);
  await until(() => viewer.text.insert(0, "x") ?? refused > 0);
});

test("edits beyond a user's quota are refused with a notice, do not affect other users, and arrive once there is room", async () => {
  const { w, url } = await listening();
  await w.ok("/v2/users/add", { ...plan, users: [{ userId: "lin" }] });
  const setQuota = async (userQuota: object | null) => {
    await w.ok("/v2/workspace/apikeyconfig/update", { userQuota });
    w.advance(60_000);
  };
  await setQuota({ bytes: 5000 });
  const [ada, lin] = [connect(url, await w.token("ada")), connect(url, await w.token("lin"))];
  await until(() => ada.provider.synced && lin.provider.synced);
  const notices: string[] = [];
  const handlers = ada.provider.messageHandlers as unknown as ((_: unknown, decoder: { arr: Uint8Array }) => void)[];
  handlers[2] = (_, { arr }) => void notices.push(Buffer.from(arr).toString());
  for (let i = 0; i < 20; i++) {
    ada.text.insert(0, "a".repeat(1000));
    await until(() => notices.length > 0 || lin.text.length >= ada.text.length);
  }
  expect(notices.length).toBeGreaterThan(0);
  expect(notices[0]).toContain("The storage quota `bytes` of this user would be exceeded");
  expect(lin.text.length).toBeGreaterThan(0);
  expect(lin.text.length).toBeLessThan(5000);
  lin.text.insert(0, "lin");
  await until(() => ada.text.toString().includes("lin"));
  await until(async () => (await textOf(w)).length === lin.text.length);
  const { status } = await w.fails(
    "/v2/crdt/sync",
    { ...plan, editorId: "other", update: aLot() },
    { token: await w.token("ada") },
  );
  expect(status).toBe("RESOURCE_EXHAUSTED");

  await setQuota(null);
  // A change of the user's permissions causes a check of the connection soon.
  await w.ok("/v2/auth/permissions/add", {
    user: { userId: "ada" },
    permissions: { resources: [{ type: "document", id: "plan", organizationId: "acme" }] },
  });
  await until(() => lin.text.length === 20_003);
});

/** An update of ten thousand characters, in base64. */
function aLot(): string {
  const doc = new Y.Doc();
  doc.getText("content").insert(0, "a".repeat(10_000));
  return Buffer.from(Y.encodeStateAsUpdate(doc)).toString("base64");
}

test("after the store was busy, clients reconnect and send what was not stored", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const [ada, lin] = [connect(url, token), connect(url, token)];
  await until(() => ada.provider.synced && lin.provider.synced);
  const { store } = w.context;
  const { transact } = store;
  store.transact = () => Promise.reject(new ApiError("UNAVAILABLE", "The store is busy."));
  ada.text.insert(0, "Hello");
  await until(() => !ada.provider.wsconnected && !lin.provider.wsconnected);
  lin.text.insert(0, "Oh! ");
  store.transact = transact;
  await until(() => ada.text.toString() === lin.text.toString() && ada.text.length === "Oh! Hello".length);
  ada.text.insert(0, "> ");
  await until(async () => (await textOf(w))?.length === "> Oh! Hello".length);
});

test("a client that opens an editor just when the store can't be followed connects again, and its edits are stored", async () => {
  const { w, url } = await listening();
  const { store } = w.context;
  const watch: typeof store.watch = store.watch.bind(store);
  let failures = 0;
  store.watch = (query, listener) => {
    if (failures > 0 || !query.collection.endsWith("/awareness")) return watch(query, listener);
    failures++;
    setImmediate(() => listener.error(new ApiError("UNAVAILABLE", "The store is busy.")));
    return () => undefined;
  };
  const { provider, text } = connect(url, await w.token("ada"));
  const codes: number[] = [];
  provider.on("connection-close", (event) => codes.push(event?.code ?? 0));
  await until(() => failures === 1);
  text.insert(0, "Hello");
  await until(async () => (await textOf(w)) === "Hello");
  expect(codes).toStrictEqual([1013]);
});

test("a document that is deleted while its editor is opened ends the connection that waits for it", async () => {
  const { w, url } = await listening();
  const { store } = w.context;
  const watch: typeof store.watch = store.watch.bind(store);
  let isWaiting = false;
  store.watch = (query, listener) => {
    if (!query.collection.endsWith("/awareness")) return watch(query, listener);
    isWaiting = true;
    return () => undefined;
  };
  const ada = connect(url, await w.token("ada"));
  let code = 0;
  ada.provider.on("closed", (event) => {
    code = event.code;
  });
  await until(() => isWaiting);
  await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["plan"] });
  await until(() => code !== 0);
  expect(code).toBe(4404);
});

test("an editor that is deleted ends its connections", async () => {
  const { w, url } = await listening();
  const ada = connect(url, await w.token("ada"));
  ada.text.insert(0, "Hello");
  await until(async () => (await textOf(w)) === "Hello");
  let code = 0;
  ada.provider.on("closed", (event) => {
    code = event.code;
  });
  await w.ok("/v2/crdt/delete", { ...plan, editorIds: ["title"] });
  await until(() => code !== 0);
  expect(code).toBe(4404);
});

test("an editor that another process has replaced by a new one with the same id ends its connections", async () => {
  const { store, otherStore, look } = await twoConnections();
  const { w, url } = await listening({ wrapStore: () => store });
  await w.ok("/v2/crdt/add", { ...plan, editorId: "title", type: "text", data: "Old" });
  const ada = connect(url, await w.token("ada"));
  await until(() => ada.text.toString() === "Old");
  let code = 0;
  ada.provider.on("connection-close", (event) => {
    code = event?.code ?? 0;
  });
  const other = secondProcess(w, undefined, otherStore);
  await other.ok("/v2/crdt/delete", { ...plan, editorIds: ["title"] });
  await other.ok("/v2/crdt/add", { ...plan, editorId: "title", type: "text", data: "New" });
  look();
  await until(() => code !== 0);
  expect([code, ada.text.toString()]).toStrictEqual([4404, "Old"]);
  ada.text.insert(0, "Late ");
  expect(await textOf(w)).toBe("New");
});

test.each([
  { first: "a call adds the editor", content: "Old " },
  { first: "a call adds an empty editor", content: "" },
  { first: "the first edit creates the editor", content: undefined },
])("the text of a deleted editor does not come back with a client that was offline: $first", async ({ content }) => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const add = (data: string) => w.ok("/v2/crdt/add", { ...plan, editorId: "title", type: "text", data });
  if (content !== undefined) await add(content);
  const [ada, lin] = [connect(url, token), connect(url, token)];
  await until(() => ada.provider.synced);
  ada.text.insert(ada.text.length, "text");
  await until(() => lin.text.toString() === `${content ?? ""}text`);
  ada.provider.disconnect();
  lin.provider.disconnect();
  ada.text.insert(0, "Offline ");
  const remove = () => w.ok("/v2/crdt/delete", { ...plan, editorIds: ["title"] });
  await remove();
  const codes: number[] = [];
  for (const { provider } of [ada, lin]) provider.on("connection-close", (event) => codes.push(event?.code ?? 0));
  ada.provider.connect();
  await until(() => codes.length === 1);
  expect(await textOf(w)).toBe(undefined);
  await add("New");
  lin.provider.connect();
  await until(() => codes.length === 2);
  const late = connect(url, token);
  await until(() => late.text.toString() === "New");
  late.provider.on("connection-close", (event) => codes.push(event?.code ?? 0));
  // As when the page loads its copy from IndexedDB after it has connected.
  Y.applyUpdate(late.doc, Y.encodeStateAsUpdate(lin.doc), "copy");
  await until(() => codes.length === 3);
  expect([codes, lin.text.toString()]).toStrictEqual([[4404, 4404, 4404], `${content ?? ""}text`]);
  const other = connect(url, token);
  await until(() => other.text.toString() === "New");
  other.text.insert(3, "!");
  await until(async () => (await textOf(w)) === "New!");
});

test("of a new document with the same id nothing reaches the connections to the old one", async () => {
  const { w, url } = await listening();
  const eve = connect(url, await w.token("eve"));
  await until(() => eve.provider.synced);
  let code = 0;
  eve.provider.on("connection-close", (event) => {
    code = event?.code ?? 0;
  });
  await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["plan"] });
  await w.drain();
  const documents = [{ documentId: "plan", accessType: "restricted" }];
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  await w.ok("/v2/crdt/add", { ...plan, editorId: "title", type: "text", data: "Secret" });
  await until(() => code !== 0);
  expect([code, eve.text.toString(), eve.provider.shouldConnect]).toStrictEqual([4404, "", false]);
  expect(await textOf(w)).toBe("Secret");
});

test.each([
  { who: "a writer", userId: "ada", length: 4000 },
  { who: "a writer, of a large text", userId: "ada", length: 6000, filling: 600_000 },
  { who: "a reader", userId: "eve", length: 4000 },
])(
  "an update that would take too long to merge ends the connection of $who, and nothing of it is stored",
  async (one) => {
    const { w, url } = await listening();
    const base = new Y.Doc();
    Y.applyUpdate(base, lineOfItems(one.length));
    base.getText("filling").insert(0, "x".repeat(one.filling ?? 0));
    await syncTo(w, "title", base);
    const lin = connect(url, await w.token("ada"));
    await until(() => lin.provider.synced);
    const socket = new WebSocket(`${url}/title?token=${await w.token(one.userId)}`);
    const closed = new Promise((resolve) => socket.on("close", resolve));
    const hostile = Y.mergeUpdates([lineOfItems(one.length), itemsAtTheBeginning(one.length)]);
    socket.on("open", () => socket.send(updateFrame(one.userId === "eve" ? hostile : itemsAtTheBeginning(one.length))));
    expect(await closed).toBe(4400);
    lin.text.insert(0, "Oh! ");
    await until(async () => String(await textOf(w)) === `Oh! ${"a".repeat(one.length)}`);
  },
);

test("an invalid message ends its own connection and no other", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const ada = connect(url, token);
  ada.text.insert(0, "Hello");
  const tooLarge = [
    awarenessFrame(Array.from({ length: 20_000 }, () => ({ client: 5, clock: 1, state: "0" }))),
    stateVectorFrame(Buffer.concat([Uint8Array.of(128, 128, 64), Buffer.alloc(2 * 1024 * 1024, 1)])),
  ];
  for (const bytes of [
    ...tooLarge,
    [],
    [9],
    [0, 9, 1],
    [0, 0, 200],
    [0, 2, 3, 1, 1, 9],
    [0, 2, 3, 0, 0, 1],
    [1, 3, 1, 1, 255],
    [0, 2, 0],
  ]) {
    const socket = new WebSocket(`${url}/title?token=${token}`);
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("open", () => socket.send(Uint8Array.from(bytes)));
    expect(await closed).toBe(4400);
  }
  expect(ada.provider.wsconnected).toBe(true);
  expect(await textOf(w)).toBe("Hello");
});

test("an update that nests too deep ends its connection before any of it is stored, and other clients continue", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const doc = new Y.Doc();
  const kind = { editorId: "deep", params: { type: "map", contentKey: "map" } };
  const ada = connect(url, token, { ...kind, doc });
  doc.getMap("map").set("x", 1);
  const data = async () => (await readEditor(w, "deep").catch(() => undefined))?.data;
  await until(async () => (await data())?.x === 1);
  for (const levels of [100, 5000]) {
    const socket = new WebSocket(`${url}/deep?token=${token}`);
    const closed = new Promise((resolve) => socket.on("close", (code, reason) => resolve([code, `${reason}`])));
    socket.on("open", () => socket.send(updateFrame(nestIn(new Y.Doc(), "map", levels))));
    const words = "An update must not nest shared types and values deeper than 100 levels.";
    expect(await closed).toStrictEqual([4400, words]);
  }
  doc.getMap("map").set("x", 2);
  await until(async () => (await data())?.x === 2);
  expect([ada.provider.wsconnected, await data()]).toStrictEqual([true, { x: 2 }]);
});

test("while a document is migrated, clients stay connected and are told that their edits are refused, and nothing is logged as a problem", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const [ada, lin] = [connect(url, token), connect(url, token)];
  ada.text.insert(0, "Hello");
  await until(() => lin.text.toString() === "Hello");
  await w.ok("/v2/organizations/documents/migrate", { ...plan, newDocumentId: "plan-2" });
  w.advance(2000);
  await w.drain();
  let closeCount = 0;
  const notices: string[] = [];
  for (const { provider } of [ada, lin]) {
    provider.on("connection-close", () => closeCount++);
    const handlers = provider.messageHandlers as unknown as ((_: unknown, decoder: { arr: Uint8Array }) => void)[];
    handlers[2] = (_, { arr }) => void notices.push(Buffer.from(arr).toString());
  }
  // An edit may arrive before the connections know of the migration. Then they end once, and the clients send it again.
  ada.text.insert(5, "!");
  await until(() => notices.length > 0 && lin.provider.synced);
  const closesBefore = closeCount;
  for (const { text } of [ada, lin]) for (let i = 0; i < 5; i++) text.insert(0, "Oh! ");
  await until(() => notices.length > 10);
  expect([closesBefore <= 2, closeCount - closesBefore]).toStrictEqual([true, 0]);
  for (const notice of notices) expect(notice).toContain("Document is being migrated.");
  expect(await textOf(w)).toBe("Hello");
  expect(w.logged.filter(({ level }) => level !== "info")).toStrictEqual([]);
});

test("an open connection keeps nothing of the request that opened it", async () => {
  const { w, url, app } = await listening();
  const requests: WeakRef<object>[] = [];
  app.server.on("upgrade", (request) => requests.push(new WeakRef(request)));
  const { provider } = connect(url, await w.token("ada"));
  await until(() => provider.synced);
  expect([requests.length, await leftInMemory(requests), provider.wsconnected]).toStrictEqual([1, 0, true]);
});

test("a client that leaves before its connection is open, or requests an invalid subprotocol, causes no server error", async () => {
  const { w, url } = await listening();
  const client = new WebSocket(`${url}/title?token=${await w.token("ada")}`, {
    headers: { "sec-websocket-protocol": "no,,protocol" },
  });
  const status = await new Promise((resolve) => {
    client.on("error", () => undefined);
    client.on("unexpected-response", (_, { statusCode }) => resolve(statusCode));
  });
  expect(status).toBe(400);
  await until(() => w.logged.some(({ fields }) => fields.path === "/v2/crdt/socket" && fields.status !== undefined));
  expect(w.logged.filter(({ level }) => level === "error")).toStrictEqual([]);
});

test("a client whose connection breaks during its access check does not count against the limit", async () => {
  const streams = { perKey: 0, perUser: 1, perAddress: 0, perProcess: 0 };
  const { w, url, app } = await listening({ settings: { streams } });
  const token = await w.token("ada");
  const { store } = w.context;
  const { getMany } = store;
  const [arrived, broken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  store.getMany = (async (...args: Parameters<typeof getMany>) => {
    arrived.resolve();
    await broken.promise;
    return getMany.apply(store, args);
  }) as typeof getMany;
  app.server.once("upgrade", (_request, socket) => socket.once("close", broken.resolve));
  const upgrade = upgradeByHand(url, token).on("error", () => undefined);
  upgrade.end();
  await arrived.promise;
  upgrade.socket?.resetAndDestroy();
  const ended = () => w.logged.find(({ fields }) => fields.path === "/v2/crdt/socket" && fields.status !== undefined);
  await until(ended);
  expect([ended()?.level, ended()?.fields.status]).toStrictEqual(["info", 499]);
  const { provider } = connect(url, token);
  await until(() => provider.synced);
});

test("a message in more parts than any client sends ends its connection, because each part takes memory and time", async () => {
  const { w, url } = await listening();
  const token = await w.token("ada");
  const noMask = [0, 0, 0, 0];
  const inFrames = await openByHand(url, token);
  const part = [0x81, ...noMask, 0];
  inFrames.write(Buffer.concat([Buffer.from([0x02, ...part]), ...Array(5000).fill(Buffer.from([0x00, ...part]))]));
  await until(() => inFrames.destroyed);

  const inPackets = await openByHand(url, token);
  const length = [0, 0, 0, 0, 0, 1, 0, 0];
  inPackets.write(Buffer.from([0x82, 0xff, ...length, ...noMask]));
  for (let packetCount = 0; packetCount < 60_000 && !inPackets.destroyed; packetCount++) {
    inPackets.write(Buffer.of(0));
    await nextTurn();
  }
  expect(inPackets.destroyed).toBe(true);
});

/** Threads that take over work from this many bytes on. */
function heavyWorkFrom(minBytes?: number): HeavyWork {
  const heavyWork = new HeavyWork(minBytes);
  onTestFinished(() => heavyWork.close());
  return heavyWork;
}

/** A connection on which the test sends whole messages; it keeps the updates and the notices that arrive. */
async function rawClient(url: string, token: string) {
  const socket = new WebSocket(`${url}/title?token=${token}`);
  onTestFinished(() => socket.terminate());
  const [updates, notices]: [Uint8Array[], string[]] = [[], []];
  const closed = new Promise((resolve) => socket.on("close", (code, reason) => resolve([code, `${reason}`])));
  socket.on("message", (data: Buffer) => {
    if (data[0] === 2) return void notices.push(`${data.subarray(3)}`);
    const frame = readFrame(data);
    if (frame.kind === "update") updates.push(frame.update);
  });
  await once(socket, "open");
  return { socket, updates, notices, closed };
}

/** A document with at least as many items as given, none of which continues another one. */
function manyItems(count: number, one = "ab"): Y.Doc {
  const doc = new Y.Doc();
  const text = doc.getText("content");
  doc.transact(() => {
    for (let i = 0; i < count; i++) text.insert(i % 2, one);
  });
  return doc;
}

/** Counts the items that Yjs integrates in this thread. @returns the most in one turn of the event loop, and all. */
function countIntegrations() {
  const { integrate } = Y.Item.prototype;
  const counts = { turn: 0, most: 0, all: 0 };
  Y.Item.prototype.integrate = function (...parameters) {
    if (counts.turn++ === 0)
      setImmediate(() => {
        counts.turn = 0;
      });
    counts.most = Math.max(counts.most, counts.turn);
    counts.all++;
    return integrate.apply(this, parameters);
  };
  onTestFinished(() => {
    Y.Item.prototype.integrate = integrate;
  });
  return counts;
}

test("a large message, and the first look at a large editor, leave the event loop free, and what is sent after it waits for it", async () => {
  const { w, url } = await listening({ heavyWork: heavyWorkFrom() });
  const token = await w.token("ada");
  const [ada, lin] = [await rawClient(url, token), await rawClient(url, token)];
  const doc = manyItems(40_000, "ab".repeat(30));
  const update = Y.encodeStateAsUpdate(doc);
  const before = Y.encodeStateVector(doc);
  doc.getText("content").insert(0, "Then ");
  const counts = countIntegrations();
  ada.socket.send(updateFrame(update));
  ada.socket.send(updateFrame(Y.encodeStateAsUpdate(doc, before)));
  await until(() => lin.updates.length >= 2);
  const late = await rawClient(url, token);
  late.socket.send(stateVectorFrame(Uint8Array.of(0)));
  await until(() => late.updates.length >= 2);
  expect(counts.all).toBeGreaterThanOrEqual(40_000);
  // A slice takes 5 ms; Yjs needs some 2 µs for an item.
  expect(counts.most).toBeLessThan(20_000);
  for (const { updates } of [lin, late]) {
    const copy = new Y.Doc();
    for (const one of updates) Y.applyUpdate(copy, one);
    expect(copy.getText("content").toString()).toBe(doc.getText("content").toString());
  }
  expect(ada.updates).toStrictEqual([]);
  expect(await textOf(w)).toBe(doc.getText("content").toString());
});

test("a large update is refused like a small one: of a viewer, beyond a quota, and if it nests too deep", async () => {
  const { w, url } = await listening({ heavyWork: heavyWorkFrom(500) });
  const [ada, eve] = [await rawClient(url, await w.token("ada")), await rawClient(url, await w.token("eve"))];
  const large = Y.encodeStateAsUpdate(manyItems(1000));
  eve.socket.send(updateFrame(large));
  await until(() => eve.notices.length > 0);
  expect(eve.notices[0]).toContain("User may not write to the document.");
  const deep = await rawClient(url, await w.token("ada"));
  deep.socket.send(updateFrame(nestIn(new Y.Doc(), "map", 5000)));
  const words = "An update must not nest shared types and values deeper than 100 levels.";
  expect(await deep.closed).toStrictEqual([4400, words]);
  const malformed = await rawClient(url, await w.token("ada"));
  malformed.socket.send(updateFrame(large.subarray(0, -9)));
  expect(await malformed.closed).toStrictEqual([4400, "An update must be a Yjs update in the format of version 1."]);
  expect([await textOf(w), ada.updates]).toStrictEqual([undefined, []]);

  ada.socket.send(updateFrame(large));
  await until(() => eve.updates.length > 0);
  // A viewer that repeats what all have is not refused.
  eve.socket.send(updateFrame(large));
  eve.socket.send(stateVectorFrame(Uint8Array.of(0)));
  await until(() => eve.updates.length > 1);
  expect(eve.notices.length).toBe(1);
  expect(await textOf(w)).toHaveLength(2000);
});

test("a large update beyond a user's quota is refused with a notice, before any of it is stored", async () => {
  const { w, url } = await listening({ heavyWork: heavyWorkFrom(500) });
  await w.ok("/v2/workspace/apikeyconfig/update", { userQuota: { bytes: 3000 } });
  w.advance(60_000);
  const ada = await rawClient(url, await w.token("ada"));
  ada.socket.send(updateFrame(Y.encodeStateAsUpdate(manyItems(2000))));
  await until(() => ada.notices.length > 0);
  expect(ada.notices[0]).toContain("The storage quota `bytes` of this user would be exceeded");
  expect([await textOf(w), ada.socket.readyState]).toStrictEqual([undefined, WebSocket.OPEN]);
});

test("clients whose updates are large, and clients over HTTP, converge on what is stored", async () => {
  const { w, url } = await listening({ heavyWork: heavyWorkFrom(150) });
  const token = await w.token("ada");
  const clients = [1, 2, 3].map(() => connect(url, token));
  await until(() => clients.every(({ provider }) => provider.synced));
  for (let round = 0; round < 6; round++) {
    for (const { doc, text } of clients)
      doc.transact(() => {
        for (let i = 0; i < 40; i++) text.insert((i * 7) % (text.length + 1), `${round}`, i % 5 ? {} : { bold: true });
        text.delete(0, round);
      });
    if (round === 3) clients[1]?.provider.disconnect();
    if (round === 4) await w.ok("/v2/crdt/update", { ...plan, editorId: "title", type: "text", data: "Rewritten" });
    if (round === 5) clients[1]?.provider.connect();
    for (const { text } of clients) text.insert(0, "small");
    await nextTurn();
  }
  const stateOf = ({ text }: { text: Y.Text }) => JSON.stringify(text.toDelta());
  const fresh = connect(url, token);
  await until(() => new Set([...clients, fresh].map(stateOf)).size === 1 && fresh.text.length > 0);
  await until(async () => (await textOf(w)) === fresh.text.toString());
});
