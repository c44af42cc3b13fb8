import demoSession from "@atrium/functions/api/demo/session";
import type { Context } from "@atrium/functions/context";
import { READING, requireMethod } from "@atrium/functions/http/method";
import type { HostPage, PageEndpoint } from "@atrium/functions/http/page/declaration";
import { answerPage, servePage } from "@atrium/functions/http/page/serve-page";
import type { Request } from "@atrium/functions/http/request/request";
import type { Response } from "@atrium/functions/http/response";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import packageJson from "../../package.json" with { type: "json" };
import type { WaitForBody } from "../load/admission.ts";
import { withTrailingSlash } from "./request-path.ts";

/** Passes a request to a handler that reads its body itself. */
export type AnswerUnread = <R>(
  request: FastifyRequest,
  answer: (request: Request) => Promise<R>,
  aside?: WaitForBody,
) => Promise<R>;

/** Answers a request for one of this host's own pages. @throws ApiError */
export type HostAnswer = (
  request: Request,
  about: { requestId: string; incoming: FastifyRequest },
) => Promise<Response> | Response;

/** Pages that only this host has. */
export type HostPages = ReadonlyMap<HostPage, HostAnswer>;

/** Serves the declared pages, and the pages that only this host has. */
export function pageRoutes(
  app: FastifyInstance,
  { pages, hostPages }: { pages: readonly PageEndpoint[]; hostPages: HostPages },
  context: Context,
  answerUnread: AnswerUnread,
): void {
  const route = (path: string, answer: (request: Request, incoming: FastifyRequest) => Promise<Response>) => {
    const onRequest = async (incoming: FastifyRequest, reply: FastifyReply) => {
      const { status, headers, body } = await answerUnread(incoming, (request) => answer(request, incoming));
      // An unread body must not be parsed as the next request of the connection.
      if (!incoming.raw.complete) reply.header("connection", "close");
      return reply.code(status).headers(headers).send(body);
    };
    for (const one of withTrailingSlash(path)) app.all(one, { onRequest }, () => undefined);
  };
  const host = { version: packageJson.version, store: context.store.kind, hasDemo: hostPages.has(demoSession) };
  for (const page of pages)
    route(page.path, (request, incoming) => {
      const query = incoming.url.split("?", 2)[1] ?? "";
      return servePage(page, { request: { ...request, query }, host, context: async () => context }, context);
    });
  for (const [page, answer] of hostPages)
    route(page.hasPartBelow ? `${page.path}/*` : page.path, (request, incoming) =>
      answerPage(page.path, request, context, (requestId) => {
        requireMethod(request.method, page.method ? [page.method] : READING, page.methodHint);
        return answer(request, { requestId, incoming });
      }),
    );
}
