import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import type { FastifyInstance } from "fastify";

/** A request that arrived, and the HTTP status of its reply. */
export interface RecordedRequest {
  method: string;
  url: string;
  headers: NodeJS.Dict<string | string[]>;
  body: unknown;
  status: number;
  reply: string;
}

/** The events of every stream here before it ends, so that programs that follow a stream end too. */
const SHORT_STREAM =
  'event: ready\nid: 1\ndata: {"documentId":"homepage"}\n\nevent: bye\nid: 2\ndata: {"reason":"shutdown"}\n\n';

/** A proxy in front of a server that records every request. Streams end at once. */
export async function recordingServer(app: FastifyInstance): Promise<{ url: string; requests: RecordedRequest[] }> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const payload = await buffer(incoming);
    const record = { method, url, headers, body: payload.length > 0 ? JSON.parse(payload.toString()) : undefined };
    if (url.startsWith("/v2/documents/stream")) {
      requests.push({ ...record, status: 200, reply: "" });
      outgoing.writeHead(200, { "content-type": "text/event-stream" }).end(SHORT_STREAM);
      return;
    }
    const reply = await app.inject({ method: method as "GET", url, headers, ...(payload.length > 0 && { payload }) });
    requests.push({ ...record, status: reply.statusCode, reply: reply.body });
    outgoing.writeHead(reply.statusCode, { "content-type": String(reply.headers["content-type"]) }).end(reply.body);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
