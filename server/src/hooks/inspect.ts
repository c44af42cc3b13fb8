import type { Context } from "@atrium/functions/context";
import { inspectorAt } from "@atrium/functions/domain/webhooks/inspector";
import { receive } from "@atrium/functions/domain/webhooks/store/inspectors";
import type { HostAnswer } from "../http/page-routes.ts";

/** Largest body that is received, in bytes: the messages of events are smaller. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Receives webhooks for inspectors. The answer is the same whether there is such an inspector or not. */
export function inspectHooks(context: Context): HostAnswer {
  return async (request) => {
    const inspector = inspectorAt(request.path);
    if (inspector) {
      const body = Buffer.from(await request.body(MAX_BODY_BYTES));
      await receive(context, inspector, { headers: request.headers, body });
    }
    return { status: 204, headers: {}, body: "" };
  };
}
