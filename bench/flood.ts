// More than a server can serve, run as a process of its own: requests are sent at a given rate, whether or not earlier ones
// were answered, over many connections from several addresses of the loopback network. A connection that was refused rests for
// as long as the refusal says.
import { connect, type Socket } from "node:net";
import { onReply } from "./replies.ts";

/** What is sent. */
export interface FloodOrder {
  url: string;
  headers: Record<string, string>;
  body: string;
  connections: number;
  /** Requests a second. */
  rate: number;
  seconds: number;
}

/** What came back. Times in ms, sorted. */
export interface FloodReport {
  admitted: number[];
  /** Of replies with 503. */
  refused: number[];
  /** Connections that broke, and replies with any other status. */
  failures: number;
  /** Requests for which every connection was waiting or resting. */
  unsent: number;
}

/** Connections of one address: fewer than the server lets it have. */
const PER_ADDRESS = 1000;
/** Connections that are opened side by side. */
const AT_ONCE = 200;
/** Pause between two volleys, in ms. */
const PAUSE = 5;

async function open(order: FloodOrder): Promise<Socket[]> {
  const { hostname, port } = new URL(order.url);
  const sockets: Socket[] = [];
  while (sockets.length < order.connections) {
    const opened = Array.from({ length: Math.min(AT_ONCE, order.connections - sockets.length) }, (_, i) => {
      const localAddress = `127.0.1.${1 + Math.floor((sockets.length + i) / PER_ADDRESS)}`;
      const socket = connect({ host: hostname, port: Number(port), noDelay: true, localAddress });
      return new Promise<Socket>((resolve, reject) =>
        socket.once("connect", () => resolve(socket)).once("error", reject),
      );
    });
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

async function flood(order: FloodOrder): Promise<FloodReport> {
  const { host, pathname } = new URL(order.url);
  const lines = Object.entries(order.headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, `content-length: ${order.body.length}`, ...lines];
  const request = Buffer.from(`${head.join("\r\n")}\r\n\r\n${order.body}`);
  const report: FloodReport = { admitted: [], refused: [], failures: 0, unsent: 0 };
  const sockets = await open(order);
  const free = [...sockets];
  const sentAt = new Map<Socket, number>();
  for (const socket of sockets) {
    socket.on("error", () => undefined).once("close", () => void report.failures++);
    onReply(socket, (reply) => {
      const ms = performance.now() - (sentAt.get(socket) ?? 0);
      if (reply.startsWith("HTTP/1.1 200")) report.admitted.push(ms);
      else if (!reply.startsWith("HTTP/1.1 503")) report.failures++;
      else {
        report.refused.push(ms);
        setTimeout(() => free.push(socket), 1000 * retryAfter(reply));
        return;
      }
      free.push(socket);
    });
  }
  const started = performance.now();
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
  for (const socket of sockets) socket.removeAllListeners("close").destroy();
  report.admitted.sort((a, b) => a - b);
  report.refused.sort((a, b) => a - b);
  return report;
}

/** Seconds that the reply asks its client to wait. */
function retryAfter(reply: string): number {
  return Number(/\r\nretry-after: (\d+)/i.exec(reply)?.[1] ?? 0);
}

process.once("message", async (order: FloodOrder) => {
  process.send?.(await flood(order), () => process.disconnect());
});
