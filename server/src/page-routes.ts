import type { Context } from "@atrium/functions/context";
import type { PageEndpoint } from "@atrium/functions/http/page/declaration";
import { servePage } from "@atrium/functions/http/page/serve-page";
import type { Request } from "@atrium/functions/http/request/request";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import packageJson from "../package.json" with { type: "json" };

/** Passes a request to a handler that reads its body itself. */
export type AnswerUnread = <R>(request: FastifyRequest, answer: (request: Request) => Promise<R>) => Promise<R>;

/** Serves the declared pages. */
export function pageRoutes(
  app: FastifyInstance,
  pages: readonly PageEndpoint[],
  context: Context,
  answerUnread: AnswerUnread,
): void {
  const host = { version: packageJson.version, store: context.store.kind };
  for (const page of pages) {
    const { path, method = "GET" } = page;
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const response = await answerUnread(request, (unread) =>
        servePage(page, { request: unread, host, context: async () => context }, context.log),
      );
      // An unread body must not be parsed as the next request of the connection.
      if (method === "POST") reply.header("connection", "close");
      return reply.code(response.status).headers(response.headers).send(response.body);
    };
    app.route({ method, url: path, onRequest, handler: () => undefined });
  }
}
