import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { USER_TOKEN_SECONDS } from "@atrium/functions/domain/tokens/user-token";
import { ApiError } from "@atrium/functions/platform/error";
import type { Store } from "@atrium/functions/store/port";
import { plan, readEditor, worldWithPlan } from "@atrium/functions/testing/fixtures/crdt/crdt";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import type { WorldOptions } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { WebSocket as WsSocket } from "ws";
import * as Y from "yjs";
import { createHttpServer } from "../../../server/src/http-server.ts";
import { closeApp } from "../../../server/testing/close-app.ts";
import type { ClientOptions, UserTokenSource } from "../options.ts";
import { realTiming, type Timing } from "../timing.ts";
import { createTimedClient } from "./create-client.ts";
import { LiveDocument } from "./live-document.ts";
import { AtriumProvider } from "./provider.ts";
import type { ProviderOptions } from "./provider-options.ts";

const HOUR = 3_600_000;
/** How long a user token is valid, in ms. */
const LIFETIME = USER_TOKEN_SECONDS * 1000;

/** A server with the document `plan`, which `ada` may edit and `eve` may read. */
async function serveDocument(options?: WorldOptions) {
  const w = await worldWithPlan(options);
  await w.ok("/v2/users/add", { ...plan, users: [{ userId: "ada" }, { userId: "eve", accessRole: "viewer" }] });
  await w.ok("/v2/organizations/documents/update", {
    organizationId: "acme",
    documents: [{ documentId: "plan", accessType: "restricted" }],
  });
  let port = 0;
  /** Starts the server; a restart uses the same address. @returns stops it. */
  async function start() {
    const app = createHttpServer(w.context);
    await app.listen({ host: "127.0.0.1", port });
    port = (app.server.address() as AddressInfo).port;
    onTestFinished(() => closeApp(app));
    return () => app.close();
  }
  const stop = await start();
  /** Opens the editor `title` as a user. */
  function open(
    userToken: UserTokenSource,
    options: ProviderOptions = {},
    send = fetch,
    { signal, timing = realTiming }: Pick<ClientOptions, "signal"> & { timing?: Timing } = {},
  ) {
    const baseUrl = `http://127.0.0.1:${port}`;
    const atrium = createTimedClient({ baseUrl, userToken, retries: 0, fetch: send, signal }, timing);
    const ydoc = new Y.Doc();
    const document = atrium.document(plan);
    const provider = new AtriumProvider(document, "title", ydoc, options);
    onTestFinished(() => provider.destroy());
    const states: string[] = [];
    provider.on("state", (state) => states.push(state));
    return { document, provider, ydoc, states, text: ydoc.getText("content") };
  }
  const readTitle = async () => (await readEditor(w, "title").catch(() => undefined))?.data;
  return { w, open, stored: readTitle, start, stop };
}

