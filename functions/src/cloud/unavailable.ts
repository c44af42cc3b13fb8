import { failure, type Response } from "#http/response";
import { ApiError } from "#platform/error";
import { cloudLog } from "./log.ts";

/** Logs why the service can't be opened, and returns the UNAVAILABLE reply, which tells callers no details. */
export function unavailableResponse(error: unknown): Response {
  return failure(refusalOf(error));
}

/** @throws ApiError UNAVAILABLE, which hides from callers why the service can't be opened. */
export function rethrowAsUnavailable(error: unknown): never {
  throw refusalOf(error);
}

function refusalOf(error: unknown): ApiError {
  cloudLog.error({ err: error }, "the service can't be opened");
  return new ApiError("UNAVAILABLE", "The service is not fully configured. Ask its operator.");
}
