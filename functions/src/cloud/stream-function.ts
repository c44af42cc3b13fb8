import { type HttpsFunction, onRequest } from "firebase-functions/v2/https";
import { sendEvents } from "#http/stream/send-events";
import type { Streams } from "#http/stream/streams";
import { callerOf } from "./caller.ts";
import { openedOnce, type ServiceSource } from "./context.ts";
import { notOpened } from "./not-opened.ts";
import { openPaths } from "./open-paths.ts";
import { usualOptions } from "./usual-options.ts";

/**
 * The streams of documents as a function. Hosting ends every reply after 60 s, the function itself after an hour: clients
 * come back with `Last-Event-ID` and miss nothing.
 */
export function streamFunction(service: ServiceSource): HttpsFunction {
  const options = {
    ...usualOptions,
    invoker: "public" as const,
    memory: "512MiB" as const,
    concurrency: 1000,
    timeoutSeconds: 3600,
  };
  const streams = openedOnce(() => open(service));
  return onRequest(options, async (request, response) => {
    const reply = await streams().then(
      (ready) =>
        ready.open({
          method: request.method,
          path: openPaths.stream,
          query: request.originalUrl.split("?", 2)[1] ?? "",
          headers: request.headers,
          ip: callerOf(request),
        }),
      notOpened,
    );
    if ("events" in reply) await sendEvents(response, reply);
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  });
}

/** Loaded with the first request: of all functions, only this one needs it. */
async function open(service: ServiceSource): Promise<Streams> {
  const [{ context }, { Streams }] = await Promise.all([service(), import("#http/stream/streams")]);
  return new Streams(context);
}
