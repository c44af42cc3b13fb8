import { header, type Request } from "#http/request/request";
import type { Context } from "#src/context";

/** What begins like a token, and was sent as an id by mistake: ids stand in the log and in traces. */
const LIKE_A_SECRET = /^(at_|st_|wt_|whsec_|eyJ)/;

/** The caller's own id when it is a sane token, else a new one. Every reply carries it (docs/behaviour.md#replies). */
export function requestId(context: Pick<Context, "newId">, request: Pick<Request, "headers">): string {
  const sent = header(request, "x-request-id");
  return sent && /^[\w.:-]{1,100}$/.test(sent) && !LIKE_A_SECRET.test(sent) ? sent : context.newId("req");
}
