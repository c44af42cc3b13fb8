// The load, run as a separate process: keep-alive connections, each with one request in flight. Requests are prepared
// bytes, in which only the digits of an id change: a load tool that builds each request uses as much CPU time as the
// server under test.
import { type Round, runConnections } from "./connections.ts";

/** One round of load. Times in ms. */
export interface Job {
  url: string;
  headers: Record<string, string>;
  /** JSON text. `########` becomes the digits of a number. */
  body: string;
  connections: number;
  seconds: number;
  /** Numbers count up from here; with `among` they are random numbers below it. */
  from: number;
  among?: number;
}

const PLACE = "########";

function run(job: Job): Promise<Round> {
  const { host, pathname } = new URL(job.url);
  const lines = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, `content-length: ${Buffer.byteLength(job.body)}`];
  for (const [name, value] of Object.entries(job.headers)) lines.push(`${name}: ${value}`);
  const template = Buffer.from(`${lines.join("\r\n")}\r\n\r\n${job.body}`);
  const places = placesOf(template);
  let count = job.from;
  return runConnections(job, () => {
    const request = Buffer.from(template);
    return {
      next() {
        const number = job.among === undefined ? count++ : Math.floor(Math.random() * job.among);
        for (const place of places) request.write(String(number).padStart(PLACE.length, "0"), place, "latin1");
        return request;
      },
      take: (reply) => reply.startsWith("HTTP/1.1 200"),
    };
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
