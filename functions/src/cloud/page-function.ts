import { type HttpsFunction, onRequest } from "firebase-functions/v2/https";
import { servePage } from "#http/page/serve-page";
import { incomingHeaders } from "#http/request/incoming-headers";
import { newIdsBy } from "#platform/crypto/base62";
import packageJson from "../../package.json" with { type: "json" };
import { clientAddress } from "./client-address.ts";
import { type ServiceSource, storeKind } from "./context.ts";
import { publicOptions } from "./default-options.ts";
import type { EndpointEntry } from "./endpoint-entry.ts";
import { cloudLog } from "./log.ts";
import { rethrowAsUnavailable } from "./unavailable.ts";

const newId = newIdsBy(Date.now);

/** A page as a function. The service is opened only if the page needs it. */
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
        query: request.originalUrl.split("?", 2)[1] ?? "",
        headers: incomingHeaders(request),
        ip: clientAddress(request),
        body: async () => request.rawBody ?? new Uint8Array(),
      },
      host: { version: packageJson.version, store: storeKind() },
      context: async () => (await service().catch(rethrowAsUnavailable)).context,
    };
    const { status, headers, body } = await servePage(page, visit, { log: cloudLog, newId });
    response.writeHead(status, headers).end(body);
  });
}
