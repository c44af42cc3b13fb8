import { join } from "node:path";
import demoPage from "@atrium/functions/api/demo";
import type { Context } from "@atrium/functions/context";
import { callEndpoints, endpoints } from "@atrium/functions/endpoints";
import { ofKind } from "@atrium/functions/http/endpoint-kinds";
import { bytesOfBody, type ReplyBody } from "@atrium/functions/http/reply-body";
import { bodyBudget } from "@atrium/functions/http/request/body-budget";
import { IncomingBody } from "@atrium/functions/http/request/incoming-body";
import { incomingHeaders } from "@atrium/functions/http/request/incoming-headers";
import type { Request } from "@atrium/functions/http/request/request";
import type { Response } from "@atrium/functions/http/response";
import { createServe } from "@atrium/functions/http/serve";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createApp, REQUEST_TIMEOUT, send } from "./http/app.ts";
import { addressBehind, type ClientAddress, createClientAddress } from "./http/client-address.ts";
import { fileRoutes } from "./http/file-routes.ts";
import { hostPages } from "./http/host-pages.ts";
import { lingering } from "./http/linger.ts";
import type { OperatorParts } from "./http/operator-pages.ts";
import { type AnswerUnread, pageRoutes } from "./http/page-routes.ts";
import { pathOf } from "./http/request-path.ts";
import { streamRoutes } from "./http/stream-routes.ts";
import { pageIfUnknown } from "./http/unknown-page.ts";
import { Admission, DEFAULT_REQUEST_LIMIT, type WaitForBody } from "./load/admission.ts";
import { serveInOrder } from "./load/pipelining.ts";
import { Refusals, registerRefusals } from "./load/refusals.ts";
import { UnreadReplies } from "./load/unread-replies.ts";
import type { TrustProxy } from "./settings/trust-proxy.ts";
import { PREFIX as SOCKETS } from "./socket/address.ts";
import { SocketServer } from "./socket/socket-server.ts";

/** Folder of the built documentation; the path works from both `server/src` and `server/dist`. */
const builtDocs = join(import.meta.dirname, "..", "dist", "site");

/**
 * Size in bytes from which a reply is dropped if too much is unread: replies of reads and `crdt/sync`, which can be
 * repeated.
 */
const DROPPED_BYTES = 1024 * 1024;

/** Options of the server. */
export interface HttpServerOptions {
  /** The documentation as static files. */
  docsFolder?: string;
  /** Proxies whose `X-Forwarded-For` is trusted. Default: none. */
  trustProxy?: TrustProxy;
  /** Whether `/demo` exists. Default: yes. */
  demo?: boolean;
  /** Limit of concurrent requests; further requests are refused. 0: no limit. */
  requestLimit?: number;
  /** Counts replies that have not been read yet. Default: with the limits for one process. */
  unread?: UnreadReplies;
  /** Serves `/ready` and `/metrics`; if omitted, neither path exists. */
  operator?: OperatorParts | undefined;
  /** Reads the last lines of the log; if omitted, the page at `/` shows no requests. */
  readLog?: (() => Promise<string[]>) | undefined;
}

/** Creates the HTTP server: fastify passes plain data to the kernel and sends plain data back. */
export function createHttpServer(
  context: Context,
  {
    docsFolder = builtDocs,
    trustProxy = false,
    requestLimit = DEFAULT_REQUEST_LIMIT,
    operator,
    readLog,
    demo = true,
    unread = new UnreadReplies(),
  }: HttpServerOptions = {},
): FastifyInstance {
  const app = createApp(context, trustProxy);
  const clientAddress = createClientAddress(context.log, trustProxy);
  const answerUnread = passUnread(context, clientAddress);
  app.addHook("preClose", async () => operator?.readiness.end());
  streamRoutes(app, ofKind(endpoints, "stream"), context, clientAddress);
  const sockets = new SocketServer(context, { addressOf: addressBehind(trustProxy), unread });
  socketRoutes(app, sockets);
  const pages = { pages: ofKind(endpoints, "page"), hostPages: hostPages(context, { demo, operator, readLog }) };
  pageRoutes(app, pages, context, answerUnread);
  fileRoutes(app, [...ofKind(endpoints, "files"), ...(demo ? [demoPage] : [])], context, docsFolder);
  const load = limitLoad(app, context, requestLimit);
  callRoutes(app, context, { ...load, unread, clientAddress, answerUnread });
  return app;
}