/** Waits until a condition holds. The client's own events make it true. */
async function until(holds: () => unknown): Promise<void> {
  for (let i = 0; i < 6000 && !(await holds()); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  if (!(await holds())) throw new Error(`it never came true: ${holds}`);
}

for (const transport of ["socket", "http"] as const)
  test(`two providers edit one editor over ${transport}, and what they see is stored`, async () => {
    const { w, open, stored } = await serveDocument();
    const token = await w.token("ada");
    const [ada, lin] = [open(token, { transport }), open(token, { transport })];
    expect(ada.provider.state).toBe("connecting");
    ada.text.insert(0, "Hello");
    await until(() => lin.text.toString() === "Hello");
    lin.text.insert(5, " world");
    await until(() => ada.text.toString() === "Hello world");
    await until(async () => (await stored()) === "Hello world");
    expect([ada.states, lin.states]).toStrictEqual([["synced"], ["synced"]]);
  });

for (const transport of ["socket", "http"] as const)
  test(`a token that no longer opens the document is replaced by a new one, and a refusal of the new one is final (${transport})`, async () => {
    const { w, open, stored } = await serveDocument();
    const resource = { type: "document", id: "plan", organizationId: "acme", accessRole: "editor" } as const;
    const poor = await w.token("zoe");
    const rich = await w.token("zoe", { resources: [resource] });
    let tokenCalls = 0;
    const first = open(() => (tokenCalls++ === 0 ? poor : rich), { transport });
    first.text.insert(0, "Hello");
    await until(() => first.provider.isSaved);
    expect([first.states, await stored()]).toStrictEqual([["offline", "connecting", "synced"], "Hello"]);
    const second = open(() => poor, { transport });
    await until(() => second.provider.hasGivenUp);
    expect(second.states).toStrictEqual(["offline", "connecting", "offline"]);
    expect(second.provider.error).toMatchObject({ code: "PERMISSION_DENIED" });
  });

/** Two clients, and the name under which the second sees the first. */
async function openTwoClients() {
  const { w, open } = await serveDocument();
  const token = await w.token("ada");
  const [ada, lin] = [open(token), open(token)];
  ada.provider.awareness.setLocalStateField("user", { name: "Ada" });
  const nameOfAda = () => lin.provider.awareness.getStates().get(ada.ydoc.clientID)?.user?.name;
  await until(() => nameOfAda() === "Ada");
  return { ada: ada.provider, lin: lin.provider, seen: nameOfAda };
}

test("cursors and names of others appear, vanish when they leave, and come back after a break", async () => {
  const { ada, seen } = await openTwoClients();
  ada.disconnect();
  await until(() => seen() === undefined);
  ada.connect();
  await until(() => seen() === "Ada");
  ada.destroy();
  await until(() => seen() === undefined);
});

test("a user with two providers for one Yjs document stays visible when one of them ends, and with a new one after both", async () => {
  const { w, open } = await serveDocument();
  const token = await w.token("ada");
  const [ada, lin] = [open(token), open(token)];
  const another = () => {
    const provider = new AtriumProvider(ada.document, "title", ada.ydoc);
    onTestFinished(() => provider.destroy());
    // Without its timer, it does not repeat its state by itself, which makes it visible some time later.
    clearInterval(provider.awareness._checkInterval as never);
    return provider;
  };
  const nameOfAda = () => lin.provider.awareness.getStates().get(ada.ydoc.clientID)?.user?.name;
  const show = ({ awareness }: AtriumProvider, name: string) => awareness.setLocalStateField("user", { name });
  for (let i = 0; i < 9; i++) show(ada.provider, `Ada ${i}`);
  await until(() => nameOfAda() === "Ada 8");
  const second = another();
  await second.whenSynced();
  show(second, "Ada in the margin");
  ada.provider.destroy();
  await until(() => nameOfAda() === "Ada in the margin");
  second.destroy();
  await until(() => nameOfAda() === undefined);
  show(another(), "Ada again");
  await until(() => nameOfAda() === "Ada again");
});

test("a user who returns after a short break sees at once the users who stayed", async () => {
  const { lin, seen } = await openTwoClients();
  lin.disconnect();
  await until(() => seen() === undefined);
  lin.connect();
  await until(() => lin.state === "synced");
  expect(seen()).toBe("Ada");
});

/** A store whose transactions wait while it is held. */
function heldStore() {
  let gate: PromiseWithResolvers<void> | undefined;
  const wrapStore = (store: Store) =>
    new Proxy(store, {
      get(_store, name) {
        const value = Reflect.get(store, name);
        const transact = async (body: never) => {
          await gate?.promise;
          return store.transact(body);
        };
        return name === "transact" ? transact : typeof value === "function" ? value.bind(store) : value;
      },
    });
  const hold = () => {
    gate = Promise.withResolvers();
    return gate.resolve;
  };
  return { wrapStore, hold };
}

for (const transport of ["socket", "http"] as const)
  test(`edits count as saved when the service has stored them, and not before (${transport})`, async () => {
    const { wrapStore, hold } = heldStore();
    const { w, open, stored } = await serveDocument({ wrapStore });
    let questionCount = 0;
    /** Counts the messages that may get an answer: questions over a WebSocket, calls over HTTP. */
    class Counting extends WebSocket {
      override send(bytes: Uint8Array<ArrayBuffer>) {
        if (bytes[0] === 0 && bytes[1] === 0) questionCount++;
        super.send(bytes);
      }
    }
    const counting: typeof fetch = (input, init) => {
      if (String(input).endsWith("/v2/crdt/sync")) questionCount++;
      return fetch(input, init);
    };
    const ada = open(await w.token("ada"), { transport, WebSocket: Counting }, counting);
    const savedStates: boolean[] = [];
    ada.provider.on("saved", (isSaved) => savedStates.push(isSaved));
    await until(() => ada.provider.state === "synced");
    expect(ada.provider.isSaved).toBe(true);
    const release = hold();
    const before = questionCount;
    ada.text.insert(0, "Hello");
    expect(ada.provider.isSaved).toBe(false);
    await until(() => questionCount > before);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([ada.provider.isSaved, ada.provider.state]).toStrictEqual([false, "synced"]);
    release();
    await until(() => ada.provider.isSaved);
    expect([savedStates, await stored()]).toStrictEqual([[false, true], "Hello"]);
  });

for (const transport of ["socket", "http"] as const)
  test(`edits made before the first connection or during a break are saved with the next connection (${transport})`, async () => {
    const { w, open, stored } = await serveDocument();
    const ada = open(await w.token("ada"), { transport, connect: false });
    ada.text.insert(0, "Hello");
    expect(ada.provider.isSaved).toBe(false);
    ada.provider.connect();
    await until(() => ada.provider.isSaved);
    expect(await stored()).toBe("Hello");
    ada.provider.disconnect();
    expect(ada.provider.isSaved).toBe(true);
    ada.text.delete(0, 4);
    expect(ada.provider.isSaved).toBe(false);
    ada.provider.connect();
    await until(() => ada.provider.isSaved);
    expect(await stored()).toBe("o");
  });

for (const transport of ["socket", "http"] as const)
  test(`a change that is too large for the service ends the connection for good, with an error (${transport})`, async () => {
    const { w, open } = await serveDocument();
    const ada = open(await w.token("ada"), { transport });
    await until(() => ada.provider.state === "synced");
    ada.text.insert(0, "x".repeat(12 * 1024 * 1024));
    await until(() => ada.provider.error?.code === "INVALID_ARGUMENT");
    expect(ada.states).toStrictEqual(["synced", "offline"]);
    expect([ada.provider.state, ada.provider.isSaved]).toStrictEqual(["offline", false]);
    expect(ada.provider.error?.message).toMatch(/too large|bytes/);
    expect(ada.provider.hasGivenUp).toBe(true);
  });

test("cursors over HTTP reach others over HTTP and over WebSockets", async () => {
  const { w, open } = await serveDocument();
  const token = await w.token("ada");
  const [ada, lin, socket] = [open(token, { transport: "http" }), open(token, { transport: "http" }), open(token)];
  ada.provider.awareness.setLocalStateField("user", { name: "Ada" });
  const seenBy = ({ provider }: typeof lin) => provider.awareness.getStates().get(ada.ydoc.clientID)?.user?.name;
  await until(() => seenBy(lin) === "Ada" && seenBy(socket) === "Ada");
  socket.provider.awareness.setLocalStateField("user", { name: "Zoe" });
  // A client that joins later sees everybody at once, long before they repeat themselves.
  const late = [open(token, { transport: "http" }), open(token)];
  const namesBy = ({ provider }: typeof lin) =>
    [...provider.awareness.getStates().values()].flatMap(({ user }) => user?.name ?? []).sort();
  await until(() => late.every((one) => namesBy(one).join() === "Ada,Zoe"));
});

/** An event target like a browser's window, with the events of a page, until the test ends. */
function pageEvents(): EventTarget {
  const page = new EventTarget();
  const events = ["addEventListener", "removeEventListener"] as const;
  for (const name of events) Object.assign(globalThis, { [name]: page[name].bind(page) });
  onTestFinished(() => {
    for (const name of events) Reflect.deleteProperty(globalThis, name);
  });
  return page;
}

for (const how of ["that disconnects", "whose page is left"])
  test(`a client over HTTP ${how} during its synchronization does not announce itself afterwards`, async () => {
    const page = pageEvents();
    const { w, open } = await serveDocument();
    const requestPaths: string[] = [];
    const answered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const heldFetch: typeof fetch = async (input, init) => {
      const { pathname } = new URL(String(input));
      requestPaths.push(pathname);
      const reply = await fetch(input, init);
      if (pathname !== "/v2/crdt/sync") return reply;
      const text = await reply.text();
      answered.resolve();
      await gate.promise;
      return new Response(text, reply);
    };
    const ada = open(await w.token("ada"), { transport: "http" }, heldFetch);
    await answered.promise;
    if (how === "that disconnects") ada.provider.disconnect();
    else page.dispatchEvent(new Event("pagehide"));
    gate.resolve();
    for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
    expect(requestPaths).not.toContain("/v2/crdt/awareness");
    expect(ada.states).toStrictEqual(how === "that disconnects" ? ["offline"] : ["synced"]);
  });

test("others see at once that a client over HTTP has disconnected, or that its user has left the page", async () => {
  const page = pageEvents();
  const { w, open } = await serveDocument();
  const token = await w.token("ada");
  const [ada, lin] = [open(token, { transport: "http" }), open(token, { transport: "http" })];
  const isAdaVisible = () => lin.provider.awareness.getStates().has(ada.ydoc.clientID);
  ada.provider.awareness.setLocalStateField("user", { name: "Ada" });
  await until(isAdaVisible);
  ada.provider.disconnect();
  await until(() => !isAdaVisible());
  ada.provider.connect();
  await until(isAdaVisible);
  page.dispatchEvent(new Event("pagehide"));
  await until(() => !isAdaVisible());
});

test("edits of a worker thread reach a page", async () => {
  const { w, open } = await serveDocument();
  const token = await w.token("ada");
  const { document, text } = open(token);
  const { baseUrl } = document.connection;
  const program = `(async () => {
    const { realtime, options, plan } = require("node:worker_threads").workerData;
    const [{ createClient, AtriumProvider }, { Doc }] = await Promise.all([import(realtime), import("yjs")]);
    const ydoc = new Doc();
    new AtriumProvider(createClient(options).document(plan), "title", ydoc);
    ydoc.getText("content").insert(0, "Hello");
  })()`;
  const workerData = {
    realtime: new URL("index.ts", import.meta.url).href,
    options: { baseUrl, userToken: token },
    plan,
  };
  const worker = new Worker(program, { eval: true, workerData });
  onTestFinished(() => worker.terminate());
  await until(() => text.toString() === "Hello");
});

for (const transport of ["auto", "http"] as const)
  test(`edits made offline wait for the server and are merged with those of others (${transport})`, async () => {
    const { w, open, stored, start, stop } = await serveDocument();
    const token = await w.token("ada");
    const [ada, lin] = [open(token, { transport }), open(token, { transport })];
    ada.text.insert(0, "Hello");
    await until(() => lin.text.toString() === "Hello");
    await stop();
    await until(() => ada.provider.state === "offline" && lin.provider.state === "offline");
    expect(ada.provider.error).toMatchObject({ code: "UNAVAILABLE" });
    ada.text.insert(0, "Oh! ");
    lin.text.insert(5, " world");
    await start();
    await until(() => ada.text.toString() === "Oh! Hello world" && lin.text.toString() === "Oh! Hello world");
    await until(async () => (await stored()) === "Oh! Hello world");
    await until(() => ada.provider.state === "synced");
    expect(ada.provider.error).toBe(undefined);
  });

test("while the server can't store edits, a provider reconnects after growing pauses", async () => {
  const { w, open } = await serveDocument();
  const pauses: number[] = [];
  const sleep = async (ms: number) => void pauses.push(ms);
  const timing = { ...realTiming, random: () => 1, sleep };
  const ada = open(await w.token("ada"), { transport: "socket" }, fetch, { timing });
  await until(() => ada.provider.state === "synced");
  w.context.store.transact = () => Promise.reject(new ApiError("UNAVAILABLE", "The store is busy."));
  ada.text.insert(0, "Hello");
  await until(() => pauses.length >= 4);
  expect(pauses.slice(0, 4)).toStrictEqual([250, 500, 1000, 2000]);
  expect(ada.provider.hasGivenUp).toBe(false);
});

test("a runtime without WebSockets edits over HTTP, and reports what is missing if the program allows no other transport", async () => {
  const { WebSocket } = globalThis;
  onTestFinished(() => void Object.assign(globalThis, { WebSocket }));
  Object.assign(globalThis, { WebSocket: undefined });
  const { w, open } = await serveDocument();
  const token = await w.token("ada");
  const [ada, lin] = [open(token), open(token, { transport: "socket" })];
  await until(() => ada.provider.state === "synced" && lin.provider.state === "offline");
  expect(lin.provider.error).toMatchObject({ code: "FAILED_PRECONDITION" });
});

test("a runtime whose WebSockets never connect edits over HTTP", async () => {
  const { w, open, stored } = await serveDocument();
  /** A WebSocket behind a proxy that does not support WebSockets. */
  class Blocked {
    static opened = 0;
    onclose: ((event: { code: number; reason: string }) => void) | undefined;
    constructor() {
      Blocked.opened++;
      queueMicrotask(() => this.onclose?.({ code: 1006, reason: "" }));
    }
    close() {}
  }
  const ada = open(await w.token("ada"), { WebSocket: Blocked as never });
  ada.text.insert(0, "Hello");
  await until(async () => (await stored()) === "Hello");
  await until(() => ada.provider.state === "synced");
  expect([Blocked.opened, ada.states]).toStrictEqual([1, ["synced"]]);
});

test.each([
  ["plan", "."],
  ["plan", ".."],
  ["..", "title"],
])(
  "an editor whose address a URL can't hold is edited over HTTP: document `%s`, editor `%s`",
  async (documentId, editorId) => {
    const { w, open } = await serveDocument();
    if (documentId !== "plan")
      await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId }] });
    const place = { organizationId: "acme", documentId };
    const token = await w.token("ada", { resources: [{ type: "organization", id: "acme", accessRole: "editor" }] });
    const document = new LiveDocument(open(token, { connect: false }).document.connection, place);
    const ydoc = new Y.Doc();
    const provider = new AtriumProvider(document, editorId, ydoc);
    onTestFinished(() => provider.destroy());
    ydoc.getText("content").insert(0, "Hello");
    await provider.whenSynced();
    await until(() => provider.isSaved);
    const { data } = await w.ok("/v2/crdt/get", { ...place, editorId });
    expect(data).toMatchObject([{ data: "Hello" }]);
  },
);

