import type { Context } from "@atrium/functions/context";
import { incomingHeaders } from "@atrium/functions/http/request/incoming-headers";
import type { StreamEndpoint } from "@atrium/functions/http/stream/declaration";
import { sendEvents } from "@atrium/functions/http/stream/send-events";
import { StreamServer } from "@atrium/functions/http/stream/serve-streams";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ClientAddress } from "./client-address.ts";

/** Serves the declared streams. When the server closes, they end and their clients reconnect later. */
export function streamRoutes(
  app: FastifyInstance,
  endpoints: readonly StreamEndpoint[],
  context: Context,
  clientAddress: ClientAddress,
): void {
  const streams = new StreamServer(context, endpoints);
  app.addHook("preClose", async () => streams.close());
  for (const { path } of endpoints) {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const response = await streams.open({
        method: request.method,
        path,
        query: request.url.split("?", 2)[1] ?? "",
        headers: incomingHeaders(request.raw),
        ip: clientAddress(request),
      });
      if (!("events" in response)) return reply.code(response.status).headers(response.headers).send(response.body);
      reply.hijack();
      // A broken connection ends the stream like any other.
      void sendEvents(reply.raw, response).catch(() => reply.raw.destroy());
      return reply;
    };
    app.all(path, { onRequest: answer }, () => undefined);
  }
}
