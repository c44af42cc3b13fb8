import type { KeyCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { authenticate } from "@atrium/functions/http/auth/authenticate";
import { rateLimits } from "@atrium/functions/http/rate-limit";
import { checkContentType, unwrap } from "@atrium/functions/http/request/body";
import type { Request } from "@atrium/functions/http/request/request";
import { ApiError } from "@atrium/functions/platform/error";

/** Largest body, in bytes: it only contains an API key and its token. */
const MAX_BODY_BYTES = 1024;

/**
 * Authenticates a request from one of our own pages, whose body is `{ "data": { "apiKey": …, "authToken": …, … } }`.
 * @returns the call of the API key, and the data with the page's other fields.
 * @throws ApiError UNAUTHENTICATED for a wrong token; INVALID_ARGUMENT for a body of another form; RESOURCE_EXHAUSTED.
 */
export async function authenticatePosted(
  context: Context,
  request: Request,
  requestId: string,
): Promise<{ call: KeyCall; data: Record<string, unknown> }> {
  checkContentType(request);
  const data = (unwrap(await request.body(MAX_BODY_BYTES)) ?? {}) as Record<string, unknown>;
  const { apiKey, authToken } = data;
  if (typeof apiKey !== "string" || typeof authToken !== "string")
    throw new ApiError("INVALID_ARGUMENT", "data must contain apiKey and authToken.");
  const brand = `x-${context.settings.headerBrand}`;
  const headers = { [`${brand}-api-key`]: apiKey, [`${brand}-auth-token`]: authToken };
  const call = { ...context, requestId };
  const { caller, principal } = await authenticate(context, call, { auth: "apiKey" }, { headers, ip: request.ip });
  await rateLimits(context).consume("apiKey", caller);
  if (!principal.apiKey) throw new ApiError("UNAUTHENTICATED", "data.authToken must be a token of data.apiKey.");
  return { call: { ...call, apiKey: principal.apiKey }, data };
}
