import { ApiError, type ErrorCode } from "#platform/error";
import { errorTexts } from "#src/errors";
import { eventFrame } from "./stream-events.ts";

/** Why a stream has ended; the `reason` of its event `bye`. */
export const streamEnds = [
  "token_ended",
  "access_ended",
  "document_gone",
  "feature_off",
  "shutdown",
  "unavailable",
] as const;
export type StreamEnd = (typeof streamEnds)[number];

/** Minimum delay after which a client reconnects, in ms; the maximum is twice that. */
const RECONNECT = 1000;

const ends: Partial<Record<ErrorCode, StreamEnd>> = {
  UNAUTHENTICATED: "token_ended",
  PERMISSION_DENIED: "access_ended",
  NOT_FOUND: "document_gone",
  FAILED_PRECONDITION: "feature_off",
};

/** The reason to end a stream after an error of the access check; undefined if the check may be repeated. */
export function endOf(error: unknown): StreamEnd | undefined {
  return error instanceof ApiError ? ends[error.code] : undefined;
}

/**
 * The last event of a stream. @param random from 0 up to 1, so that clients do not reconnect all at once.
 * @param error the error that a new request would get.
 */
export function byeFrame(reason: StreamEnd, random: number, error?: unknown): Buffer {
  const reconnect = reason === "shutdown" || reason === "unavailable";
  const { code, message, extras } = error instanceof ApiError ? error : new ApiError("UNAVAILABLE", messages[reason]);
  const event = { status: code, message, ...(extras.details !== undefined && { details: extras.details }) };
  const retry = Math.round(RECONNECT * (1 + random));
  return eventFrame("bye", { reason, reconnect, error: event }, reconnect ? { retry } : {});
}

const messages: { [end in StreamEnd]: string } = {
  token_ended: "The user token has ended.",
  access_ended: "Access has ended.",
  document_gone: errorTexts.missing.document.message,
  feature_off: "The feature is off.",
  shutdown: "The server is shutting down. Reconnect.",
  unavailable: "The stream can't continue. Reconnect.",
};
