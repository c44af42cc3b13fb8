import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Context } from "@atrium/functions/context";
import { failure } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";

/** Code of a request whose body has too many chunks. */
export const TOO_MANY_CHUNKS = "ATRIUM_TOO_MANY_CHUNKS";

/** Replies to requests that exceed limits of Node's HTTP parser, and to those with too many chunks. */
const oversized: { [code: string]: { httpStatus: number; message: string } } = {
  HPE_HEADER_OVERFLOW: { httpStatus: 431, message: "The request line and headers must not be larger than 16 KiB." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { httpStatus: 413, message: "Chunk extensions must not be larger than 16 KiB." },
  [TOO_MANY_CHUNKS]: {
    httpStatus: 413,
    message: "The request body arrives in too many small chunks. Send it in larger ones, or with `content-length`.",
  },
};

/**
 * The error for bytes that the HTTP parser refuses, and for requests that arrive too slowly.
 * @param code the parser's error code.
 */
export function describeBrokenRequest(code: string | undefined): ApiError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new ApiError("DEADLINE_EXCEEDED", "The request took too long to arrive. Send it again.", {
      httpStatus: 408,
    });
  const { httpStatus, message } = oversized[code ?? ""] ?? {
    httpStatus: 400,
    message: `The request is not proper HTTP (${code}).`,
  };
  return new ApiError("INVALID_ARGUMENT", message, { httpStatus });
}

/** Answers unsupported `Expect` headers and CONNECT in the error envelope; Node itself would answer without a body. */
export function refuseUnsupported(server: Server, { newId }: Pick<Context, "newId">): void {
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const message = "The header `expect` must be 100-continue or be omitted.";
    const { status, headers, body } = failure(new ApiError("INVALID_ARGUMENT", message, { httpStatus: 417 }));
    response
      .writeHead(status, {
        ...headers,
        "x-request-id": newId("req"),
        "content-length": Buffer.byteLength(body),
        connection: "close",
      })
      .end(body);
  });
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    const headers = { allow: "POST" };
    endWith(
      socket,
      new ApiError("INVALID_ARGUMENT", "The method must be POST.", { httpStatus: 405, headers }),
      newId("req"),
    );
  });
}

/** Time for a client to read the last reply of a connection and close its side, ms. */
const LONGEST_FAREWELL = 1000;

/** Answers on a connection that has no response object, and closes the connection. */
export function endWith(socket: Duplex, error: ApiError, requestId: string): void {
  const { status, headers, body } = failure(error);
  const framing = { "x-request-id": requestId, "content-length": Buffer.byteLength(body), connection: "close" };
  const head = Object.entries({ ...headers, ...framing });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.on("error", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`);
  // A client that neither reads the reply nor closes its side must not keep the connection.
  const timer = setTimeout(() => socket.destroy(), LONGEST_FAREWELL).unref();
  socket.once("close", () => clearTimeout(timer));
}
