import { fork } from "node:child_process";
import { join } from "node:path";
import type { Round } from "./connections.ts";
import type { Options, Throughput } from "./figure.ts";
import type { Job } from "./load.ts";
import type { Server } from "./server-process.ts";

/** Number of connections of a load, each with one request in flight. */
const CONNECTIONS = 64;
const BODY_BYTES = 230;
const WARM_UP_SECONDS = 2;
/** Offset between the numbers of two rounds, so that ids are distinct. */
const NUMBERS_PER_ROUND = 5_000_000;

/** A server and the request that is sent to it repeatedly. */
export interface Subject {
  server: Server;
  path: string;
  headers: Record<string, string>;
  /** `########` in it becomes a number, which counts up or is random below `among`. */
  body: unknown;
  among?: number;
}

/** Loads the subjects alternately and returns the median round of each. @throws Error if a reply is not a success. */
export async function measure<S extends Subject[]>(
  options: Options,
  ...subjects: S
): Promise<{ [K in keyof S]: Throughput }> {
  const throughputs: Throughput[][] = subjects.map(() => []);
  for (const subject of subjects) await check(subject);
  for (const subject of subjects) await load(subject, Math.min(WARM_UP_SECONDS, options.seconds), 0);
  for (let round = 1; round <= options.rounds; round++)
    for (const [i, subject] of subjects.entries()) throughputs[i]?.push(await load(subject, options.seconds, round));
  return throughputs.map(medianRound) as { [K in keyof S]: Throughput };
}

/** Sends one request: its reply must be a success, and so must each item in it. */
async function check({ server, path, headers, body }: Subject): Promise<void> {
  const reply = await fetch(`${server.url}${path}`, { method: "POST", headers, body: numbered(toBody(body)) });
  const text = await reply.text();
  if (!reply.ok || text.includes('"success":false'))
    throw new Error(`${path} answered ${reply.status} ${text.slice(0, 2000)}`);
}

const numbered = (body: string) => body.replaceAll("########", "00000000");

/** JSON text of at least 230 bytes, padded with white space. */
function toBody(body: unknown): string {
  const text = JSON.stringify(body);
  return text + " ".repeat(Math.max(0, BODY_BYTES - Buffer.byteLength(text)));
}

async function load(subject: Subject, seconds: number, round: number): Promise<Throughput> {
  const { server, path, headers, body, among } = subject;
  const before = server.cpuTime();
  const { requests, failures, firstFailure, ...times } = await runLoad({
    url: `${server.url}${path}`,
    headers,
    body: toBody(body),
    connections: CONNECTIONS,
    seconds,
    from: 1 + round * NUMBERS_PER_ROUND,
    ...(among !== undefined && { among }),
  });
  const after = server.cpuTime();
  if (failures > 0) throw new Error(`${failures} of ${requests} requests to ${path} failed: ${firstFailure}`);
  return {
    requestsPerSecond: requests / times.seconds,
    p50: times.p50,
    p99: times.p99,
    ...(before !== undefined && after !== undefined && { cpu: (after - before) / requests }),
  };
}

function runLoad(job: Job): Promise<Round> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "load.ts"));
    child.once("message", (round: Round) => resolve(round));
    child.once("exit", (code) => reject(new Error(`The load ended with code ${code}.`)));
    child.send(job);
  });
}

/** The round whose rate is the middle one. */
export function medianRound(rounds: Throughput[]): Throughput {
  const sorted = rounds.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  return sorted[Math.floor(sorted.length / 2)] as Throughput;
}
