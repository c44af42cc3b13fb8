import { type HttpsFunction, onRequest } from "firebase-functions/v2/https";
import { servePage } from "#http/page/serve-page";
import { incomingHeaders } from "#http/request/incoming-headers";
import packageJson from "../../package.json" with { type: "json" };
import { callerOf } from "./caller.ts";
import { type ServiceSource, storeKind } from "./context.ts";
import type { EndpointEntry } from "./endpoint-entry.ts";
import { cloudLog } from "./log.ts";
import { serviceNotOpened } from "./not-opened.ts";
import { publicOptions } from "./usual-options.ts";

/** A page as a function. The service is opened only where the page asks for it. */
export function pageFunction(
  path: string,
  entry: EndpointEntry<"page">,
  { service }: { service: ServiceSource },
): HttpsFunction {
  return onRequest(publicOptions(entry.instance), async (request, response) => {
    const { default: page } = await entry.load();
    const visit = {
      request: {
        method: request.method,
        path,
        headers: incomingHeaders(request),
        ip: callerOf(request),
        body: async () => request.rawBody ?? new Uint8Array(),
      },
      host: { version: packageJson.version, store: storeKind() },
      context: async () => (await service().catch(serviceNotOpened)).context,
    };
    const { status, headers, body } = await servePage(page, visit, cloudLog);
    response.writeHead(status, headers).end(body);
  });
}
