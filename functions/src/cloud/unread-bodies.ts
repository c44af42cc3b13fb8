import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** Headers by which a parser of bodies knows that there is one. */
const ANNOUNCING = ["content-length", "transfer-encoding"] as const;

const ARRIVED = Symbol.for("atrium.headersAsTheyCame");
type WithHeaders = IncomingMessage & { [ARRIVED]?: IncomingHttpHeaders };

/** The headers of a request as they came; undefined where its body is no longer ours to read. */
export type UnreadBodies = (request: IncomingMessage) => IncomingHttpHeaders | undefined;

/**
 * Keeps what stands before a function from reading bodies: it would take in any size, whoever sends it, and answer
 * malformed JSON in its own words. From now on, requests to this process look to it as if they had no body.
 */
export function leaveBodiesUnread(): UnreadBodies {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: WithHeaders };
    // Whoever comes first knows the headers as they came, also where several parts of a process ask for this.
    request[ARRIVED] ??= { ...request.headers };
    for (const name of ANNOUNCING) delete request.headers[name];
  });
  return (request: WithHeaders) => request[ARRIVED];
}
