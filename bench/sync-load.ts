// The load of crdt/sync, run as a separate process: keep-alive connections, each a client of every document that types
// 80 letters at a time. Updates are encoded by hand: a Yjs document per client would use more CPU time than the server.
import { type Round, runConnections } from "./connections.ts";
import { typingUpdate } from "./editing/typed-text.ts";

/** One round of load. */
export interface SyncJob {
  url: string;
  headers: Record<string, string>;
  organizationId: string;
  /** Number of documents; their ids are `document-00000000` and up. */
  documents: number;
  connections: number;
  seconds: number;
  /** Number of the round, so that each round has its own clients. */
  round: number;
}

const TEXT = "x".repeat(80);

function run({ headers, organizationId, documents, ...job }: SyncJob): Promise<Round> {
  const lines = ["POST /v2/crdt/sync HTTP/1.1", `host: ${new URL(job.url).host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const head = lines.join("\r\n");
  const stateVectors = Array.from({ length: documents }, () => "AA==");
  return runConnections(job, (index) => {
    const client = 1_000_000 * (job.round + 1) + index;
    const clocks = new Uint32Array(documents);
    let number = 0;
    return {
      next() {
        number = Math.floor(Math.random() * documents);
        const clock = clocks[number] as number;
        clocks[number] = clock + TEXT.length;
        const documentId = `document-${String(number).padStart(8, "0")}`;
        const place = { organizationId, documentId, editorId: "text" };
        const update = typingUpdate(client, clock, TEXT).toString("base64");
        const body = JSON.stringify({ data: { ...place, stateVector: stateVectors[number], update } });
        return `${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      },
      take(reply) {
        const stateVector = /"stateVector":"([^"]+)"/.exec(reply)?.[1];
        if (stateVector !== undefined) stateVectors[number] = stateVector;
        return stateVector !== undefined;
      },
    };
  });
}

process.once("message", async (job: SyncJob) => {
  process.send?.(await run(job), () => process.disconnect());
});
