import type { lookup } from "node:dns";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { GuardedOutbound, type GuardOptions, MAX_REPLY_BYTES } from "./guarded.ts";
import { lazyOutbound } from "./lazy.ts";

/** A `GuardedOutbound` that is closed when the test ends. */
function outbound(options: GuardOptions) {
  const client = new GuardedOutbound(options);
  onTestFinished(() => client.close());
  return client;
}

/** A server on loopback that is closed when the test ends. */
async function listening(answer: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => server.close());
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1` };
}

const content = {
  headers: { "content-type": "application/json", "webhook-id": "msg_1" },
  body: '{"a":"é"}',
  caller: "webhooks one",
};

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

test("a call sends headers and body, and returns the response with its Retry-After", async () => {
  const { url } = await listening(async (request, response) => {
    const got = [request.method, request.url, request.headers["webhook-id"], await textOf(request)];
    response.writeHead(503, { "retry-after": "7" }).end(JSON.stringify(got));
  });
  const reply = await outbound({ allowPrivate: true }).post({ url, ...content, timeout: 5000 });
  expect(reply).toStrictEqual({
    status: 503,
    body: JSON.stringify(["POST", "/hook?a=1", "msg_1", content.body]),
    retryAfter: "7",
  });
});

test("a name and password in the URL are sent as HTTP Basic", async () => {
  const { url } = await listening((request, response) => response.end(request.headers.authorization));
  const withLogin = url.replace("http://", "http://ada:p%40ss@");
  const { body } = await outbound({ allowPrivate: true }).post({ url: withLogin, ...content, timeout: 5000 });
  expect(body).toBe(`Basic ${Buffer.from("ada:p@ss").toString("base64")}`);
});

test("sequential calls share connections", async () => {
  let connections = 0;
  const { server, url } = await listening(
    (request, response) => void request.resume().on("end", () => response.end("ok")),
  );
  server.on("connection", () => connections++);
  const calls = outbound({ allowPrivate: true });
  for (let i = 0; i < 20; i++) expect((await calls.post({ url, ...content, timeout: 5000 })).status).toBe(200);
  expectWithContext(connections, `${connections} connections`).toBeLessThanOrEqual(2);
});

test("calls of one caller to a host share 32 connections, and calls of others never wait for them", async () => {
  const full = Promise.withResolvers<void>();
  let waiting = 0;
  const { url } = await listening(({ url: path }, response) => {
    if (path !== "/slow") return void response.end("ok");
    waiting++;
    if (waiting === 32) full.resolve();
  });
  const calls = outbound({ allowPrivate: true });
  const slow = { ...content, url: new URL("/slow", url).href, timeout: 60_000 };
  for (let i = 0; i < 40; i++) void calls.post(slow);
  await full.promise;
  for (const caller of ["webhooks two", "permissions one"])
    expect((await calls.post({ ...content, url, caller, timeout: 60_000 })).body).toBe("ok");
  expect(waiting).toBe(32);
  const late = { error: "No answer within 0.05 s.", body: "" };
  expect(await calls.post({ ...content, url, timeout: 50 })).toStrictEqual(late);
});

test("a redirect is returned and not followed", async () => {
  let bytes = 0;
  const { url } = await listening((_, response) => {
    bytes++;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect((await outbound({ allowPrivate: true }).post({ url, ...content, timeout: 5000 })).status).toBe(302);
  expect(bytes).toBe(1);
});

test("a status that has no body is the answer, whatever length the server states for a body", async () => {
  const { url } = await listening((request, response) => {
    response.writeHead(Number(request.url?.slice(-3)), { "content-length": "2" }).end();
  });
  const calls = outbound({ allowPrivate: true });
  for (const status of [204, 304])
    expect(await calls.post({ url: `${url}&${status}`, ...content, timeout: 5000 })).toStrictEqual({
      status,
      body: "",
    });
});

test("at most 20,000 bytes of an endless response are kept", async () => {
  const { url } = await listening((_, response) => {
    const pour = () => {
      while (!response.destroyed && response.write("x".repeat(10_000)));
      response.once("drain", pour);
    };
    pour();
  });
  const { status, body } = await outbound({ allowPrivate: true }).post({ url, ...content, timeout: 5000 });
  expect(status).toBe(200);
  expect(body.length).toBe(MAX_REPLY_BYTES);
});

test("a few interim responses are ignored; a flood of them ends the call and its connection", async () => {
  const calls = outbound({ allowPrivate: true });
  const hints = "HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n";
  const few = await listening((request, response) => {
    request.socket.write(hints.repeat(10));
    response.end("ok");
  });
  expect((await calls.post({ url: few.url, ...content, timeout: 5000 })).body).toBe("ok");
  const closed = Promise.withResolvers<void>();
  const flood = await listening(({ socket }) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(hints.repeat(1000)));
    };
    socket
      .on("drain", pour)
      .on("error", () => {})
      .on("close", () => closed.resolve());
    pour();
  });
  const { error, status } = await calls.post({ url: flood.url, ...content, timeout: 60_000 });
  expect([error, status]).toStrictEqual(["There were too many interim responses before the answer.", undefined]);
  await closed.promise;
});

for (const [how, answer] of [
  ["never answers", () => {}],
  ["stops in the middle of its answer", (_, response) => void response.writeHead(200).write("beginning")],
] satisfies [string, RequestListener][])
  test(`a call to a server that ${how} is ended after the timeout`, async () => {
    const { url } = await listening(answer as RequestListener);
    const reply = await outbound({ allowPrivate: true }).post({ url, ...content, timeout: 100 });
    expect(reply).toStrictEqual({ error: "No answer within 0.1 s.", body: "" });
  });

/** A server on loopback that accepts connections and sends nothing; its address begins with https. */
async function withoutHandshake(accepted: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => accepted(socket.on("error", () => {}).resume())).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  onTestFinished(() => server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("a call that waits for a TLS handshake or for the address of a name is ended after the timeout", async () => {
  const url = await withoutHandshake(() => {});
  const late = { error: "No answer within 0.1 s.", body: "" };
  expect(await outbound({ allowPrivate: true }).post({ url, ...content, timeout: 100 })).toStrictEqual(late);
  const lookup = (() => {}) as unknown as GuardOptions["lookup"];
  const calls = outbound({ allowPrivate: true, lookup });
  const silent = { url: "http://hooks.example.com/", ...content, timeout: 100 };
  expect(await calls.post(silent)).toStrictEqual(late);
});

test("a request whose call has ended before its connection was open is never sent", async () => {
  const received: (string | undefined)[] = [];
  const { url } = await listening((request, response) => {
    received.push(request.url);
    response.end("ok");
  });
  const ready = Promise.withResolvers<void>();
  const lookup = async (_name: string, _options: unknown, done: (error: null, addresses: Answer) => void) => {
    await ready.promise;
    done(null, [v4("127.0.0.1")]);
  };
  const calls = outbound({ allowPrivate: true, lookup: lookup as unknown as GuardOptions["lookup"] });
  const slow = `http://hooks.example.com:${new URL(url).port}`;
  await calls.post({ url: `${slow}/first`, ...content, timeout: 50 });
  const next = calls.post({ url: `${slow}/second`, ...content, timeout: 60_000 });
  ready.resolve();
  expect((await next).body).toBe("ok");
  expect(received).toStrictEqual(["/second"]);
});

