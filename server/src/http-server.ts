import { METHODS } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import demoPage from "@atrium/functions/api/demo";
import demoSession from "@atrium/functions/api/demo/session";
import docsDemo from "@atrium/functions/api/docs/demo";
import docsHook from "@atrium/functions/api/docs/hook";
import docsRequests from "@atrium/functions/api/docs/requests";
import docsSession from "@atrium/functions/api/docs/session";
import hooksInspect from "@atrium/functions/api/hooks/inspect";
import type { Context } from "@atrium/functions/context";
import { callEndpoints, endpoints } from "@atrium/functions/endpoints";
import { ofKind } from "@atrium/functions/http/endpoint-kinds";
import type { HostPage } from "@atrium/functions/http/page/declaration";
import { answerPage } from "@atrium/functions/http/page/serve-page";
import { bytesOfBody, type ReplyBody } from "@atrium/functions/http/reply-body";
import { BodyBudget, DEFAULT_BODY_BUDGET } from "@atrium/functions/http/request/body-budget";
import { IncomingBody } from "@atrium/functions/http/request/incoming-body";
import { incomingHeaders } from "@atrium/functions/http/request/incoming-headers";
import type { Request } from "@atrium/functions/http/request/request";
import type { Response } from "@atrium/functions/http/response";
import { createServe, noEndpoint } from "@atrium/functions/http/serve";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { openEditorSession } from "./demo/session.ts";
import { acceptWebhook } from "./docs/hook.ts";
import { recentRequests } from "./docs/requests.ts";
import { restoreDemo } from "./docs/restore-demo.ts";
import { openSession } from "./docs/session.ts";
import { inspectHooks } from "./hooks/inspect.ts";
import { describeBrokenRequest, endWith, refuseUnsupported } from "./http/broken-request.ts";
import { addressBehind, createClientAddress } from "./http/client-address.ts";
import { fileRoutes } from "./http/file-routes.ts";
import { hostProblem } from "./http/host-header.ts";
import { lingering } from "./http/linger.ts";
import { type OperatorParts, operatorPages } from "./http/operator-pages.ts";
import { type HostAnswer, type HostPages, pageRoutes } from "./http/page-routes.ts";
import { streamRoutes } from "./http/stream-routes.ts";
import { Admission, DEFAULT_REQUEST_LIMIT } from "./load/admission.ts";
import { serveInOrder } from "./load/pipelining.ts";
import { Refusals, registerRefusals } from "./load/refusals.ts";
import { UnreadReplies } from "./load/unread-replies.ts";
import { mailboxPages } from "./mail/mailbox-pages.ts";
import type { TrustProxy } from "./settings/trust-proxy.ts";
import { isForSocket } from "./socket/address.ts";
import { SocketServer } from "./socket/socket-server.ts";

/** Folder of the built documentation; from `server/src` and from `server/dist` alike. */
const builtDocs = join(import.meta.dirname, "..", "dist", "site");

/** Time limit for the head of a request, ms. */
const HEAD_TIMEOUT = 10_000;
/** Time limit for a whole request, ms. */
const REQUEST_TIMEOUT = 60_000;
/** Idle timeout between two requests, ms: longer than that of proxies. */
const KEEP_ALIVE_TIMEOUT = 72_000;
/** Idle timeout of a connection during a request, in either direction, ms. */
const STALL_TIMEOUT = 120_000;
/** Interval of the check for overdue requests, ms. */
const OVERDUE_CHECK = 2_000;

