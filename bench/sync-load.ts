// The load of crdt/sync, run as a process of its own: keep-alive connections, each of them a client of every document, that type
// 80 letters at a time. Updates are written by hand: a Yjs document per client would use more CPU time than the server.
import { connect } from "node:net";
import type { Round } from "./load.ts";
import { onReply } from "./replies.ts";

/** One round of load. */
export interface SyncJob {
  url: string;
  headers: Record<string, string>;
  organizationId: string;
  /** Documents, whose ids are `document-00000000` upwards. */
  documents: number;
  connections: number;
  seconds: number;
  /** Tells the clients of one round from those of another. */
  round: number;
}

const TEXT = "x".repeat(80);

/** What a client appends to its own text: about 100 bytes. */
function typed(client: number, clock: number): Buffer {
  // A string, behind the client's last letter or at the start of the shared type.
  const place = clock > 0 ? [0x84, ...varUint(client), ...varUint(clock - 1)] : [0x04, 1, ...varString("content")];
  return Buffer.from([1, 1, ...varUint(client), ...varUint(clock), ...place, ...varString(TEXT), 0]);
}

function varString(text: string): number[] {
  return [...varUint(text.length), ...Buffer.from(text)];
}

/** Seven bits per byte, the lowest first. */
function varUint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(128 | (rest % 128));
  return [...bytes, rest];
}

function run({ headers, organizationId, documents, connections, seconds, ...job }: SyncJob): Promise<Round> {
  const { host, hostname, port } = new URL(job.url);
  const lines = ["POST /v2/crdt/sync HTTP/1.1", `host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const head = lines.join("\r\n");
  const stateVectors = Array.from({ length: documents }, () => "AA==");
  const times: number[] = [];
  const round: Round = { requests: 0, seconds: 0, p50: 0, p99: 0, failures: 0 };
  const started = performance.now();
  const end = started + seconds * 1000;
  let open = connections;
  return new Promise((resolve, reject) => {
    for (let i = 0; i < connections; i++) {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      const client = 1_000_000 * (job.round + 1) + i;
      const clocks = new Uint32Array(documents);
      let sent = 0;
      let number = 0;
      const send = () => {
        number = Math.floor(Math.random() * documents);
        const update = typed(client, clocks[number] as number).toString("base64");
        clocks[number] = (clocks[number] as number) + TEXT.length;
        const documentId = `document-${String(number).padStart(8, "0")}`;
        const place = { organizationId, documentId, editorId: "text" };
        const body = JSON.stringify({ data: { ...place, stateVector: stateVectors[number], update } });
        sent = performance.now();
        socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      };
      socket.once("connect", send).once("error", reject);
      onReply(socket, (reply) => {
        const now = performance.now();
        times.push(now - sent);
        const stateVector = /"stateVector":"([^"]+)"/.exec(reply)?.[1];
        if (stateVector !== undefined) stateVectors[number] = stateVector;
        else {
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

process.once("message", async (job: SyncJob) => {
  process.send?.(await run(job), () => process.disconnect());
});
