import { READING, requireMethod } from "#http/method";
import { loggedFailure } from "#http/refusal";
import type { Request } from "#http/request/request";
import { requestId } from "#http/request/request-id";
import type { Response } from "#http/response";
import type { Context } from "#src/context";
import type { PageEndpoint, Visit } from "./declaration.ts";

/** What a page needs from its process, which may have no open service. */
export type PageHost = Pick<Context, "log" | "newId">;

/** Answers a request for a page; never throws. */
export function servePage(page: PageEndpoint, visit: Visit, host: PageHost): Promise<Response> {
  return answerPage(page.path, visit.request, host, () => {
    requireMethod(visit.request.method, page.takesPost ? [...READING, "POST"] : READING);
    return page.answer(visit);
  });
}

/**
 * Answers a request at the path of a page or file; never throws. Browsers must not guess the type of any of them.
 * @param answer receives the id of the request; its errors become refusals.
 */
export async function answerPage(
  path: string,
  request: Pick<Request, "headers">,
  host: PageHost,
  answer: (requestId: string) => Promise<Response> | Response,
): Promise<Response> {
  const id = requestId(host, request);
  let response: Response;
  try {
    response = await answer(id);
  } catch (error) {
    response = loggedFailure(host, { requestId: id, path }, error);
  }
  return { ...response, headers: { ...response.headers, "x-request-id": id, "x-content-type-options": "nosniff" } };
}
