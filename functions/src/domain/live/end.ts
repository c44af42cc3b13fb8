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

/** A client that shall come back does so after so many ms, and up to twice as many. */
const COME_BACK = 1000;

const ends: Partial<Record<ErrorCode, StreamEnd>> = {
  UNAUTHENTICATED: "token_ended",
  PERMISSION_DENIED: "access_ended",
  NOT_FOUND: "document_gone",
  FAILED_PRECONDITION: "feature_off",
};

/** The end that an error of the check is; undefined where the check may be made again. */
export function endOf(error: unknown): StreamEnd | undefined {
  return error instanceof ApiError ? ends[error.code] : undefined;
}

/**
 * The last event of a stream. @param random from 0 up to 1: who is cut off together does not come back together.
 * @param error what a new request would be answered now.
 */
export function byeFrame(reason: StreamEnd, random: number, error?: unknown): Buffer {
  const reconnect = reason === "shutdown" || reason === "unavailable";
  const { code, message, extras } = error instanceof ApiError ? error : new ApiError("UNAVAILABLE", messages[reason]);
  const event = { status: code, message, ...(extras.details !== undefined && { details: extras.details }) };
  const retry = Math.round(COME_BACK * (1 + random));
  return eventFrame("bye", { reason, reconnect, error: event }, reconnect ? { retry } : {});
}

const messages: { [end in StreamEnd]: string } = {
  token_ended: "The user token has ended.",
  access_ended: "Access has ended.",
  document_gone: errorTexts.missing.document.message,
  feature_off: "The feature is off.",
  shutdown: "The server ends. Come back.",
  unavailable: "The stream can't go on. Come back.",
};
