import { type HttpsFunction, onRequest } from "firebase-functions/v2/https";
import { answerPage } from "#http/page/serve-page";
import { incomingHeaders } from "#http/request/incoming-headers";
import { noEndpoint } from "#http/serve";
import { newIdsBy } from "#platform/crypto/base62";
import type { ServiceSource } from "./context.ts";
import { publicOptions } from "./default-options.ts";
import type { EndpointEntry } from "./endpoint-entry.ts";
import { endpointFunction } from "./endpoint-function.ts";
import { groupInstance } from "./function-groups.ts";
import { cloudLog } from "./log.ts";
import { keepBodiesUnread, sendReply } from "./unread-bodies.ts";

const newId = newIdsBy(Date.now);

/**
 * The calls at several paths as one function, which must be invoked with the path. Each endpoint is loaded with its
 * first request.
 * @param options `isOwn`: this process serves only this function.
 */
export function groupFunction(
  entries: readonly (EndpointEntry<"call"> & { path: string })[],
  { service, isOwn }: { service: ServiceSource; isOwn: boolean },
): HttpsFunction {
  const originalHeaders = isOwn ? keepBodiesUnread() : undefined;
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const served = new Map<string, HttpsFunction>();
  return onRequest(publicOptions(groupInstance(entries)), async (request, response) => {
    const { path } = request;
    const entry = byPath.get(path);
    if (entry) {
      const serve = served.get(path) ?? endpointFunction(path, entry, { service, isOwn, originalHeaders });
      served.set(path, serve);
      return serve(request, response);
    }
    const refuse = () => {
      throw noEndpoint(path, [...byPath.keys()]);
    };
    const headers = incomingHeaders(request);
    await sendReply(request, response, await answerPage(path, { headers }, { log: cloudLog, newId }, refuse));
  });
}
