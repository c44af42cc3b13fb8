import { type HttpsFunction, onRequest, type Request } from "firebase-functions/v2/https";
import { withAliases } from "#http/aliases";
import { isCall } from "#http/endpoint-kinds";
import { tooLarge } from "#http/request/body";
import { bodyBudget } from "#http/request/body-budget";
import { IncomingBody } from "#http/request/incoming-body";
import { incomingHeaders } from "#http/request/incoming-headers";
import type { CallResponse } from "#http/response";
import { createServe } from "#http/serve";
import { clientAddress } from "./client-address.ts";
import { type ServiceSource, shareOpening } from "./context.ts";
import { publicOptions } from "./default-options.ts";
import type { EndpointEntry } from "./endpoint-entry.ts";
import { unavailableResponse } from "./unavailable.ts";
import { keepBodiesUnread, type OriginalHeaders, sendReply } from "./unread-bodies.ts";

/**
 * The endpoint at a path as a Cloud Function. Anybody may invoke it; the kernel checks the credentials.
 * @param options `isOwn`: this process serves only this function, so it loads the endpoint at once. `originalHeaders`:
 * from the group function that this one is part of.
 */
export function endpointFunction(
  path: string,
  entry: EndpointEntry<"call">,
  {
    service,
    isOwn,
    // If a process serves several functions, others may rely on the framework to read their bodies.
    originalHeaders = isOwn ? keepBodiesUnread() : () => undefined,
  }: { service: ServiceSource; isOwn: boolean; originalHeaders?: OriginalHeaders | undefined },
): HttpsFunction {
  if (isOwn) void entry.load();
  const serve = shareOpening(() => open(path, entry, service));
  return onRequest(publicOptions(entry.instance), async (request, response) => {
    const reply = await serve().then((ready) => answer(ready, path, { request, originalHeaders }), unavailableResponse);
    await sendReply(request, response, reply);
  });
}

async function open(path: string, { load }: EndpointEntry<"call">, service: ServiceSource) {
  const [{ context }, module] = await Promise.all([service(), load()]);
  const endpoints = withAliases([module.default])
    .filter(isCall)
    .filter((endpoint) => endpoint.path === path);
  return { serve: createServe(context, endpoints), budget: bodyBudget(context) };
}

function answer(
  { serve, budget }: Awaited<ReturnType<typeof open>>,
  path: string,
  { request, originalHeaders }: { request: Request; originalHeaders: OriginalHeaders },
): Promise<CallResponse> {
  const headers = originalHeaders(request);
  const incoming = new IncomingBody(request, { budget, headers });
  return serve({
    method: request.method,
    // A function that is called at its own URL instead of through hosting sees no path.
    path: request.path === "/" ? path : request.path,
    headers: incomingHeaders({ headers: headers ?? request.headers, headersDistinct: request.headersDistinct }),
    ip: clientAddress(request),
    body: (maxBytes) => (headers ? incoming.read(maxBytes) : parsedBody(request, maxBytes)),
  }).finally(() => incoming.release());
}

async function parsedBody({ rawBody = Buffer.alloc(0) }: Request, maxBytes: number): Promise<Uint8Array> {
  if (rawBody.length > maxBytes) throw tooLarge(maxBytes);
  return rawBody;
}