test("a connection that does not open in time is closed", async () => {
  const closed = Promise.withResolvers<void>();
  const url = await withoutHandshake((socket) => socket.on("close", () => closed.resolve()));
  const calls = outbound({ allowPrivate: true, connectTimeout: 100 });
  const { error } = await calls.post({ url, ...content, timeout: 60_000 });
  expect(error).toBe("No connection could be made in time.");
  await closed.promise;
});

test("a reply that is not HTTP, a server without TLS, a closed connection and a closed port are described in words", async () => {
  const calls = outbound({ allowPrivate: true });
  const tcp = createTcpServer((socket) => socket.once("data", () => socket.end("SSH-2.0\r\n"))).listen(0, "127.0.0.1");
  await new Promise((done) => tcp.once("listening", done));
  onTestFinished(() => tcp.close());
  const noHttp = `http://127.0.0.1:${(tcp.address() as AddressInfo).port}/`;
  expect((await calls.post({ url: noHttp, ...content, timeout: 5000 })).error).toBe("The answer is not HTTP.");

  const { server, url } = await listening((request) => void request.socket.destroy());
  const closed = "The connection was closed before the answer was complete.";
  expect((await calls.post({ url, ...content, timeout: 5000 })).error).toBe(closed);
  const encrypted = url.replace("http:", "https:");
  const noTls = "The address begins with https, but the server does not speak TLS.";
  expect((await calls.post({ url: encrypted, ...content, timeout: 5000 })).error).toBe(noTls);
  await new Promise((done) => server.close(done));
  expect((await calls.post({ url, ...content, timeout: 5000 })).error).toBe("The connection was refused.");
});

