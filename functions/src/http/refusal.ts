import { ApiError } from "#platform/error";
import type { Context } from "#src/context";
import { failure, type Response } from "./response.ts";

/** The response to a thrown error; details that the caller must not see are logged. */
export function refusal(
  { log }: Pick<Context, "log">,
  where: { requestId: string; path: string | undefined },
  error: unknown,
): Response {
  if (error instanceof ApiError) {
    if (error.cause) log.error({ ...where, err: error.cause }, error.message);
    return failure(error);
  }
  log.error({ ...where, err: error }, "request failed");
  return failure(new ApiError("INTERNAL", `Something went wrong. Report request ${where.requestId} to the operator.`));
}
