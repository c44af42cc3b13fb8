import type { Context } from "@atrium/functions/context";
import { newAuditRecord } from "@atrium/functions/domain/audit/store/audit-log";
import { rateLimits } from "@atrium/functions/http/rate-limit";
import { textOfBody } from "@atrium/functions/http/reply-body";
import { checkContentType, unwrap } from "@atrium/functions/http/request/body";
import { hostName, isFixedName } from "@atrium/functions/http/request/host-name";
import { header, type Request } from "@atrium/functions/http/request/request";
import { type Response, success } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import { type Demo, demoOf, demoWorkspaceId } from "./demo.ts";
import { addDemoRecords } from "./demo-records.ts";
import { redeemLinkCode } from "./link-codes.ts";

/** Largest body, in bytes: a code has 22 characters. */
const MAX_BODY_BYTES = 1024;

/** Commands that print links to the pages that send requests here, by the `page` that they send. */
const commands = new Map([
  ["home", "npx atrium open home"],
  ["mail", "npx atrium open mail"],
]);

/**
 * Exchanges the code of a link for the demo. The documentation fills its values in, and the pages at `/` and `/mail`
 * show them.
 * @throws ApiError as `redeemedDemo` does.
 */
export async function openSession(context: Context, request: Request, requestId: string): Promise<Response> {
  const command = (page: unknown) => commands.get(String(page)) ?? "npx atrium open";
  const demo = await redeemedDemo(context, request, { requestId, command });
  await addDemoRecords(context, demo.credentials.apiKey);
  const { body, ...reply } = await success({ message: "The demo's credentials.", data: demo });
  return { ...reply, body: textOfBody(body) };
}

/**
 * Redeems the code of a link, `{ "data": { "code": … } }`, for the demo. Only this host issues links. The body is read
 * here, because the framework would read a large body before the sender is checked.
 * @throws ApiError UNAUTHENTICATED for a wrong, used or expired code; RESOURCE_EXHAUSTED after too many attempts from
 * one address; INVALID_ARGUMENT for a body of another form; NOT_FOUND if the data has no demo.
 */
export async function redeemedDemo(
  context: Context,
  request: Request,
  { requestId, command: commandFor }: { requestId: string; command: (page: unknown) => string },
): Promise<Demo> {
  // Checked before the call is counted, as in `http/serve.ts` of the functions.
  checkContentType(request);
  await rateLimits(context).consume("public", `docs ${request.ip}`);
  const data = unwrap(await request.body(MAX_BODY_BYTES));
  const { code, page } = (data ?? {}) as { code?: unknown; page?: unknown };
  const command = commandFor(page);
  if (typeof code !== "string")
    throw new ApiError("INVALID_ARGUMENT", `data.code must be the code of a link that \`${command}\` has printed.`);
  const change = {
    action: "session.open" as const,
    workspaceId: demoWorkspaceId,
    // Only a person who can run commands on the machine gets a code.
    actor: { type: "operator" as const },
    ip: request.ip,
    requestId,
    target: {},
    fields: [],
  };
  const now = context.now();
  const host = hostName(header(request, "host") ?? "");
  if (!(await redeemLinkCode(context.store, { code, host, now, record: newAuditRecord(change, now) }))) {
    // At an IP address or `localhost` the server accepts any link.
    const another = isFixedName(host) ? "" : ` A link is for the address in it, which its option --url names.`;
    throw new ApiError(
      "UNAUTHENTICATED",
      `This link is not valid: a link works once, for 5 minutes. \`${command}\` prints a new one.${another}`,
    );
  }
  const demo = await demoOf(context);
  if (!demo) throw noDemo();
  context.log.info({ requestId, ip: request.ip }, "documentation link used");
  return demo;
}

/** The error if the data has no demo any more. */
export function noDemo(): ApiError {
  return new ApiError("NOT_FOUND", "The demo workspace has been deleted.");
}
