import type { Context } from "@atrium/functions/context";
import { authenticate } from "@atrium/functions/http/auth/authenticate";
import { rateLimits } from "@atrium/functions/http/rate-limit";
import { textOfBody } from "@atrium/functions/http/reply-body";
import { checkContentType, unwrap } from "@atrium/functions/http/request/body";
import type { Request } from "@atrium/functions/http/request/request";
import { success } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import type { HostAnswer } from "../http/page-routes.ts";

/** Largest body, in bytes: it holds an API key and its token. */
const MAX_BODY_BYTES = 1024;
/** How many requests are shown. */
const SHOWN = 20;

/** A request as the page at `/` shows it. */
interface ShownRequest {
  /** ISO 8601. */
  time: string;
  method: string;
  path: string;
  status: number;
  /** How long it took. */
  ms: number;
  error?: { status: string; message: string };
}

/**
 * Answers with the last requests of an API key, for whoever has its token.
 * @param readLog reads the last lines of the log, the newest last.
 */
export function recentRequests(context: Context, readLog: () => Promise<string[]>): HostAnswer {
  return async (request, { requestId }) => {
    const apiKeyId = await authenticated(context, request, requestId);
    const requests = requestsOf(apiKeyId, await readLog());
    const { body, ...reply } = await success({ message: "The last requests.", data: { requests } });
    return { ...reply, body: textOfBody(body) };
  };
}

/**
 * @returns the API key whose token stands in the body, `{ "data": { "apiKey": …, "authToken": … } }`.
 * @throws ApiError UNAUTHENTICATED for a wrong one; INVALID_ARGUMENT for a body of another form; RESOURCE_EXHAUSTED.
 */
async function authenticated(context: Context, request: Request, requestId: string): Promise<string> {
  checkContentType(request);
  const data = unwrap(await request.body(MAX_BODY_BYTES)) as { apiKey?: unknown; authToken?: unknown } | null;
  const { apiKey, authToken } = data ?? {};
  if (typeof apiKey !== "string" || typeof authToken !== "string")
    throw new ApiError("INVALID_ARGUMENT", "data must hold apiKey and authToken.");
  const brand = `x-${context.settings.headerBrand}`;
  const headers = { [`${brand}-api-key`]: apiKey, [`${brand}-auth-token`]: authToken };
  const call = { ...context, requestId };
  const { caller } = await authenticate(context, call, { auth: "apiKey" }, { headers, ip: request.ip });
  await rateLimits(context).consume("apiKey", caller);
  return caller;
}

/** The newest first. */
function requestsOf(apiKeyId: string, lines: readonly string[]): ShownRequest[] {
  const found: ShownRequest[] = [];
  for (let i = lines.length - 1; i >= 0 && found.length < SHOWN; i--) {
    const line = lines[i] ?? "";
    // Only what may be wanted is parsed: a log has many lines of others.
    if (!line.includes(`"apiKeyId":"${apiKeyId}"`) || !line.endsWith('"message":"request"}')) continue;
    const { time, method, path, status, ms, error } = JSON.parse(line) as ShownRequest;
    found.push({ time, method, path, status, ms, ...(error && { error }) });
  }
  return found;
}
