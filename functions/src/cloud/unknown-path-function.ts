import { type HttpsFunction, onRequest } from "firebase-functions/v2/https";
import { answerPage } from "#http/page/serve-page";
import { incomingHeaders } from "#http/request/incoming-headers";
import { noEndpoint } from "#http/serve";
import { newIdsBy } from "#platform/crypto/base62";
import { publicOptions } from "./default-options.ts";
import { endpointTable } from "./endpoint-table.ts";
import { cloudLog } from "./log.ts";

/** Name of the function to which hosting forwards every path without a file or endpoint. */
export const UNKNOWN_PATH_FUNCTION = "notfound";

const host = { log: cloudLog, newId: newIdsBy(Date.now) };

/**
 * Refuses every request with NOT_FOUND and a suggestion, as the one-machine host does. It needs no service and no
 * secrets.
 */
export function unknownPathFunction(): HttpsFunction {
  return onRequest(publicOptions({ withoutSecrets: true }), async (request, response) => {
    const path = request.path;
    const refuse = () => {
      throw noEndpoint(path, Object.keys(endpointTable));
    };
    const { status, headers, body } = await answerPage(path, { headers: incomingHeaders(request) }, host, refuse);
    response.writeHead(status, headers).end(body);
  });
}
