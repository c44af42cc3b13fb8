import { connect } from "node:net";
import { onReply } from "./replies.ts";

/** The result of a round of load. Times in ms. */
export interface Round {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  /** Number of unexpected replies, and the first of them. */
  failures: number;
  firstFailure?: string;
}

/** The requests and replies of one connection. */
export interface Connection {
  /** The next request, with its head. */
  next(): string | Uint8Array;
  /** Accepts the reply to the request. @returns whether it was expected. */
  take(reply: string): boolean;
}

/**
 * Keeps one request in flight on each of several connections, until the time is over and the last reply has arrived.
 */
export function runConnections(
  { url, connections, seconds }: { url: string; connections: number; seconds: number },
  open: (index: number) => Connection,
): Promise<Round> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const round: Round = { requests: 0, seconds: 0, p50: 0, p99: 0, failures: 0 };
  const started = performance.now();
  const end = started + seconds * 1000;
  let running = connections;
  return new Promise((resolve, reject) => {
    for (let i = 0; i < connections; i++) {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      const connection = open(i);
      let sentAt = 0;
      const send = () => {
        const request = connection.next();
        sentAt = performance.now();
        socket.write(request);
      };
      socket.once("connect", send).once("error", reject);
      onReply(socket, (reply) => {
        const now = performance.now();
        times.push(now - sentAt);
        if (!connection.take(reply)) {
          round.failures++;
          round.firstFailure ??= reply.slice(0, 2000);
        }
        if (now < end) return send();
        socket.destroy();
        if (--running > 0) return;
        times.sort((a, b) => a - b);
        const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
        resolve({ ...round, requests: times.length, seconds: (now - started) / 1000, p50: at(0.5), p99: at(0.99) });
      });
    }
  });
}
