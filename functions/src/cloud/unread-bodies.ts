import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import type { CallResponse } from "#http/response";

/** Headers that announce a body to a body parser. */
const BODY_HEADERS = ["content-length", "transfer-encoding"] as const;

const ORIGINAL_HEADERS = Symbol.for("atrium.headersAsTheyCame");
type WithHeaders = IncomingMessage & { [ORIGINAL_HEADERS]?: IncomingHttpHeaders };

/** Returns the original headers of a request; undefined if the framework may have read its body. */
export type OriginalHeaders = (request: IncomingMessage) => IncomingHttpHeaders | undefined;

/**
 * Keeps the framework in front of a function from reading bodies: it would accept any size from any caller, and answer
 * malformed JSON in its own format. From now on, requests to this process seem to it to have no body. Each call adds
 * work to every request, so a function must call this only once.
 */
export function keepBodiesUnread(): OriginalHeaders {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: WithHeaders };
    // The first subscriber of the process keeps the headers before any other deletes some.
    request[ORIGINAL_HEADERS] ??= { ...request.headers };
    for (const name of BODY_HEADERS) delete request.headers[name];
  });
  return (request: WithHeaders) => request[ORIGINAL_HEADERS];
}

/** Sends a reply to a request whose body may be unread, and receives what is left of the body. */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: CallResponse,
): Promise<void> {
  const { status, headers, body } = reply;
  // The front end reuses its connection: the rest of a refused body would lie before the next request.
  request.resume();
  if (process.env.FUNCTIONS_EMULATOR === "true") return sendToEmulator(request, response, reply);
  response.writeHead(status, headers).end(typeof body === "string" ? body : Buffer.concat(body));
}

/**
 * Sends a reply to the proxy of the emulators once the whole body has arrived, and lets the proxy close the connection:
 * all emulators end if a function closes it first, and the proxy may learn late that it has sent the last byte.
 */
async function sendToEmulator(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: CallResponse,
): Promise<void> {
  await finished(request).catch(() => undefined);
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.concat(body);
  const { socket } = response;
  if (response.shouldKeepAlive || request.method !== "POST" || bytes.length === 0 || !socket)
    return void response.writeHead(status, headers).end(bytes);
  // With its length the reply is complete without the end, which would close the connection.
  response.writeHead(status, { ...headers, "content-length": bytes.length }).write(bytes);
  socket.once("close", () => response.end());
}
