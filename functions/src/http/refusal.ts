import { ApiError } from "#platform/error";
import type { Context } from "#src/context";
import { isOutage, outages } from "./outages.ts";
import { failure, type Response } from "./response.ts";

/** The call that failed. */
interface Where {
  requestId: string;
  path: string | undefined;
}

/** The response to a thrown error; details that the caller must not see are logged. */
export function refusal(context: Context, where: Where, error: unknown): Response {
  if (!isOutage(error)) return loggedFailure(context, where, error);
  outages(context).note(where, error);
  return failure(error);
}

/** The same for a process whose service may not be open. */
export function loggedFailure({ log }: Pick<Context, "log">, where: Where, error: unknown): Response {
  if (error instanceof ApiError) {
    if (error.cause) log.error({ ...where, err: error.cause }, error.message);
    return failure(error);
  }
  log.error({ ...where, err: error }, "request failed");
  return failure(new ApiError("INTERNAL", `Something went wrong. Report request ${where.requestId} to the operator.`));
}
