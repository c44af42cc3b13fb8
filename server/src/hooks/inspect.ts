import type { Context } from "@atrium/functions/context";
import { inspectorAt } from "@atrium/functions/domain/webhooks/inspector";
import { hasInspector, receive } from "@atrium/functions/domain/webhooks/store/inspectors";
import { rateLimits } from "@atrium/functions/http/rate-limit";
import { ApiError } from "@atrium/functions/platform/error";
import type { HostAnswer } from "../http/page-routes.ts";

/** Largest accepted body, in bytes: event messages are smaller. */
const MAX_BODY_BYTES = 1024 * 1024;
/**
 * Bodies that are received at once. Without this limit, anyone who knows an inspector's address could use up the memory
 * for all bodies.
 */
const MAX_AT_ONCE = 16;
/** Seconds after which a sender may retry. */
const RETRY_AFTER = 1;

/**
 * Receives webhooks for inspectors. The answer is the same whether or not the inspector exists; if not, the body is not
 * read. An inspector accepts as many requests a minute as a user may send.
 */
export function inspectHooks(context: Context): HostAnswer {
  let running = 0;
  return async (request) => {
    const inspector = inspectorAt(request.path);
    if (inspector && (await hasInspector(context.store, inspector))) {
      await rateLimits(context).consume("user", `inspector ${inspector.apiKeyId} ${inspector.inspectorId}`);
      if (running >= MAX_AT_ONCE)
        throw new ApiError("UNAVAILABLE", "Too many requests are being received for inspectors. Try again shortly.", {
          retryAfter: RETRY_AFTER,
        });
      running++;
      try {
        const body = Buffer.from(await request.body(MAX_BODY_BYTES));
        await receive(context, inspector, { headers: request.headers, body });
      } finally {
        running--;
      }
    }
    return { status: 204, headers: {}, body: "" };
  };
}
