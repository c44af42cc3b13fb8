import type { HttpsFunction } from "firebase-functions/v2/https";
import type { ServiceSource } from "./context.ts";
import type { EndpointTable } from "./endpoint-entry.ts";
import { endpointFunction } from "./endpoint-function.ts";
import { pageFunction } from "./page-function.ts";
import { streamFunction } from "./stream-function.ts";

/**
 * The endpoint at a path as a function that anybody may invoke: the kernel checks who may call.
 * @param options `isOwn`: this process serves only this function, so it loads the endpoint at once.
 */
export function declaredFunction(
  path: string,
  entry: EndpointTable[string],
  options: { service: ServiceSource; isOwn: boolean },
): HttpsFunction {
  switch (entry.kind) {
    case "call":
      return endpointFunction(path, entry, options);
    case "stream":
      return streamFunction(path, entry, options);
    case "page":
      return pageFunction(path, entry, options);
  }
}