/** Serves the WebSockets of editors. When the server closes, they end and their clients reconnect later. */
function socketRoutes(app: FastifyInstance, sockets: SocketServer): void {
  sockets.attach(app.server);
  app.addHook("preClose", async () => sockets.close());
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    // An unread body must not be parsed as the next request of the connection.
    if (!request.raw.complete) reply.header("connection", "close");
    return send(reply, sockets.refuse(request.raw));
  };
  app.all(`${SOCKETS}*`, { onRequest: refuse }, () => undefined);
}

/** Passes requests to handlers that read the body themselves, after they have checked the credentials. */
function passUnread(context: Context, clientAddress: ClientAddress): AnswerUnread {
  const budget = bodyBudget(context);
  registerRefusals(context.metrics, "bodies", () => budget.refused);
  return async <R>(request: FastifyRequest, answer: (request: Request) => Promise<R>, aside?: WaitForBody) => {
    const incoming = new IncomingBody(request.raw, { budget, aside });
    return answer({
      method: request.method,
      path: pathOf(request),
      headers: incomingHeaders(request.raw),
      ip: clientAddress(request),
      httpVersion: request.raw.httpVersion,
      body: (maxBytes) => incoming.read(maxBytes),
    }).finally(() => incoming.release());
  };
}

/** The parts that refuse requests under overload. */
interface LoadParts {
  admission: Admission;
  refusals: Refusals;
}

/** Makes requests pass the load limit before anything else looks at them. */
function limitLoad(app: FastifyInstance, context: Context, requestLimit: number): LoadParts {
  const refusals = new Refusals(context, endpoints);
  const linger = lingering({ deadline: REQUEST_TIMEOUT });
  app.server.prependListener("request", (_request, response) => linger(response));
  const admission = new Admission(requestLimit, alwaysAnswered(), context.metrics, { refusals, linger });
  admission.guard(app.server);
  serveInOrder(app.server);
  return { admission, refusals };
}

/** What is needed for answering calls. */
interface CallParts extends LoadParts {
  unread: UnreadReplies;
  clientAddress: ClientAddress;
  answerUnread: AnswerUnread;
}

/** Passes all other requests to the kernel. */
function callRoutes(
  app: FastifyInstance,
  context: Context,
  { admission, refusals, unread, clientAddress, answerUnread }: CallParts,
): void {
  const serve = createServe(context, callEndpoints);
  // Answered before fastify looks at the body.
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = () => clientAddress(request);
    const response = await admission.count(async (isLate, aside) => {
      if (isLate || unread.mustWait(address)) return refusals.reply(request.raw);
      const kernelResponse = pageIfUnknown(request, await answerUnread(request, serve, aside));
      // Many requests may have begun while there was room.
      return sizeOf(kernelResponse) >= DROPPED_BYTES && unread.mustWait(address)
        ? refusals.reply(request.raw)
        : kernelResponse;
    });
    unread.add(reply.raw, address, sizeOf(response));
    // An unread body must not be parsed as the next request.
    if (!request.raw.complete) reply.header("connection", "close");
    return send(reply, response);
  };
  app.all("/*", { onRequest: answer }, () => undefined);
}

/** Size of a reply's body: bytes, or UTF-16 units of a string. */
function sizeOf({ body }: Response<ReplyBody>): number {
  return typeof body === "string" ? body.length : bytesOfBody(body);
}

/** Paths of pages that are served even under overload. */
function alwaysAnswered(): Set<string> {
  const pages = [...ofKind(endpoints, "page"), ...ofKind(endpoints, "hostPage")];
  return new Set(pages.filter(({ isAlwaysAnswered }) => isAlwaysAnswered).map(({ path }) => path));
}
