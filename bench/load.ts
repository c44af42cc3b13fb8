// The load, run as a process of its own: keep-alive connections, each with one request on its way. Requests are bytes
// made beforehand, and only the digits of an id change: a load tool that builds each request uses as much CPU time as
// the server that it shall load.
import { connect } from "node:net";
import { onReply } from "./replies.ts";

/** One round of load. Times in ms. */
export interface Job {
  url: string;
  headers: Record<string, string>;
  /** JSON text. `########` becomes the digits of a number. */
  body: string;
  connections: number;
  seconds: number;
  /** Numbers count up from here, or, with `among`, are random below it. */
  from: number;
  among?: number;
}

/** The result of the round. */
export interface Round {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  /** Replies of another status than 200, with the first of them. */
  failures: number;
  firstFailure?: string;
}

const PLACE = "########";

function run(job: Job): Promise<Round> {
  const { host, hostname, port, pathname } = new URL(job.url);
  const lines = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, `content-length: ${Buffer.byteLength(job.body)}`];
  for (const [name, value] of Object.entries(job.headers)) lines.push(`${name}: ${value}`);
  const template = Buffer.from(`${lines.join("\r\n")}\r\n\r\n${job.body}`);
  const places = placesOf(template);
  const times: number[] = [];
  const round: Round = { requests: 0, seconds: 0, p50: 0, p99: 0, failures: 0 };
  const started = performance.now();
  const end = started + job.seconds * 1000;
  let next = job.from;
  let open = job.connections;
  return new Promise((resolve, reject) => {
    for (let i = 0; i < job.connections; i++) {
      const request = Buffer.from(template);
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let sent = 0;
      const send = () => {
        const number = job.among === undefined ? next++ : Math.floor(Math.random() * job.among);
        for (const place of places) request.write(String(number).padStart(PLACE.length, "0"), place, "latin1");
        sent = performance.now();
        socket.write(request);
      };
      socket.once("connect", send).once("error", reject);
      onReply(socket, (reply) => {
        const now = performance.now();
        times.push(now - sent);
        if (!reply.startsWith("HTTP/1.1 200")) {
          round.failures++;
          round.firstFailure ??= reply.slice(0, 2000);
        }
        if (now < end) return send();
        socket.destroy();
        if (--open > 0) return;
        times.sort((a, b) => a - b);
        const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
        resolve({ ...round, requests: times.length, seconds: (now - started) / 1000, p50: at(0.5), p99: at(0.99) });
      });
    }
  });
}

function placesOf(template: Buffer): number[] {
  const places: number[] = [];
  for (let at = template.indexOf(PLACE); at >= 0; at = template.indexOf(PLACE, at + 1)) places.push(at);
  return places;
}

process.once("message", async (job: Job) => {
  process.send?.(await run(job), () => process.disconnect());
});
