import { type HttpsFunction, onRequest, type Request } from "firebase-functions/v2/https";
import { tooLarge } from "#http/body";
import type { Endpoint } from "#http/endpoint";
import { failure, type Response } from "#http/response";
import { createServe, type Serve } from "#http/serve";
import { ApiError } from "#model/error";
import { cloudService } from "./context.ts";
import { cloudLog } from "./log.ts";
import * as parameters from "./parameters.ts";

/** Endpoints by path: how each is loaded, and what its declaration asks for. */
export type EndpointTable = Readonly<
  Record<string, { load: () => Promise<{ default: Endpoint }>; instance?: Endpoint["instance"] }>
>;

/**
 * The endpoint of a path as a function that anybody may invoke: who may call is decided by the kernel.
 * @param isOwn whether it is the one function that this process serves, which then loads its endpoint at once.
 */
export function endpointFunction(path: string, entry: EndpointTable[string], isOwn: boolean): HttpsFunction {
  const { memory, ...instance } = entry.instance ?? {};
  const options = {
    invoker: "public" as const,
    region: parameters.region,
    maxInstances: parameters.maxInstances,
    secrets: [parameters.encryptionKey, parameters.signingKeys],
    memory: memory ?? parameters.memory,
    concurrency: 80,
    timeoutSeconds: 60,
    ...instance,
  };
  if (isOwn) void entry.load();
  let serve: Promise<Serve> | undefined;
  return onRequest(options, async (request, response) => {
    serve ??= open(entry);
    const { status, headers, body } = await serve.then(
      (ready) => answer(ready, path, request),
      (error: unknown) => {
        serve = undefined;
        cloudLog.error({ err: error }, "the service can't be opened");
        return failure(new ApiError("UNAVAILABLE", "The service is not set up completely. Ask its operator."));
      },
    );
    response.writeHead(status, headers).end(body);
  });
}

async function open({ load }: EndpointTable[string]): Promise<Serve> {
  const [{ context }, module] = await Promise.all([cloudService(), load()]);
  return createServe(context, [module.default]);
}

function answer(serve: Serve, path: string, request: Request): Promise<Response> {
  return serve({
    method: request.method,
    // Called by its own address, not through hosting, a function sees no path.
    path: request.path === "/" ? path : request.path,
    headers: request.headers,
    ip: callerOf(request),
    body: async (maxBytes) => {
      const body = request.rawBody ?? new Uint8Array();
      if (body.length > maxBytes) throw tooLarge(maxBytes);
      return body;
    },
  });
}

/** The last address that was forwarded is the one that the front end saw; those before it are what the caller says. */
function callerOf(request: Request): string {
  const forwarded = request.headers["x-forwarded-for"];
  const last = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? "")).split(",").at(-1)?.trim();
  return last || request.socket.remoteAddress || "";
}
