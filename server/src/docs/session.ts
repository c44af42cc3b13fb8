import type { Context } from "@atrium/functions/context";
import { newAuditRecord } from "@atrium/functions/domain/audit/store/audit-log";
import { rateLimits } from "@atrium/functions/http/rate-limit";
import { textOfBody } from "@atrium/functions/http/reply-body";
import { checkContentType, unwrap } from "@atrium/functions/http/request/body";
import { header, type Request } from "@atrium/functions/http/request/request";
import { type Response, success } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import { hostName } from "../http/host-name.ts";
import { type Demo, demoOf, demoWorkspaceId } from "./demo.ts";
import { addDemoRecords } from "./demo-records.ts";
import { redeemLinkCode } from "./link-codes.ts";

/** Largest body of an exchange, in bytes: a code has 22 characters. */
const MAX_BODY_BYTES = 1024;

/** Exchanges the code of a link for the demo that the documentation page fills in. @throws ApiError as `redeemedDemo` does. */
export async function openSession(context: Context, request: Request, requestId: string): Promise<Response> {
  const demo = await redeemedDemo(context, request, { requestId, command: "npx atrium open" });
  await addDemoRecords(context, demo.credentials.apiKey);
  const { body, ...reply } = await success({ message: "The demo's credentials.", data: demo });
  return { ...reply, body: textOfBody(body) };
}

/**
 * Redeems the code of a link, `{ "data": { "code": … } }`, for the demo. Only this host issues links. The body is read here: the
 * framework would read a large body before the sender is checked.
 * @throws ApiError UNAUTHENTICATED for a wrong, used or expired code; RESOURCE_EXHAUSTED after too many attempts from one
 * address; INVALID_ARGUMENT for a body of another form; NOT_FOUND where the data has no demo.
 */
export async function redeemedDemo(
  context: Context,
  request: Request,
  { requestId, command }: { requestId: string; command: string },
): Promise<Demo> {
  await rateLimits(context).consume("public", `docs ${request.ip}`);
  checkContentType(request);
  const data = unwrap(await request.body(MAX_BODY_BYTES));
  const code = (data as { code?: unknown } | null)?.code;
  if (typeof code !== "string")
    throw new ApiError("INVALID_ARGUMENT", `data.code must be the code of a link that \`${command}\` has printed.`);
  const change = {
    action: "session.open",
    workspaceId: demoWorkspaceId,
    // Only who runs commands on the machine gets a code.
    actor: { type: "operator" as const },
    ip: request.ip,
    requestId,
    target: {},
    fields: [],
  };
  const now = context.now();
  const host = hostName(header(request, "host") ?? "");
  if (!(await redeemLinkCode(context.store, { code, host, now, record: newAuditRecord(change, now) })))
    throw new ApiError(
      "UNAUTHENTICATED",
      `This link is not valid: a link works once, for 5 minutes, and at the address in it. \`${command}\` prints a new one. Its option --url names another address.`,
    );
  const demo = await demoOf(context);
  if (!demo) throw noDemo();
  context.log.info({ requestId, ip: request.ip }, "documentation link used");
  return demo;
}

/** The error where the data has no demo any more. */
export function noDemo(): ApiError {
  return new ApiError("NOT_FOUND", "The demo workspace has been deleted.");
}
