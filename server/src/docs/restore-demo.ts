import type { Context } from "@atrium/functions/context";
import { authenticate } from "@atrium/functions/http/auth/authenticate";
import { page } from "@atrium/functions/http/page/declaration";
import { rateLimits } from "@atrium/functions/http/rate-limit";
import type { Request } from "@atrium/functions/http/request/request";
import type { Response } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import { demoWorkspaceId } from "./demo.ts";
import { addDemoRecords } from "./demo-records.ts";

/** Puts back what the documentation page has deleted of the demo and can't make again. */
export const docsDemo = page({
  path: "/docs/demo",
  method: "POST",
  summary: "Put back records of the demo that examples name and no call can make.",
  answer: async ({ request, context }) => restoreDemo(await context(), request),
});

/** @throws ApiError UNAUTHENTICATED, PERMISSION_DENIED without the credentials of an API key of the demo; RESOURCE_EXHAUSTED */
async function restoreDemo(context: Context, request: Request): Promise<Response> {
  await rateLimits(context).consume("public", `docs ${request.ip}`);
  const call = { ...context, requestId: "docs" };
  const { principal } = await authenticate(context, call, { auth: "apiKey" }, request);
  const { apiKey } = principal;
  if (apiKey?.workspaceId !== demoWorkspaceId)
    throw new ApiError("PERMISSION_DENIED", "Only the demo workspace can be put back.");
  await addDemoRecords(context, apiKey.apiKeyId);
  return { status: 204, headers: {}, body: "" };
}