test("with the package `ws`, an early end and an unreachable server are reported as states, and edits work once the server is up", async () => {
  const { w, open, stored, start, stop } = await serveDocument();
  const token = await w.token("ada");
  // The connection is not open yet, which the package reports as an error.
  open(token, { WebSocket: WsSocket }).provider.destroy();
  await stop();
  const ada = open(token, { WebSocket: WsSocket, transport: "socket" });
  await until(() => ada.provider.state === "offline");
  expect(ada.provider.error).toMatchObject({ code: "UNAVAILABLE" });
  ada.text.insert(0, "Hello");
  await start();
  await until(async () => (await stored()) === "Hello");
});

test("with the package `ws`, a proxy that refuses WebSockets leads to HTTP", async () => {
  const { w, open, stored } = await serveDocument();
  /** Connects to an address that answers 404. */
  class Refused extends WsSocket {
    constructor(url: string, protocols: string[]) {
      super(url.replace("/v2/crdt/socket/", "/nowhere/"), protocols);
    }
  }
  const ada = open(await w.token("ada"), { WebSocket: Refused });
  ada.text.insert(0, "Hello");
  await until(async () => (await stored()) === "Hello");
  await until(() => ada.provider.state === "synced");
});

test("text typed right before a provider ends is stored, also over HTTP during a running call", async () => {
  const { w, open, stored } = await serveDocument();
  const gate = Promise.withResolvers<void>();
  let isHeld = false;
  const slow: typeof fetch = async (input, init) => {
    if (isHeld && !init?.keepalive) await gate.promise;
    return fetch(input, init);
  };
  const ada = open(await w.token("ada"), { transport: "http" }, slow);
  await until(() => ada.provider.state === "synced");
  isHeld = true;
  ada.text.insert(0, "Hello");
  // A call has begun, and another one must follow.
  await new Promise((resolve) => setTimeout(resolve, 100));
  ada.text.insert(5, " world");
  ada.provider.destroy();
  await until(async () => (await stored()) === "Hello world");
  gate.resolve();
});

