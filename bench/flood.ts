// Sends more requests than a server can serve, in a separate process: at a given rate, whether or not earlier ones were
// answered, over many connections from several addresses of the loopback network. A refused connection pauses for its
// Retry-After.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { onReply } from "./replies.ts";

/** The order: which requests to send. */
export interface FloodOrder {
  /**
   * Third byte of the source addresses, 127.0.x.1 and up: several, because each may have only a limited number of
   * connections.
   */
  network: number;
  url: string;
  headers: Record<string, string>;
  body: string;
  connections: number;
  /** Requests per second. */
  rate: number;
  seconds: number;
}

/** The result. Times in ms, sorted. */
export interface FloodReport {
  admitted: number[];
  /** Times of requests after the first second, in which all connections send at once. */
  admittedLater: number[];
  /** Times of replies with status 503. */
  refused: number[];
  /** Connections that broke, and replies with any other status. */
  failures: number;
  /** The first failure. */
  firstFailure?: string;
  /** Requests not sent because every connection was busy or paused. */
  unsent: number;
  /** How late the process itself was, p99 in ms; the measured times are too long by up to this much. */
  lag: number;
}

/** Connections per address, fewer than the server allows. */
const PER_ADDRESS = 1000;
/** Connections that are opened concurrently. */
const AT_ONCE = 200;
/** Pause between two volleys, in ms. */
const PAUSE = 5;

/** A first request on each connection: the server would close silent ones while others are still being opened. */
const greeting = "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n";

async function open(order: FloodOrder): Promise<Socket[]> {
  const { hostname, port } = new URL(order.url);
  const sockets: Socket[] = [];
  while (sockets.length < order.connections) {
    const opened = Array.from({ length: Math.min(AT_ONCE, order.connections - sockets.length) }, (_, i) => {
      const localAddress = `127.0.${order.network}.${1 + Math.floor((sockets.length + i) / PER_ADDRESS)}`;
      const socket = connect({ host: hostname, port: Number(port), noDelay: true, localAddress });
      socket.write(greeting);
      return new Promise<Socket>((resolve, reject) => socket.once("data", () => resolve(socket)).once("error", reject));
    });
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

/** @param begun resolves when sending may begin, once all processes have opened their connections. */
async function flood(order: FloodOrder, begun: () => Promise<unknown>): Promise<FloodReport> {
  const { host, pathname } = new URL(order.url);
  const lines = Object.entries(order.headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, `content-length: ${order.body.length}`, ...lines];
  const request = Buffer.from(`${head.join("\r\n")}\r\n\r\n${order.body}`);
  const report: FloodReport = { admitted: [], admittedLater: [], refused: [], failures: 0, unsent: 0, lag: 0 };
  const sockets = await open(order);
  const lag = monitorEventLoopDelay({ resolution: 1 });
  const free = [...sockets];
  let started = 0;
  const sentAt = new Map<Socket, number>();
  const failed = (what: string) => {
    report.failures++;
    report.firstFailure ??= what;
  };
  for (const socket of sockets) {
    socket.removeAllListeners("error").on("error", () => undefined);
    socket.once("close", () => failed(`closed ${Math.round(performance.now() - started)} ms after the start`));
    onReply(socket, (reply) => {
      const ms = performance.now() - (sentAt.get(socket) ?? 0);
      if (reply.startsWith("HTTP/1.1 200")) {
        report.admitted.push(ms);
        if ((sentAt.get(socket) ?? 0) - started > 1000) report.admittedLater.push(ms);
      } else if (!reply.startsWith("HTTP/1.1 503")) failed(reply.slice(0, 500));
      else {
        report.refused.push(ms);
        setTimeout(() => free.push(socket), 1000 * retryAfter(reply));
        return;
      }
      free.push(socket);
    });
  }
  await begun();
  lag.enable();
  started = performance.now();
  let due = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started;
      if (elapsed > order.seconds * 1000) {
        clearInterval(timer);
        return resolve();
      }
      const upTo = Math.floor((elapsed * order.rate) / 1000);
      for (; due < upTo; due++) {
        const socket = free.shift();
        if (!socket) report.unsent++;
        else {
          sentAt.set(socket, performance.now());
          socket.write(request);
        }
      }
    }, PAUSE);
  });
  report.lag = lag.percentile(99) / 1e6;
  for (const socket of sockets) socket.removeAllListeners("close").destroy();
  for (const times of [report.admitted, report.admittedLater]) times.sort((a, b) => a - b);
  report.refused.sort((a, b) => a - b);
  return report;
}

/** Seconds that the reply asks the client to wait. */
function retryAfter(reply: string): number {
  return Number(/\r\nretry-after: (\d+)/i.exec(reply)?.[1] ?? 0);
}

process.once("message", async (order: FloodOrder) => {
  const begun = () => {
    process.send?.("open");
    return once(process, "message");
  };
  process.send?.(await flood(order, begun), () => process.disconnect());
});
