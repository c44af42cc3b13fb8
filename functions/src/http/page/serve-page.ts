import { failure, type Response } from "#http/response";
import { ApiError } from "#platform/error";
import type { Log } from "#platform/log";
import type { PageEndpoint, Visit } from "./declaration.ts";

/** Answers a request for a page; never throws. */
export async function servePage(page: PageEndpoint, visit: Visit, log: Log): Promise<Response> {
  try {
    return await page.answer(visit);
  } catch (error) {
    return pageFailure(page.path, error, log);
  }
}

/** The response to a failed page or file; details that the caller must not see are logged. */
export function pageFailure(path: string, error: unknown, log: Log): Response {
  if (error instanceof ApiError) return failure(error);
  log.error({ path, err: error }, "request failed");
  return failure(new ApiError("INTERNAL", "Something went wrong."));
}