/** Options of the server. */
export interface HttpServerOptions {
  /** The documentation as static files. */
  docsFolder?: string;
  /** Proxies whose `X-Forwarded-For` is trusted. Default: none. */
  trustProxy?: TrustProxy;
  /** Whether `/demo` is there. Default: yes. */
  demo?: boolean;
  /** Limit of concurrent requests, beyond which requests are refused; 0: no limit. */
  requestLimit?: number;
  /** Serves `/ready` and `/metrics`. Missing: neither path exists. */
  operator?: OperatorParts | undefined;
  /** Reads the last lines of the log. Missing: the page at `/` shows no requests. */
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
  }: HttpServerOptions = {},
): FastifyInstance {
  const paths = callEndpoints.map(({ path }) => path);
  // Without the query, which may carry the code of a link.
  const refuse = (request: FastifyRequest, error: unknown) =>
    answerPage(pathOf(request), request, context, () => Promise.reject(error));
  const app = fastify({
    logger: false,
    trustProxy,
    forceCloseConnections: "idle",
    // During shutdown, requests that still arrive are served as usual, and their connections closed.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    connectionTimeout: STALL_TIMEOUT,
    bodyLimit: 64 * 1024 * 1024,
    // Errors below the request level get the same envelope.
    frameworkErrors: async (_error, request, reply) =>
      send(reply, await refuse(request, noEndpoint(request.raw.url ?? "", paths))),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, context.newId("req")),
    // Node would refuse a request without a host with its own message; the hook below does so in the envelope.
    http: {
      requireHostHeader: false,
      headersTimeout: HEAD_TIMEOUT,
      connectionsCheckingInterval: OVERDUE_CHECK,
      // Other requests are served as they are: some clients offer HTTP/2 with each.
      shouldUpgradeCallback: isForSocket,
    },
  });
  // Fastify would answer unknown methods by itself, without the envelope.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  refuseUnsupported(app.server, context);
  app.addHook("onRequest", (request, reply, goOn) => {
    const problem = hostProblem(request.raw);
    if (problem) void refuse(request, problem).then((refusal) => send(reply, refusal));
    else goOn();
  });
  const clientAddress = createClientAddress(context.log);
  const serve = createServe(context, callEndpoints);
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  const budget = new BodyBudget(context.settings.bodyBudget ?? DEFAULT_BODY_BUDGET);
  registerRefusals(context.metrics, "bodies", () => budget.refused);
  /** Passes a request to a handler that reads the body itself, because it checks the credentials first. */
  const answerUnread = async <R>(request: FastifyRequest, answer: (request: Request) => Promise<R>) => {
    const incoming = new IncomingBody(request.raw, { budget });
    return answer({
      method: request.method,
      path: pathOf(request),
      headers: incomingHeaders(request.raw),
      ip: clientAddress(request),
      body: (maxBytes) => incoming.read(maxBytes),
    }).finally(() => incoming.release());
  };
  const hostPages: HostPages = new Map<HostPage, HostAnswer>([
    [docsSession, (request, { requestId: id }) => openSession(context, request, id)],
    [docsDemo, (request, { requestId: id }) => restoreDemo(context, request, id)],
    [docsHook, acceptWebhook],
    [hooksInspect, inspectHooks(context)],
    ...(demo
      ? [
          [demoSession, (request, { requestId: id }) => openEditorSession(context, request, id)] as [
            HostPage,
            HostAnswer,
          ],
        ]
      : []),
    ...(readLog ? [[docsRequests, recentRequests(context, readLog)] as const] : []),
    ...(operator ? operatorPages(operator) : []),
    ...mailboxPages(context),
  ]);
  app.addHook("preClose", async () => operator?.readiness.end());
  streamRoutes(app, ofKind(endpoints, "stream"), context, clientAddress);
  const unread = new UnreadReplies();
  const sockets = new SocketServer(context, { addressOf: addressBehind(trustProxy), unread });
  sockets.attach(app.server);
  app.addHook("preClose", async () => sockets.close());
  pageRoutes(app, { pages: ofKind(endpoints, "page"), hostPages }, context, answerUnread);
  fileRoutes(app, [...ofKind(endpoints, "files"), ...(demo ? [demoPage] : [])], context, docsFolder);
  // Only static files can fail here; the kernel never throws.
  app.setErrorHandler(async (error: NodeJS.ErrnoException, request, reply) => {
    // A client that is gone before its reply begins is no fault of the server.
    const isGone = error.code === "ERR_STREAM_PREMATURE_CLOSE" && reply.raw.destroyed;
    if (!isGone) return send(reply, await refuse(request, error));
    context.log.info({ path: pathOf(request), status: 499 }, "the client gave up before its reply began");
    return reply.hijack();
  });
  const refusals = new Refusals(context, endpoints);
  const linger = lingering({ deadline: REQUEST_TIMEOUT });
  app.server.prependListener("request", (_request, response) => linger(response));
  const admission = new Admission(requestLimit, alwaysAnswered(), context.metrics, { refusals, linger });
  admission.guard(app.server);
  serveInOrder(app.server);
  // Answered before fastify looks at the body.
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = () => clientAddress(request);
    const response = await admission.count(async (isLate) =>
      isLate || unread.mustWait(address) ? refusals.reply(request.raw) : answerUnread(request, serve),
    );
    const { body } = response;
    unread.add(reply.raw, address, typeof body === "string" ? body.length : bytesOfBody(body));
    // An unread body must not be parsed as the next request; during shutdown there is no next request.
    if (isClosing || !request.raw.complete) reply.header("connection", "close");
    return send(reply, response);
  };
  app.all("/*", { onRequest: answer }, () => undefined);
  return app;
}

function send(reply: FastifyReply, { status, headers, body }: Response<ReplyBody>): FastifyReply {
  reply.code(status).headers(headers);
  if (typeof body === "string") return reply.send(body);
  return reply.header("content-length", bytesOfBody(body)).send(Readable.from(body));
}

/** Paths of pages that are served even under overload. */
function alwaysAnswered(): Set<string> {
  const pages = [...ofKind(endpoints, "page"), ...ofKind(endpoints, "hostPage")];
  return new Set(pages.filter(({ isAlwaysAnswered }) => isAlwaysAnswered).map(({ path }) => path));
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? "";
}

/** Answers bytes that are not HTTP, headers that are too large and requests that take too long to arrive. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  endWith(socket, describeBrokenRequest(error.code), requestId);
}
