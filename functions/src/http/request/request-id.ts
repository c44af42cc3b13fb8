import { header, type Request } from "#http/request/request";
import { beginsLikeSecret } from "#platform/text/secret-text";
import type { Context } from "#src/context";

/**
 * The caller's own id if it is well-formed, else a new one. A token that was sent as an id by mistake is replaced, too,
 * because ids are logged. Every reply carries the id (docs/behaviour.md#replies).
 */
export function requestId(context: Pick<Context, "newId">, request: Pick<Request, "headers">): string {
  const sentId = header(request, "x-request-id");
  return sentId && /^[\w.:-]{1,100}$/.test(sentId) && !beginsLikeSecret(sentId) ? sentId : context.newId("req");
}
