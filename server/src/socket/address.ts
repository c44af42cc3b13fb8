import type { IncomingMessage } from "node:http";
import { originForm } from "../http/request-path.ts";

/** The editor that a client names in the address of its connection. */
export interface SocketAddress {
  organizationId: string;
  documentId: string;
  editorId: string;
  type: string | undefined;
  contentKey: string | undefined;
}

/** Prefix of the addresses of editors; organization, document and editor follow, each percent-encoded. */
export const PREFIX = "/v2/crdt/socket/";
/** A subprotocol that carries the token. */
export const TOKEN_PROTOCOL = "atrium.token.";

/** Whether a request is for the socket of an editor. */
export function isForSocket(request: Pick<IncomingMessage, "url">): boolean {
  return originForm(request).startsWith(PREFIX);
}

/** Parses the address of a request. @returns undefined if it names no editor. */
export function socketAddress(request: Pick<IncomingMessage, "url">): SocketAddress | undefined {
  const [path = ""] = originForm(request).split("?", 1);
  const parts = path.slice(PREFIX.length).split("/");
  const [organizationId, documentId, editorId] = parts.map(decoded);
  if (parts.length !== 3 || !organizationId || !documentId || !editorId) return undefined;
  const parameter = parametersOf(request);
  return {
    ...{ organizationId, documentId, editorId },
    ...{ type: parameter("type"), contentKey: parameter("contentKey") },
  };
}

/** The token that a request sends as a subprotocol or in its query. */
export function socketToken(request: Pick<IncomingMessage, "url" | "headers">): string | undefined {
  const protocols = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim());
  const inProtocol = protocols.find((one) => one.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length);
  return inProtocol ?? parametersOf(request)("token");
}

function parametersOf(request: Pick<IncomingMessage, "url">): (name: string) => string | undefined {
  const parameters = new URLSearchParams(originForm(request).split("?", 2)[1]);
  return (name) => parameters.get(name) ?? undefined;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
