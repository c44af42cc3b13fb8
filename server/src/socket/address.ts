import type { IncomingMessage } from "node:http";
import { originForm } from "../http/request-path.ts";

/** The editor and token that a client sends in the address of its connection. */
export interface SocketAddress {
  organizationId: string;
  documentId: string;
  editorId: string;
  type: string | undefined;
  contentKey: string | undefined;
  token: string | undefined;
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
export function socketAddress(request: Pick<IncomingMessage, "url" | "headers">): SocketAddress | undefined {
  const [path = "", query] = originForm(request).split("?", 2);
  const parts = path.slice(PREFIX.length).split("/");
  const [organizationId, documentId, editorId] = parts.map(decoded);
  if (parts.length !== 3 || !organizationId || !documentId || !editorId) return undefined;
  const parameters = new URLSearchParams(query);
  const parameter = (name: string) => parameters.get(name) ?? undefined;
  const protocols = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim());
  const inProtocol = protocols.find((one) => one.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length);
  return {
    ...{ organizationId, documentId, editorId },
    ...{ type: parameter("type"), contentKey: parameter("contentKey") },
    token: inProtocol ?? parameter("token"),
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
