import { type HttpsFunction, onRequest, type Request } from "firebase-functions/v2/https";
import { withAliases } from "#http/aliases";
import type { Endpoint } from "#http/endpoint";
import { tooLarge } from "#http/request/body";
import { BodyBudget, DEFAULT_BODY_BUDGET } from "#http/request/body-budget";
import { IncomingBody } from "#http/request/incoming-body";
import { incomingHeaders } from "#http/request/incoming-headers";
import type { Response } from "#http/response";
import { createServe } from "#http/serve";
import { callerOf } from "./caller.ts";
import { openedOnce, type ServiceSource } from "./context.ts";
import { notOpened } from "./not-opened.ts";
import { memory as usualMemory } from "./parameters.ts";
import { leaveBodiesUnread, type UnreadBodies } from "./unread-bodies.ts";
import { usualOptions } from "./usual-options.ts";

/** Endpoints by path: how each is loaded, and what its declaration asks for. */
export type EndpointTable = Readonly<
  Record<string, { load: () => Promise<{ default: Endpoint }>; instance?: Endpoint["instance"] }>
>;

/**
 * The endpoint of a path as a function that anybody may invoke: who may call is decided by the kernel.
 * @param given `isOwn`: it is the one function that this process serves, which then loads its endpoint at once.
 */
export function endpointFunction(
  path: string,
  entry: EndpointTable[string],
  { service, isOwn }: { service: ServiceSource; isOwn: boolean },
): HttpsFunction {
  const { memory, ...instance } = entry.instance ?? {};
  const options = {
    ...usualOptions,
    invoker: "public" as const,
    memory: memory ?? usualMemory,
    concurrency: 80,
    timeoutSeconds: 60,
    ...instance,
  };
  if (isOwn) void entry.load();
  // Other functions of one process may need what stands before them to read their bodies.
  const unread: UnreadBodies = isOwn ? leaveBodiesUnread() : () => undefined;
  const serve = openedOnce(() => open(path, entry, service));
  return onRequest(options, async (request, response) => {
    const { status, headers, body } = await serve().then(
      (ready) => answer(ready, path, { request, unread }),
      notOpened,
    );
    response.writeHead(status, headers).end(body);
  });
}

async function open(path: string, { load }: EndpointTable[string], service: ServiceSource) {
  const [{ context }, module] = await Promise.all([service(), load()]);
  const budget = new BodyBudget(context.settings.bodyBudget ?? DEFAULT_BODY_BUDGET);
  const endpoints = withAliases([module.default]).filter((endpoint) => endpoint.path === path);
  return { serve: createServe(context, endpoints), budget };
}

function answer(
  { serve, budget }: Awaited<ReturnType<typeof open>>,
  path: string,
  { request, unread }: { request: Request; unread: UnreadBodies },
): Promise<Response> {
  const headers = unread(request);
  const incoming = new IncomingBody(request, { budget });
  return serve({
    method: request.method,
    // Called by its own address, not through hosting, a function sees no path.
    path: request.path === "/" ? path : request.path,
    headers: incomingHeaders({ headers: headers ?? request.headers, headersDistinct: request.headersDistinct }),
    ip: callerOf(request),
    body: (maxBytes) => (headers ? incoming.read(maxBytes) : bodyAsRead(request, maxBytes)),
  }).finally(() => incoming.release());
}

async function bodyAsRead({ rawBody = Buffer.alloc(0) }: Request, maxBytes: number): Promise<Uint8Array> {
  if (rawBody.length > maxBytes) throw tooLarge(maxBytes);
  return rawBody;
}
