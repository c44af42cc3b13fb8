import { type HttpsFunction, onRequest } from "firebase-functions/v2/https";
import { incomingHeaders } from "#http/request/incoming-headers";
import { sendEvents } from "#http/stream/send-events";
import type { StreamServer } from "#http/stream/serve-streams";
import { clientAddress } from "./client-address.ts";
import { functionsAddress, type ServiceSource, shareOpening } from "./context.ts";
import { publicOptions } from "./default-options.ts";
import type { EndpointEntry } from "./endpoint-entry.ts";
import { functionName, functionPlaces } from "./function-names.ts";
import { unavailableResponse } from "./unavailable.ts";

/** The header in which hosting passes on the host that the caller asked for. The hosting emulator does not send it. */
const HOSTING_HEADER = "x-fh-requested-host";

/**
 * A stream as a function. Hosting collects a reply until it ends, so requests that came through it learn the function's
 * own address. The function ends at its timeout: clients reconnect with `Last-Event-ID` and miss nothing.
 */
export function streamFunction(
  path: string,
  entry: EndpointEntry<"stream">,
  { service, isOwn }: { service: ServiceSource; isOwn: boolean },
): HttpsFunction {
  if (isOwn) void entry.load();
  const name = functionName(functionPlaces([{ path, ...entry }]).get(path) ?? []);
  const streams = shareOpening(() => open(entry, service));
  return onRequest(publicOptions(entry.instance), async (request, response) => {
    const reply = await streams().then(
      (ready) =>
        ready.open({
          method: request.method,
          path,
          query: request.originalUrl.split("?", 2)[1] ?? "",
          headers: incomingHeaders(request),
          ip: clientAddress(request),
          streamUrl: HOSTING_HEADER in request.headers ? `${functionsAddress()}/${name}` : undefined,
        }),
      unavailableResponse,
    );
    if ("events" in reply) await sendEvents(response, reply);
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  });
}

/** Loads the kernel of streams with the first request, because no other function needs it. */
async function open({ load }: EndpointEntry<"stream">, service: ServiceSource): Promise<StreamServer> {
  const [{ context }, { default: endpoint }, { StreamServer }] = await Promise.all([
    service(),
    load(),
    import("#http/stream/serve-streams"),
  ]);
  return new StreamServer(context, [endpoint]);
}
