import type { Context } from "@atrium/functions/context";
import { sendEvents } from "@atrium/functions/http/stream/send-events";
import { STREAM_PATH, Streams } from "@atrium/functions/http/stream/streams";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ClientAddress } from "./client-address.ts";

/** Serves the streams of documents; when the server closes they end, and their clients come back later. */
export function streamRoute(app: FastifyInstance, context: Context, clientAddress: ClientAddress): void {
  const streams = new Streams(context);
  app.addHook("preClose", async () => streams.close());
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await streams.open({
      method: request.method,
      path: STREAM_PATH,
      query: request.url.split("?", 2)[1] ?? "",
      headers: request.headers,
      ip: clientAddress(request),
    });
    if (!("events" in response)) return reply.code(response.status).headers(response.headers).send(response.body);
    reply.hijack();
    // A connection that breaks is an end like any other.
    void sendEvents(reply.raw, response).catch(() => reply.raw.destroy());
    return reply;
  };
  app.all(STREAM_PATH, { onRequest: answer }, () => undefined);
}
