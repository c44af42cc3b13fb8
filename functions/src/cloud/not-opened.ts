import { failure, type Response } from "#http/response";
import { ApiError } from "#platform/error";
import { cloudLog } from "./log.ts";

/** The answer while the service can't be opened. Why is for the operator alone. */
export function notOpened(error: unknown): Response {
  cloudLog.error({ err: error }, "the service can't be opened");
  return failure(new ApiError("UNAVAILABLE", "The service is not set up completely. Ask its operator."));
}
