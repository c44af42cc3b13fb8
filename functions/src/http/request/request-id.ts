import { header, type Request } from "#http/request/request";
import { beginsLikeSecret } from "#platform/text/secret-text";
import type { Context } from "#src/context";

/**
 * The caller's own id when it is a sane word, else a new one: also for a token that was sent by mistake, since ids stand in the
 * log. Every reply carries it (docs/behaviour.md#replies).
 */
export function requestId(context: Pick<Context, "newId">, request: Pick<Request, "headers">): string {
  const sent = header(request, "x-request-id");
  return sent && /^[\w.:-]{1,100}$/.test(sent) && !beginsLikeSecret(sent) ? sent : context.newId("req");
}