test("when the user leaves the page, requests that outlive it store the last edits and announce the leave", async () => {
  const page = pageEvents();
  const { w, open, stored } = await serveDocument();
  const token = await w.token("ada");
  let isLeft = false;
  const gone = new Promise<never>((_, reject) => onTestFinished(() => reject(new Error("The page is gone."))));
  const ofPage: typeof fetch = (input, init) => (isLeft && !init?.keepalive ? gone : fetch(input, init));
  // A page that is being left gets no new token.
  const ada = open(() => (isLeft ? gone : token), { transport: "http" }, ofPage);
  const lin = open(token);
  ada.provider.awareness.setLocalStateField("user", { name: "Ada" });
  const isAdaVisible = () => lin.provider.awareness.getStates().has(ada.ydoc.clientID);
  await until(() => isAdaVisible() && ada.provider.state === "synced");
  ada.text.insert(0, "Save me!");
  isLeft = true;
  page.dispatchEvent(new Event("pagehide"));
  await until(async () => (await stored()) === "Save me!");
  await until(() => !isAdaVisible());
});

test("a rate limit over HTTP is reported as offline with its reason, and the edits arrive afterwards", async () => {
  const { w, open, stored } = await serveDocument();
  let isLimited = false;
  const limited: typeof fetch = async (input, init) => {
    if (!isLimited || !String(input).endsWith("/v2/crdt/sync")) return fetch(input, init);
    const error = { status: "RESOURCE_EXHAUSTED", message: "Rate limit exceeded. Try again after 1 minute." };
    return Response.json({ error }, { status: 429, headers: { "retry-after": "0" } });
  };
  const ada = open(await w.token("ada"), { transport: "http" }, limited);
  await until(() => ada.provider.state === "synced");
  isLimited = true;
  ada.text.insert(0, "Hello");
  await until(() => ada.provider.error?.code === "RESOURCE_EXHAUSTED");
  isLimited = false;
  await until(async () => (await stored()) === "Hello");
});

for (const transport of ["socket", "http"] as const)
  test(`a provider is offline as soon as the browser loses its network, and synced when the network is back (${transport})`, async () => {
    const page = pageEvents();
    const { w, open, stored } = await serveDocument();
    const ada = open(await w.token("ada"), { transport });
    await until(() => ada.provider.state === "synced");
    page.dispatchEvent(new Event("offline"));
    await until(() => ada.provider.state === "offline");
    expect(ada.provider.error).toMatchObject({ code: "UNAVAILABLE", message: "The browser is offline." });
    expect(ada.provider.hasGivenUp).toBe(false);
    ada.text.insert(0, "Hello");
    page.dispatchEvent(new Event("online"));
    await until(async () => (await stored()) === "Hello");
    await until(() => ada.provider.state === "synced");
  });

/** Catches errors that would otherwise end the program. */
function catchUncaught(): unknown[] {
  const uncaught: unknown[] = [];
  const { queueMicrotask } = globalThis;
  onTestFinished(() => void Object.assign(globalThis, { queueMicrotask }));
  const catching = (run: () => void) =>
    queueMicrotask(() => {
      try {
        run();
      } catch (error) {
        uncaught.push(error);
      }
    });
  Object.assign(globalThis, { queueMicrotask: catching });
  return uncaught;
}

for (const transport of ["socket", "http"] as const)
  test(`an error thrown by an observer of the text is uncaught, and editing continues (${transport})`, async () => {
    const { w, open, stored } = await serveDocument();
    const uncaught = catchUncaught();
    await w.ok("/v2/crdt/add", { ...plan, editorId: "title", type: "text", data: "Hello" });
    const ada = open(await w.token("ada"), { transport, connect: false });
    const fault = new Error("a fault of the application");
    const fail = () => {
      ada.text.unobserve(fail);
      throw fault;
    };
    ada.text.observe(fail);
    ada.provider.connect();
    await until(() => ada.provider.state === "synced");
    ada.text.insert(5, "!");
    await until(() => ada.provider.isSaved);
    expect([await stored(), uncaught]).toStrictEqual(["Hello!", [fault]]);
  });

test("a provider that connects, disconnects and reconnects while waiting for a token has one connection, which sends edits", async () => {
  const { w, open, stored } = await serveDocument();
  const token = await w.token("ada");
  const first = Promise.withResolvers<string>();
  const tokens = [first.promise];
  const ada = open(() => tokens.shift() ?? token, { connect: false });
  ada.provider.connect();
  ada.provider.disconnect();
  ada.provider.connect();
  await until(() => ada.provider.state === "synced");
  first.resolve(token);
  await new Promise((resolve) => setTimeout(resolve, 50));
  ada.text.insert(0, "Hello");
  await until(() => ada.provider.isSaved);
  expect(await stored()).toBe("Hello");
});

