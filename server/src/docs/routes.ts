import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "@atrium/functions/context";
import type { Request } from "@atrium/functions/http/request/request";
import type { Response } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openSession } from "./session.ts";

/** Files of the page, and what each is. */
const pageFiles: { [name: string]: string } = {
  "index.html": "text/html; charset=utf-8",
  "page.css": "text/css; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
  "scalar.js": "text/javascript; charset=utf-8",
  "favicon.svg": "image/svg+xml",
};

/** Answers a request with what reads its body itself. */
export type AnswerUnread = (
  request: FastifyRequest,
  answer: (request: Request) => Promise<Response>,
) => Promise<Response>;

const headers = { "x-content-type-options": "nosniff", "cache-control": "no-cache" };

/**
 * Serves `/openapi.json` and the page `/docs`, read from disk at each request: they are some megabytes, and rarely wanted.
 * Beside them `/docs/session`, which gives the page the demo's credentials for the code of a link.
 * @param folder as `writeDocs` of scripts/docs-assets.ts makes it.
 */
export function docsRoutes(app: FastifyInstance, context: Context, folder: string, answerUnread: AnswerUnread): void {
  const sendFile = async (reply: FastifyReply, name: string, type: string) => {
    const file = join(folder, name);
    const { size } = await stat(file).catch(notBuilt);
    return reply
      .headers({ ...headers, "content-length": size })
      .type(type)
      .send(createReadStream(file));
  };
  const page = (reply: FastifyReply) => {
    // In a frame of another page, clicks could be led to send calls.
    reply.header("content-security-policy", "frame-ancestors 'none'");
    return sendFile(reply, "docs/index.html", String(pageFiles["index.html"]));
  };
  app.get("/docs", (_request, reply) => page(reply));
  app.get("/docs/", (_request, reply) => page(reply));
  for (const [name, type] of Object.entries(pageFiles))
    app.get(`/docs/${name}`, (_request, reply) => sendFile(reply, `docs/${name}`, type));
  const answerSession = async (request: FastifyRequest, reply: FastifyReply) => {
    // A body that was refused unread must not be taken for the next request of the connection.
    reply.header("connection", "close");
    const response = await answerUnread(request, (unread) => openSession(context, unread));
    return reply.code(response.status).headers(response.headers).send(response.body);
  };
  app.post("/docs/session", { onRequest: answerSession }, () => undefined);
  app.get("/openapi.json", async (_request, reply) => {
    const { headerBrand } = context.settings;
    if (headerBrand === "service") return sendFile(reply, "openapi.json", "application/json; charset=utf-8");
    const text = await readFile(join(folder, "openapi.json"), "utf8").catch(notBuilt);
    const branded = text.replaceAll('"x-service-', `"x-${headerBrand}-`);
    return reply.headers(headers).type("application/json; charset=utf-8").send(branded);
  });
}

function notBuilt(error: NodeJS.ErrnoException): never {
  if (error.code !== "ENOENT") throw error;
  throw new ApiError("NOT_FOUND", "The documentation is not built. The operator builds it with `npm run build`.");
}
