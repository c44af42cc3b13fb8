import type { Context } from "@atrium/functions/context";
import { authenticate } from "@atrium/functions/http/auth/authenticate";
import { rateLimits } from "@atrium/functions/http/rate-limit";
import type { Request } from "@atrium/functions/http/request/request";
import type { Response } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import { demoWorkspaceId } from "./demo.ts";
import { addDemoRecords } from "./demo-records.ts";

/**
 * Restores records of the demo that the documentation page has deleted and can't create again.
 * @throws ApiError UNAUTHENTICATED, PERMISSION_DENIED without the credentials of an API key of the demo;
 * RESOURCE_EXHAUSTED
 */
export async function restoreDemo(context: Context, request: Request, requestId: string): Promise<Response> {
  // Counted separately from links: a page of another site can make this call in its reader's browser, and would use up
  // the reader's limit.
  await rateLimits(context).consume("public", `demo ${request.ip}`);
  const call = { ...context, requestId };
  const { principal } = await authenticate(context, call, { auth: "apiKey" }, request);
  const { apiKey } = principal;
  if (apiKey?.workspaceId !== demoWorkspaceId)
    throw new ApiError("PERMISSION_DENIED", "Only the demo workspace can be restored.");
  await addDemoRecords(context, apiKey.apiKeyId);
  return { status: 204, headers: {}, body: "" };
}