for (const transport of ["socket", "http"] as const)
  test(`a viewer who has changed nothing gets no refusal, even after others have deleted something (${transport})`, async () => {
    const { w, open } = await serveDocument();
    const ada = open(await w.token("ada"));
    ada.text.insert(0, "Hello, world");
    ada.text.delete(5, 7);
    await until(() => ada.provider.isSaved);
    const eve = open(await w.token("eve"), { transport, connect: false });
    const denied: string[] = [];
    eve.provider.on("denied", (reason) => denied.push(reason));
    for (let times = 0; times < 2; times++) {
      eve.provider.connect();
      await until(() => eve.provider.state === "synced" && eve.provider.isSaved);
      // A refusal would have arrived by the time of the next edit of another user.
      ada.text.insert(0, "!");
      await until(() => eve.text.toString() === ada.text.toString());
      eve.provider.disconnect();
    }
    expect(denied).toStrictEqual([]);
  });

for (const transport of ["socket", "http"] as const)
  test(`a viewer who loads a local copy of the stored text gets no refusal, whenever it is loaded (${transport})`, async () => {
    const { w, open } = await serveDocument();
    const ada = open(await w.token("ada"));
    ada.text.insert(0, "Hello, world");
    ada.text.delete(5, 7);
    await until(() => ada.provider.isSaved);
    const copy = Y.encodeStateAsUpdate(ada.ydoc);
    for (const when of ["before", "after"]) {
      const eve = open(await w.token("eve"), { transport, connect: false });
      const denied: string[] = [];
      eve.provider.on("denied", (reason) => denied.push(reason));
      if (when === "before") Y.applyUpdate(eve.ydoc, copy, "kept");
      eve.provider.connect();
      await until(() => eve.provider.state === "synced");
      if (when === "after") Y.applyUpdate(eve.ydoc, copy, "kept");
      await until(() => eve.provider.isSaved || denied.length > 0);
      expect(denied).toStrictEqual([]);
      eve.text.delete(0, 1);
      await until(() => denied.length > 0);
      expect(eve.provider.isSaved).toBe(false);
    }
  });

