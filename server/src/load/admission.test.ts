import { EventEmitter, once } from "node:events";
import { Agent, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { noMetrics } from "@atrium/functions/platform/observability/metrics";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { rejectionOf } from "@atrium/functions/testing/harness/jest/thrown";
import { credentialHeaders, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { createHttpServer } from "../http-server.ts";
import { Admission } from "./admission.ts";

test("requests beyond the limit are refused at once, on connections that stay open; health checks and later requests are answered", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  const { store } = w.context;
  const { getMany } = store;
  const gate = Promise.withResolvers<void>();
  const received = Promise.withResolvers<void>();
  store.getMany = async (paths: string[]) => {
    received.resolve();
    await gate.promise;
    return getMany.call(store, paths) as never;
  };
  const app = createHttpServer(w.context, { requestLimit: 1 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    await app.close();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const body = JSON.stringify({ data: { organizationId: "acme", userIds: ["ada"] } });
  const headers = { "content-type": "application/json", ...credentialHeaders(w.tenant) };
  const post = async (through: Agent | undefined, payload = body) => {
    const call = request({ port, path: "/v2/users/get", method: "POST", headers, ...(through && { agent: through }) });
    const [response] = await once(call.end(payload), "response");
    const text = (await response.setEncoding("utf8").toArray()).join("");
    return { status: response.statusCode, headers: response.headers, ...JSON.parse(text) };
  };
  const first = post(undefined);
  await received.promise;
  const refused = await post(agent);
  expect([refused.status, refused.error.status]).toStrictEqual([503, "UNAVAILABLE"]);
  expect(refused.headers["retry-after"]).toMatch(/^[1-5]$/);
  expect(refused.headers.connection).toBe("keep-alive");
  expect(refused.headers["x-request-id"]).toMatch(/^req_/);
  const large = await post(undefined, " ".repeat(4 * 1024 * 1024));
  expect([large.status, large.headers.connection]).toStrictEqual([503, "close"]);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  gate.resolve();
  expect((await first).status).toBe(200);
  expect((await post(agent)).status).toBe(200);
});

test("requests whose bodies do not arrive keep nobody out, and the one that has waited longest is refused when too many wait", async () => {
  const w = await world();
  const app = createHttpServer(w.context, { requestLimit: 2 });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const body = JSON.stringify({ data: { organizationId: "acme", users: [{ userId: "ada" }] } });
  const headers = { "content-type": "application/json", ...credentialHeaders(w.tenant) };
  const send = () => fetch(`http://127.0.0.1:${port}/v2/users/add`, { method: "POST", headers, body });
  const succeeds = async () => {
    // Until the earlier requests have reached their bodies.
    for (let tries = 0; tries < 1000; tries++) {
      const { ok } = await send();
      if (ok) return true;
    }
    return false;
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST /v2/users/add HTTP/1.1\r\nhost: x\r\n${lines.join("")}content-length: ${body.length}\r\n\r\n`;
  const slow = async () => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let reply = "";
    socket.setEncoding("utf8").on("data", (text) => {
      reply += text;
    });
    socket.write(head + body.slice(0, 1));
    expect(await succeeds()).toBe(true);
    const answered = once(socket, "data");
    return { finish: () => socket.write(body.slice(1)), answered, ended: once(socket, "close"), reply: () => reply };
  };
  const [oldest, next] = [await slow(), await slow()];
  for (let more = 0; more < 7; more++) await slow();
  await oldest.ended;
  expect(oldest.reply()).toMatch(/^HTTP\/1.1 503 .*too many requests at once/s);
  next.finish();
  await next.answered;
  expect(next.reply()).toMatch(/^HTTP\/1.1 200 /);
});

/** An admission over a manual event loop, in front of a server that only counts the requests that reach it. */
function queuedRequests() {
  const clock = { now: 0, atEnd: [] as (() => void)[] };
  const now = () => clock.now;
  const loop = { now, busy: now, turnEnds: (done: () => void) => void clock.atEnd.push(done) };
  const refusals = { reply: () => ({ status: 503, headers: {}, body: "" }) };
  const admission = new Admission(1000, new Set(), noMetrics, {
    refusals,
    load: { now, utilization: () => 1 },
    loop,
  });
  const server = new EventEmitter();
  let [admitted, refused] = [0, 0];
  const lateness: boolean[] = [];
  server.on("request", () => {
    admitted++;
    void admission.count(async (isLate) => {
      lateness.push(isLate);
      await new Promise(() => {});
    });
  });
  admission.guard(server as Server);
  const response = { writeHead: () => response, end: () => void refused++ };
  const begun = () => new Promise((resolve) => setImmediate(resolve));
  return {
    arrive(count: number) {
      for (let i = 0; i < count; i++) server.emit("request", { url: "/v2/users/get", headers: {} }, response);
      return begun();
    },
    endTurn(ms: number) {
      clock.now += ms;
      for (const done of clock.atEnd.splice(0)) done();
      return begun();
    },
    pass(ms: number) {
      clock.now += ms;
    },
    counts: () => ({ admitted, refused }),
    /** Lateness of the requests whose work has begun, in this order. */
    lateness: () => lateness,
  };
}

test("a body that arrives while the limit of running requests is reached is refused", async () => {
  const refusals = { reply: () => ({ status: 503, headers: {}, body: "" }) };
  const admission = new Admission(1, new Set(), noMetrics, { refusals });
  const arrival = Promise.withResolvers<void>();
  const busy = Promise.withResolvers<void>();
  const late = admission.count((_isLate, aside) => aside(arrival.promise));
  const other = admission.count(() => busy.promise);
  const outcome = rejectionOf(late);
  await new Promise((resolve) => setImmediate(resolve));
  arrival.resolve();
  expect(String(await outcome)).toContain("too many requests at once");
  busy.resolve();
  await other;
  expect(await admission.count((_isLate, aside) => aside(Promise.resolve("whole")))).toBe("whole");
});

test("after a turn that took too long, requests that waited behind it reach no handler, and later ones do", async () => {
  const { arrive, endTurn, counts } = queuedRequests();
  await arrive(300);
  await endTurn(200);
  expect(counts()).toStrictEqual({ admitted: 300, refused: 0 });
  await arrive(300);
  await endTurn(20);
  expect(counts()).toStrictEqual({ admitted: 300, refused: 300 });
  await arrive(10);
  expect(counts()).toStrictEqual({ admitted: 310, refused: 300 });
});

test("a small number of requests is admitted however long the process has paused", async () => {
  const { arrive, endTurn, counts, lateness } = queuedRequests();
  await arrive(50);
  await endTurn(10_000);
  await arrive(200);
  expect(counts()).toStrictEqual({ admitted: 250, refused: 0 });
  for (let turn = 0; turn < 4; turn++) await endTurn(10_000);
  expect(lateness()).toStrictEqual(Array(250).fill(false));
});

test("requests begin in groups, one in each turn; in a crowd, those whose turn comes too late are refused", async () => {
  const { arrive, endTurn, lateness } = queuedRequests();
  await arrive(201);
  await endTurn(100);
  expect(lateness()).toStrictEqual(Array(64).fill(false));
  await endTurn(51);
  expect(lateness().slice(64)).toStrictEqual(Array(64).fill(true));
});

test("late requests are refused in the middle of a turn that is busy with refusing others", async () => {
  const { arrive, pass, counts, lateness } = queuedRequests();
  await arrive(1000);
  pass(151);
  await arrive(1);
  expect([counts(), lateness()]).toStrictEqual([{ admitted: 1000, refused: 1 }, Array(64).fill(true)]);
});
