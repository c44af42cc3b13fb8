import { ApiError, type ErrorCode } from "@atrium/functions/platform/error";

/** Codes from 4400 to 4499 tell stock clients not to reconnect; they mirror the HTTP status codes. */
export const CLOSE = {
  malformed: 4400,
  unauthenticated: 4401,
  denied: 4403,
  gone: 4404,
  restart: 1012,
  later: 1013,
} as const;
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];

const codes: Partial<Record<ErrorCode, CloseCode>> = {
  UNAUTHENTICATED: CLOSE.unauthenticated,
  PERMISSION_DENIED: CLOSE.denied,
  NOT_FOUND: CLOSE.gone,
  INVALID_ARGUMENT: CLOSE.malformed,
};

/** How an error closes a connection. @returns undefined for an error that may be temporary. */
export function closeOf(error: unknown): { code: CloseCode; reason: string } | undefined {
  const code = error instanceof ApiError ? codes[error.code] : undefined;
  return code && { code, reason: closeReason((error as ApiError).message) };
}

/** How a connection is closed whose message is malformed, or not accepted from this client. */
export function closeOfMessage(error: unknown): [code: CloseCode, reason: string] {
  // Removes the field name `data`, which the error messages for HTTP contain and WebSocket messages do not have.
  const words = error instanceof ApiError ? error.message.replace(/^data\.update /, "An update ") : undefined;
  const isGone = error instanceof ApiError && error.code === "NOT_FOUND";
  return [isGone ? CLOSE.gone : CLOSE.malformed, words ?? "The message does not follow the y-websocket protocol."];
}

/**
 * How a connection is closed after its message has waited for the store or for other threads: if these have failed, the
 * client may try again.
 */
export function closeAfterWork(error: unknown): [code: CloseCode, reason: string] {
  const isClients = error instanceof ApiError && (error.code === "INVALID_ARGUMENT" || error.code === "NOT_FOUND");
  return isClients ? closeOfMessage(error) : [CLOSE.later, "The editor can't continue. Reconnect."];
}

/** Shortens a text to a close reason, for which the protocol allows 123 bytes. */
export function closeReason(text: string): string {
  return Buffer.from(text).subarray(0, 120).toString();
}