test("a refusal that arrives after the end is not reported", async () => {
  const { w, open } = await serveDocument();
  const [isHeld, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  /** Holds back the reply to the first edit. */
  const holding: typeof fetch = async (input, init) => {
    const reply = await fetch(input, init);
    if (!String(init?.body).includes(`"update"`)) return reply;
    isHeld.resolve();
    await released.promise;
    return reply;
  };
  const eve = open(await w.token("eve"), { transport: "http" }, holding);
  const denied: string[] = [];
  eve.provider.on("denied", (reason) => denied.push(reason));
  await until(() => eve.provider.state === "synced");
  eve.text.insert(0, "Mine");
  await isHeld.promise;
  eve.provider.destroy();
  released.resolve();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(denied).toStrictEqual([]);
});

for (const transport of ["socket", "http"] as const)
  test(`an edit beyond a storage quota is reported, and edits of others still arrive (${transport})`, async () => {
    const { w, open } = await serveDocument();
    await w.ok("/v2/workspace/apikeyconfig/update", { userQuota: { bytes: 5000 } });
    // Quotas are cached in the process for a while.
    w.advance(60_000);
    const [ada, eve] = [open(await w.token("ada"), { transport }), open(await w.token("ada"), { transport })];
    await until(() => ada.provider.state === "synced" && eve.provider.state === "synced");
    const denied: string[] = [];
    ada.provider.on("denied", (reason) => denied.push(reason));
    ada.text.insert(0, "x".repeat(10_000));
    await until(() => denied.length > 0);
    expect(denied[0]).toContain("The storage quota `bytes` of this user would be exceeded");
    eve.text.insert(0, "Hello");
    await until(() => ada.text.toString().includes("Hello"));
    expect([ada.provider.isSaved, eve.text.toString()]).toStrictEqual([false, "Hello"]);
    expect(ada.states.slice(1)).toStrictEqual([]);
  });

for (const transport of ["socket", "http"] as const)
  test(`deleting an editor ends the connection for good, and no further edit creates it again (${transport})`, async () => {
    const { w, open, stored } = await serveDocument();
    const ada = open(await w.token("ada"), { transport });
    ada.text.insert(0, "Hello");
    await until(() => ada.provider.isSaved);
    await w.ok("/v2/crdt/delete", { ...plan, editorIds: ["title"] });
    await until(() => ada.provider.hasGivenUp);
    expect(ada.provider.error?.code).toBe("NOT_FOUND");
    ada.text.insert(0, "Oh! ");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([await stored(), ada.provider.isSaved]).toStrictEqual([undefined, false]);
  });

for (const transport of ["socket", "http"] as const)
  for (const what of ["editor", "document"] as const)
    for (const isAgain of [true, false])
      test(`the text of a deleted ${what} does not come back with a provider that was offline (${transport}, ${isAgain ? "with a new editor" : "without one"})`, async () => {
        const { w, open, stored } = await serveDocument();
        const token = await w.token("ada", { isAdmin: true });
        const [ada, lin] = [open(token, { transport }), open(token, { transport })];
        ada.text.insert(0, "Hello");
        await until(() => ada.provider.isSaved && lin.text.toString() === "Hello");
        for (const { provider, text } of [ada, lin]) {
          provider.disconnect();
          text.insert(0, "Oh! ");
        }
        if (what === "editor") await w.ok("/v2/crdt/delete", { ...plan, editorIds: ["title"] });
        else {
          const { organizationId, documentId } = plan;
          await w.ok("/v2/organizations/documents/delete", { organizationId, documentIds: [documentId] });
          await w.drain();
          await w.ok("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
        }
        if (isAgain) await w.ok("/v2/crdt/add", { ...plan, editorId: "title", type: "text", data: "New" });
        for (const { provider, text } of [ada, lin]) {
          provider.connect();
          await until(() => provider.hasGivenUp);
          expect([provider.error?.code, provider.isSaved, text.toString()]).toStrictEqual([
            ...["NOT_FOUND", false, "Oh! Hello"],
          ]);
        }
        expect(await stored()).toBe(isAgain ? "New" : undefined);
      });

for (const transport of ["socket", "http"] as const)
  test(`the text of a deleted document does not come back with a provider that opened the editor while it was empty (${transport})`, async () => {
    const { w, open, stored } = await serveDocument();
    const token = await w.token("ada", { isAdmin: true });
    const lin = open(token, { transport });
    await lin.provider.whenSynced();
    await until(() => lin.provider.isSaved);
    const ada = open(token, { transport });
    ada.text.insert(0, "Hello");
    await until(() => lin.text.toString() === "Hello");
    for (const { provider } of [ada, lin]) provider.disconnect();
    const { organizationId, documentId } = plan;
    await w.ok("/v2/organizations/documents/delete", { organizationId, documentIds: [documentId] });
    await w.drain();
    await w.ok("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
    await w.ok("/v2/crdt/add", { ...plan, editorId: "title", type: "text", data: "New" });
    lin.provider.connect();
    await until(() => lin.provider.hasGivenUp || lin.provider.state === "synced");
    expect([lin.provider.error?.code, lin.text.toString()]).toStrictEqual(["NOT_FOUND", "Hello"]);
    expect(await stored()).toBe("New");
  });

test("a subscription that ends in the turn in which it began opens no stream", async () => {
  const { w, open } = await serveDocument();
  const requestUrls: string[] = [];
  const noting: typeof fetch = (input, init) => {
    requestUrls.push(String(input));
    return fetch(input, init);
  };
  const { document } = open(await w.token("ada"), { connect: false }, noting);
  document.subscribe(() => undefined)();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(requestUrls).toStrictEqual([]);
});

test("over HTTP all editors are followed, even if they are more than one stream carries", async () => {
  const { w, open } = await serveDocument();
  const { document } = open(await w.token("ada"), { connect: false });
  const docs = Array.from({ length: 12 }, () => new Y.Doc());
  const providers = docs.map((ydoc, i) => new AtriumProvider(document, `page ${i}`, ydoc, { transport: "http" }));
  onTestFinished(() => providers.forEach((provider) => void provider.destroy()));
  await until(() => providers.every(({ state }) => state === "synced"));
  const other = new Y.Doc();
  other.getText("content").insert(0, "Hello");
  await w.ok("/v2/crdt/sync", {
    ...{ ...plan, editorId: "page 11" },
    update: Buffer.from(Y.encodeStateAsUpdate(other)).toString("base64"),
  });
  await until(() => docs[11]?.getText("content").toString() === "Hello");
});

test("an error thrown by a listener is uncaught, and other listeners still get all events", async () => {
  const { w, open } = await serveDocument();
  const uncaught = catchUncaught();
  const { document, provider, states } = open(await w.token("ada"), { transport: "http" });
  const eventNames: string[] = [];
  const fault = new Error("a fault of the application");
  const fail = () => {
    throw fault;
  };
  onTestFinished(document.subscribe(fail));
  provider.on("state", fail);
  onTestFinished(document.subscribe(({ event }) => eventNames.push(event)));
  await until(() => eventNames.includes("ready") && provider.state === "synced");
  await document.liveState.set("votes", { cover: 2 });
  await until(() => eventNames.includes("livestate"));
  expect(new Set(uncaught)).toStrictEqual(new Set([fault]));
  expect(states).toStrictEqual(["synced"]);
  provider.off("state", fail);
});

test("a listener that another listener removes during an event does not get this event", async () => {
  const { w, open } = await serveDocument();
  const { document, provider } = open(await w.token("ada"), { connect: false });
  const calls: string[] = [];
  const removed = () => void calls.push("removed");
  provider.on("state", () => provider.off("state", removed));
  provider.on("state", removed);
  onTestFinished(document.subscribe(() => end()));
  const end = document.subscribe(removed);
  onTestFinished(document.subscribe(({ event }) => calls.push(event)));
  provider.connect();
  await until(() => calls.includes("ready"));
  expect(calls).not.toContain("removed");
});

test("a destroyed provider refuses to connect again, because it would no longer send edits", async () => {
  const { w, open } = await serveDocument();
  const { provider } = open(await w.token("ada"));
  await provider.whenSynced();
  provider.destroy();
  provider.destroy();
  expect(() => provider.connect()).toThrow("The provider was destroyed. Create a new one.");
  expect(provider.state).toBe("offline");
});

test.each([undefined, null, "", 7])("a provider refuses %p as the id of an editor", async (id) => {
  const { w, open } = await serveDocument();
  const { document } = open(await w.token("ada"), { connect: false });
  expect(() => new AtriumProvider(document, id as string, new Y.Doc())).toThrow(
    `editorId must be text that is not empty, not ${JSON.stringify(id)}.`,
  );
});

test("a token function is called for a new token when the old one has expired", async () => {
  const { w, open } = await serveDocument();
  const tokens: string[] = [];
  const newToken = async () => {
    const token = await w.token("ada");
    tokens.push(token);
    return token;
  };
  const ada = open(newToken);
  await until(() => ada.provider.state === "synced");
  w.advance(1000);
  await w.ok("/v2/auth/tokens/revoke", { userIds: ["ada"] });
  await until(() => ada.provider.state !== "synced");
  w.advance(1000);
  await until(() => ada.provider.state === "synced");
  expect(new Set(tokens).size).toBeGreaterThan(1);
  for (const token of tokens) expect(JSON.stringify(w.logged)).not.toContain(token);
});

test("a comparison that ends after the stream has broken does not show an HTTP provider as synced", async () => {
  const { w, open } = await serveDocument();
  const reply = Promise.withResolvers<void>();
  const stream = Promise.withResolvers<void>();
  const holds = { reply: false, stream: false };
  /** Holds back the reply to a comparison, and the request for the next stream. */
  const send: typeof fetch = async (url, init) => {
    if (holds.stream && String(url).includes("/stream")) await stream.promise;
    const response = await fetch(url, init);
    if (!holds.reply || !String(url).endsWith("/crdt/sync")) return response;
    const text = await response.text();
    holds.stream = true;
    await reply.promise;
    return new Response(text, response);
  };
  const userToken = async () => w.token("ada");
  const { provider, states } = open(userToken, { transport: "http" }, send);
  await provider.whenSynced();
  holds.reply = true;
  // The service asks for a comparison.
  await w.ok("/v2/crdt/add", { ...plan, editorId: "title", data: "Hello", type: "text" });
  await until(() => holds.stream);
  w.advance(1000);
  await w.ok("/v2/auth/tokens/revoke", { userIds: ["ada"] });
  w.advance(1000);
  await until(() => states.at(-1) === "offline");
  holds.reply = false;
  reply.resolve();
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  states.push("the stream may open");
  stream.resolve();
  await until(() => states.at(-1) === "synced");
  expect(states).toStrictEqual(["synced", "offline", "the stream may open", "synced"]);
});

for (const transport of ["socket", "http"] as const)
  for (const [skew, clock] of [
    [-HOUR, "an hour behind"],
    [HOUR, "an hour ahead"],
  ] as const)
    test(`tokens that expire while a provider is connected are replaced without loss, whatever the client's clock says (${transport}, ${clock})`, async () => {
      const { w, open, stored } = await serveDocument();
      const now = () => w.context.now() + skew;
      /** A user whose program keeps each token for half of the time for which it is valid. */
      const openWithCache = () => {
        let fetchedAt = Number.NEGATIVE_INFINITY;
        let token: Promise<string>;
        const calls = { tokens: 0 };
        const userToken = () => {
          if (now() - fetchedAt > LIFETIME / 2) {
            [token, fetchedAt] = [w.token("ada"), now()];
            calls.tokens++;
          }
          return token;
        };
        return { ...open(userToken, { transport }, fetch, { timing: { ...realTiming, now } }), calls };
      };
      const [ada, lin] = [openWithCache(), openWithCache()];
      const breaks = () => [ada, lin].map(({ states }) => states.filter((state) => state === "offline").length);
      for (const round of [1, 2, 3]) {
        await until(() => ada.provider.state === "synced" && lin.provider.state === "synced");
        w.advance(LIFETIME);
        ada.text.insert(0, `[before ${round}]`);
        // When access to the document may have changed, the service checks the tokens at once.
        const accessType = round === 2 ? "restricted" : "organizationPrivate";
        const documents = [{ documentId: "plan", accessType }];
        await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
        await until(() => breaks().every((count) => count >= round));
        lin.text.insert(0, `[during ${round}]`);
      }
      const parts = [1, 2, 3].flatMap((round) => [`[before ${round}]`, `[during ${round}]`]);
      await until(() => [ada, lin].every(({ provider }) => provider.isSaved && provider.state === "synced"));
      await until(() => [ada, lin].every(({ text }) => parts.every((part) => text.toString().includes(part))));
      expect([ada.text.toString(), await stored()]).toStrictEqual([lin.text.toString(), lin.text.toString()]);
      expect(breaks()).toStrictEqual([3, 3]);
      expect([ada.calls, lin.calls]).toStrictEqual([{ tokens: 4 }, { tokens: 4 }]);
    });

for (const transport of ["socket", "http"] as const)
  test(`access that ends while an editor is open ends the connection for good, with the reason of the service (${transport})`, async () => {
    const { w, open } = await serveDocument();
    const { provider } = open(await w.token("ada"), { transport });
    await until(() => provider.state === "synced");
    await w.ok("/v2/users/delete", { ...plan, userIds: ["ada"] });
    await until(() => provider.hasGivenUp);
    expect(provider.error).toMatchObject({
      code: "PERMISSION_DENIED",
      reason: "User does not have access to the document.",
    });
  });

for (const transport of ["socket", "http"] as const) {
  test(`a viewer follows the editor and is notified that their own changes are not stored (${transport})`, async () => {
    const { w, open, stored } = await serveDocument();
    const [ada, eve] = [open(await w.token("ada"), { transport }), open(await w.token("eve"), { transport })];
    const reasons: string[] = [];
    eve.provider.on("denied", (reason) => reasons.push(reason));
    ada.text.insert(0, "Hello");
    await until(() => eve.text.toString() === "Hello");
    eve.text.insert(0, "Mine: ");
    await until(() => reasons.length > 0);
    expect(reasons[0]).toBe("User may not write to the document.");
    ada.text.insert(5, "!");
    await until(() => eve.text.toString() === "Mine: Hello!");
    expect([ada.text.toString(), await stored()]).toStrictEqual(["Hello!", "Hello!"]);
    await until(() => ada.provider.isSaved);
    expect(eve.provider.isSaved).toBe(false);
    // Over HTTP it retries after a minute.
    if (transport === "http") return;
    await w.ok("/v2/users/update", { ...plan, users: [{ userId: "eve", accessRole: "editor" }] });
    await until(() => eve.provider.isSaved);
    expect(await stored()).toBe("Mine: Hello!");
  });

  test(`a refusal ends the connection for good, with its reason (${transport})`, async () => {
    const { w, open } = await serveDocument();
    for (const [token, code] of [
      [await w.token("stranger"), "PERMISSION_DENIED"],
      ["a.b.c", "UNAUTHENTICATED"],
    ] as const) {
      const { provider, states } = open(token, { transport });
      await until(() => provider.state === "offline");
      expect(provider.error).toMatchObject({ code });
      expect(states).toStrictEqual(["offline"]);
    }
  });
}

test("a refusal during a break is reported even though the provider is already offline", async () => {
  const { w, open } = await serveDocument();
  const refusal = JSON.stringify({ error: { code: 403, status: "PERMISSION_DENIED", message: "No access any more." } });
  let isRefused = false;
  let cut = new AbortController();
  /** A stream that breaks when the test cuts it. */
  const send: typeof fetch = async (input, init) => {
    if (!String(input).includes("/v2/documents/stream")) return fetch(input, init);
    if (isRefused) return new Response(refusal, { status: 403, headers: { "content-type": "application/json" } });
    cut = new AbortController();
    const signal = init?.signal ? AbortSignal.any([init.signal, cut.signal]) : cut.signal;
    return fetch(input, { ...init, signal });
  };
  const { provider } = open(await w.token("ada"), { transport: "http" }, send);
  const stateChanges: [string, boolean, string | undefined][] = [];
  provider.on("state", (state, error) => stateChanges.push([state, provider.hasGivenUp, error?.code]));
  await until(() => provider.state === "synced");
  isRefused = true;
  cut.abort();
  await until(() => provider.hasGivenUp);
  expect(stateChanges).toStrictEqual([
    ["synced", false, undefined],
    ["offline", false, "UNAVAILABLE"],
    ["offline", true, "PERMISSION_DENIED"],
  ]);
});

test("a document reports its changes, who is present, and its live state over one stream", async () => {
  const { w, open } = await serveDocument();
  const token = await w.token("ada");
  const { document } = open(token, { connect: false });
  const events: [string, unknown][] = [];
  const others: string[] = [];
  onTestFinished(document.subscribe(({ event, data }) => events.push([event, data])));
  onTestFinished(document.subscribe(({ event }) => others.push(event)));
  await until(() => others.includes("ready"));
  await document.presence.update({ status: "reading" });
  await document.liveState.set("votes", { cover: 2 });
  await until(() => others.includes("livestate") && others.includes("presence"));
  expect(events).toContainEqual(["presence", expect.objectContaining({ userId: "ada", status: "reading" })]);
  expect(events).toContainEqual([
    "livestate",
    expect.objectContaining({ liveStateDataId: "votes", data: { cover: 2 } }),
  ]);
  expect(others.filter((event) => event === "ready")).toHaveLength(1);
  await document.liveState.set("votes", { title: 1 }, { merge: true });
  await until(() => events.some(([, data]) => JSON.stringify(data).includes('{"cover":2,"title":1}')));
  await document.presence.leave();
  await until(() => events.some(([, data]) => (data as { status?: string }).status === "offline"));
});

test("a subscription made while the server is down gets the document's events once the server is up", async () => {
  const { w, open, start, stop } = await serveDocument();
  const { document } = open(await w.token("ada"), { connect: false });
  await stop();
  const breaks: string[] = [];
  const events: string[] = [];
  const onDisconnect = ({ code }: { code: string }) => breaks.push(code);
  onTestFinished(document.subscribe(({ event }) => events.push(event), { onDisconnect }));
  await until(() => breaks.length > 0);
  expect(breaks[0]).toBe("UNAVAILABLE");
  await start();
  await until(() => events.includes("ready"));
});

test("a refused subscription ends with the reason, and a token function that fails is called again", async () => {
  const { w, open } = await serveDocument();
  const errors: string[] = [];
  const { document } = open(await w.token("stranger"), { connect: false });
  document.subscribe(() => undefined, { onEnd: ({ code }) => errors.push(code) });
  await until(() => errors.length > 0);
  expect(errors).toStrictEqual(["PERMISSION_DENIED"]);
  const token = await w.token("ada");
  let tokenCalls = 0;
  const ada = open(() => (tokenCalls++ === 0 ? Promise.reject(new Error("no network")) : token));
  await until(() => ada.provider.state === "offline");
  expect(ada.provider.error?.message).toContain("no network");
  await until(() => ada.provider.state === "synced");
});

for (const transport of ["socket", "http"] as const)
  test(`the signal of the client ends its providers, which report it and do not reconnect (${transport})`, async () => {
    const { w, open, stored } = await serveDocument();
    const ending = new AbortController();
    const ada = open(await w.token("ada"), { transport }, fetch, ending);
    await until(() => ada.provider.state === "synced");
    ending.abort(new Error("the page closes"));
    expect([ada.provider.state, ada.provider.hasGivenUp]).toStrictEqual(["offline", true]);
    expect(ada.provider.error).toMatchObject({ code: "CANCELLED", cause: new Error("the page closes") });
    ada.text.insert(0, "Hello");
    ada.provider.connect();
    // A provider that tries to connect afterwards is notified as well.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([ada.states, await stored()]).toStrictEqual([["synced", "offline", "offline"], undefined]);
    expect([ada.provider.hasGivenUp, ada.provider.isSaved]).toStrictEqual([true, false]);
  });

test("the signal of the client ends open subscriptions and later ones", async () => {
  const { w, open } = await serveDocument();
  const ending = new AbortController();
  const { document } = open(await w.token("ada"), { connect: false }, fetch, ending);
  const eventNames: string[] = [];
  const breaks: string[] = [];
  const ends: string[] = [];
  const options = { onDisconnect: () => breaks.push("break"), onEnd: ({ code }: { code: string }) => ends.push(code) };
  document.subscribe(({ event }) => eventNames.push(event), options);
  await until(() => eventNames.includes("ready"));
  ending.abort();
  await until(() => ends.length === 1);
  document.subscribe(() => undefined, options);
  await until(() => ends.length === 2);
  expect([ends, breaks]).toStrictEqual([["CANCELLED", "CANCELLED"], []]);
});

for (const transport of ["socket", "http"] as const)
  test(`whenSynced resolves at the first synchronization, or rejects at a refusal or an end (${transport})`, async () => {
    const { w, open, start, stop } = await serveDocument();
    const token = await w.token("ada");
    await stop();
    const ada = open(token, { transport });
    const synced = ada.provider.whenSynced();
    await until(() => ada.provider.state === "offline");
    const stopAgain = await start();
    await synced;
    expect(ada.provider.state).toBe("synced");
    await ada.provider.whenSynced();
    await stopAgain();
    await until(() => ada.provider.state === "offline");
    const again = ada.provider.whenSynced();
    ada.provider.disconnect();
    await expect(again).rejects.toMatchObject({ code: "CANCELLED" });
    await expect(ada.provider.whenSynced()).rejects.toMatchObject({ code: "CANCELLED" });
    await start();
    const stranger = open(await w.token("stranger"), { transport }).provider;
    await expect(stranger.whenSynced()).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    stranger.disconnect();
    await expect(stranger.whenSynced()).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

for (const transport of ["socket", "http"] as const)
  test(`the refusal of a document that does not exist names it and says what creates it (${transport})`, async () => {
    const { w, open } = await serveDocument();
    const { connection } = open(await w.token("ada"), { connect: false }).document;
    const lost = new LiveDocument(connection, { organizationId: "acme", documentId: "lost" });
    const provider = new AtriumProvider(lost, "title", new Y.Doc(), { transport });
    onTestFinished(() => provider.destroy());
    const refusal = await provider.whenSynced().catch((error) => error);
    expect(refusal).toMatchObject({ code: "NOT_FOUND", reason: "Document does not exist." });
    expect(refusal.message).toMatch(/^Document does not exist\. POST \/v2\/organizations\/documents\/add creates it/);
    expect(refusal.message).toMatch(
      / The provider has opened editor "title" of document "lost" in organization "acme"\.$/,
    );
  });
