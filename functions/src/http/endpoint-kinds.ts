import type { CallEndpoint } from "./endpoint.ts";
import type { FilesEndpoint, HostPage, PageEndpoint } from "./page/declaration.ts";
import type { StreamEndpoint } from "./stream/declaration.ts";

/** Everything that hosts serve is declared as one of these, distinguished by `kind`. */
export type Endpoint = CallEndpoint | StreamEndpoint | PageEndpoint | HostPage | FilesEndpoint;

/** Whether an endpoint is called with POST and answered once. */
export function isCall(endpoint: Endpoint): endpoint is CallEndpoint {
  return endpoint.kind === "read" || endpoint.kind === "write";
}

/** The endpoints of one kind. */
export function ofKind<K extends Endpoint["kind"]>(endpoints: readonly Endpoint[], kind: K) {
  return endpoints.filter((endpoint): endpoint is Extract<Endpoint, { kind: K }> => endpoint.kind === kind);
}