/** URLs that lead to this machine or its network, in many spellings. */
const hostileUrls = [
  ...[
    "http://127.0.0.1",
    "http://127.1",
    "http://2130706433",
    "http://0x7f000001",
    "http://0177.0.0.1",
    "http://0x7f.1",
  ],
  ...["http://[::1]", "http://[::ffff:127.0.0.1]", "http://[::ffff:7f00:1]", "http://[64:ff9b::7f00:1]", "http://0"],
  ...["http://169.254.169.254", "http://[fd00:ec2::254]", "http://10.0.0.1", "https://192.168.1.1", "http://[fe80::1]"],
  ...["http://①②⑦.⓪.⓪.①", "http://127。0。0。1", "http://0300.0250.1.1", "http://user:pw@127.0.0.1"],
];

test("no spelling of a private address is connected to", async () => {
  let connections = 0;
  const { server, url } = await listening((_, response) => response.end());
  server.on("connection", () => connections++);
  const calls = outbound({ allowPrivate: false });
  for (const target of hostileUrls) {
    const { error } = await calls.post({ url: `${target}:${new URL(url).port}/`, ...content, timeout: 5000 });
    expectWithContext(error, target).toBe("The address is not public.");
  }
  expect(connections).toBe(0);
});

type Answer = { address: string; family: number }[];
/** A DNS lookup that gives these answers in order. */
function names(...answers: Answer[]): { lookup: typeof lookup; lookups: () => number } {
  let lookups = 0;
  const answer = (_name: string, _options: unknown, done: (error: null, addresses: Answer) => void) =>
    done(null, answers[Math.min(lookups++, answers.length - 1)] ?? []);
  return { lookup: answer as unknown as typeof lookup, lookups: () => lookups };
}
const v4 = (address: string) => ({ address, family: 4 });

for (const [what, addresses] of [
  ["a private address", [v4("127.0.0.1")]],
  ["a public and a private address", [v4("93.184.216.34"), v4("10.0.0.1")]],
  ["the metadata service", [v4("169.254.169.254")]],
  ["a mapped loopback address", [{ address: "::ffff:127.0.0.1", family: 6 }]],
  ["nothing", []],
] satisfies [string, Answer][])
  test(`a name that resolves to ${what} is not connected to`, async () => {
    const { lookup } = names(addresses);
    const calls = outbound({ allowPrivate: false, lookup });
    const { error } = await calls.post({ url: "http://hooks.example.com/", ...content, timeout: 5000 });
    expect(error).toBe("The address is not public.");
  });

test("a name is resolved once per connection, and the connection goes to the checked address", async () => {
  const { url } = await listening((_, response) => response.end("reached"));
  const rebinding = names([v4("127.0.0.1")], [v4("10.0.0.1")]);
  const calls = outbound({ allowPrivate: true, lookup: rebinding.lookup });
  const { body } = await calls.post({
    url: `http://hooks.example.com:${new URL(url).port}/`,
    ...content,
    timeout: 5000,
  });
  expect(body).toBe("reached");
  expect(rebinding.lookups()).toBe(1);
});

test("proxy settings of the environment are ignored", async () => {
  const { url: proxy } = await listening((_, response) => response.end("proxy"));
  const { url } = await listening((_, response) => response.end("target"));
  process.env.HTTP_PROXY = process.env.http_proxy = proxy;
  onTestFinished(() => {
    delete process.env.HTTP_PROXY;
    delete process.env.http_proxy;
  });
  const { body } = await outbound({ allowPrivate: true }).post({ url, ...content, timeout: 5000 });
  expect(body).toBe("target");
});

test("lazy outbound calls are guarded too, share one HTTP client, and can be closed before any call", async () => {
  const { url } = await listening((_request, response) => response.writeHead(204).end());
  const request = { url, ...content, timeout: 5000 };
  const [open, guarded, unused] = [lazyOutbound(true), lazyOutbound(false), lazyOutbound(true)];
  onTestFinished(() => open.close());
  onTestFinished(() => guarded.close());
  const replies = await Promise.all([open.post(request), open.post(request)]);
  expect(replies.map(({ status }) => status)).toStrictEqual([204, 204]);
  const refused = await guarded.post(request);
  expect(refused.status).toBeUndefined();
  expect(refused.error).toMatch(/address/);
  await unused.close();
});
