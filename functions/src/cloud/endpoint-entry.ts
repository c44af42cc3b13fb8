import type { CallEndpoint } from "#http/endpoint";
import type { Endpoint } from "#http/endpoint-kinds";
import type { Instance } from "#http/instance";

/** The declarations of each kind, except those that hosting serves by itself. */
interface Declared {
  call: CallEndpoint;
  stream: Extract<Endpoint, { kind: "stream" }>;
  page: Extract<Endpoint, { kind: "page" }>;
}

/** How an endpoint is loaded, and the options of its function. */
export interface EndpointEntry<K extends keyof Declared> {
  kind: K;
  load: () => Promise<{ default: Declared[K] }>;
  instance?: Instance;
}

/** Endpoints by path. */
export type EndpointTable = Readonly<Record<string, { [K in keyof Declared]: EndpointEntry<K> }[keyof Declared]>>;
