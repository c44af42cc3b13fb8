import { METHODS } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { Context } from "@atrium/functions/context";
import { callEndpoints } from "@atrium/functions/endpoints";
import { answerPage } from "@atrium/functions/http/page/serve-page";
import { bytesOfBody, type ReplyBody } from "@atrium/functions/http/reply-body";
import { resetConnection } from "@atrium/functions/http/reset-connection";
import type { Response } from "@atrium/functions/http/response";
import { noEndpoint } from "@atrium/functions/http/serve";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { countedRequest } from "../load/counted-request.ts";
import type { TrustProxy } from "../settings/trust-proxy.ts";
import { isForSocket } from "../socket/address.ts";
import { describeBrokenRequest, endWith, refuseUnsupported, TOO_MANY_CHUNKS } from "./broken-request.ts";
import { closeAfterDeclinedUpgrades } from "./declined-upgrade.ts";
import { hostProblem } from "./host-header.ts";
import { LastResponses } from "./last-responses.ts";
import { originForm, pathOf } from "./request-path.ts";
import { pageIfUnknown } from "./unknown-page.ts";

/** Time limit for the head of a request, ms. */
const HEAD_TIMEOUT = 10_000;
/** Time limit for a whole request, ms. */
export const REQUEST_TIMEOUT = 60_000;
/** Idle timeout between two requests, in ms: longer than that of common proxies. */
const KEEP_ALIVE_TIMEOUT = 72_000;
/** Idle timeout of a connection during a request, in either direction, ms. */
const STALL_TIMEOUT = 120_000;
/** Interval of the check for overdue requests, ms. */
const OVERDUE_CHECK = 2_000;

/** Creates fastify without routes. Requests that fastify itself refuses are answered in the error envelope. */
export function createApp(context: Context, trustProxy: TrustProxy): FastifyInstance {
  const paths = callEndpoints.map(({ path }) => path);
  // Logs the path without the query, which may contain the code of a link.
  const refuse = (request: FastifyRequest, error: unknown) =>
    answerPage(pathOf(request), request, context, () => Promise.reject(error));
  const lastResponses = new LastResponses();
  const app = fastify({
    logger: false,
    trustProxy,
    forceCloseConnections: "idle",
    // During shutdown, requests that still arrive are served as usual, and their connections are closed afterwards.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    connectionTimeout: STALL_TIMEOUT,
    bodyLimit: 64 * 1024 * 1024,
    rewriteUrl: originForm,
    // Errors below the request level get the same envelope.
    frameworkErrors: async (_error, request, reply) =>
      send(reply, pageIfUnknown(request, await refuse(request, noEndpoint(request.raw.url ?? "", paths)))),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, context.newId("req")),
    // Node would refuse a request without a host with its own message; the hook below answers in the envelope.
    http: {
      requireHostHeader: false,
      IncomingMessage: countedRequest((socket) =>
        refuseConnection({ code: TOO_MANY_CHUNKS }, socket, context.newId("req")),
      ),
      ServerResponse: lastResponses.Response,
      headersTimeout: HEAD_TIMEOUT,
      connectionsCheckingInterval: OVERDUE_CHECK,
      // Requests for any other upgrade are served as they are: some clients offer HTTP/2 with each request.
      shouldUpgradeCallback: isForSocket,
    },
  });
  // Fastify itself would answer unknown methods without the envelope.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  lastResponses.watch(app);
  refuseUnsupported(app.server, context);
  closeAfterDeclinedUpgrades(app.server);
  app.server.on("timeout", closeStalled);
  app.addHook("onRequest", (request, reply, goOn) => {
    const problem = hostProblem(request.raw);
    if (problem) void refuse(request, problem).then((refusal) => send(reply, refusal));
    else goOn();
  });
  // Only static files can fail here; the kernel never throws.
  app.setErrorHandler(async (error: NodeJS.ErrnoException, request, reply) => {
    // A client that disconnects before its reply begins is not an error of the server.
    const isGone = error.code === "ERR_STREAM_PREMATURE_CLOSE" && reply.raw.destroyed;
    if (isGone) {
      context.log.info({ path: pathOf(request), status: 499 }, "the client gave up before its reply began");
      return reply.hijack();
    }
    const refusal = pageIfUnknown(request, await refuse(request, error));
    // A body that was not read must not be parsed as the next request of the connection.
    if (!request.raw.complete) reply.header("connection", "close");
    return send(reply, refusal);
  });
  return app;
}

/** Sends a response. */
export function send(reply: FastifyReply, { status, headers, body }: Response<ReplyBody>): FastifyReply {
  reply.code(status).headers(headers);
  if (typeof body === "string") return reply.send(body);
  return reply.header("content-length", bytesOfBody(body)).send(Readable.from(body));
}

/** Closes an idle connection. If a reply is still unsent, the client does not read, so the connection is reset. */
function closeStalled(socket: Socket): void {
  if (socket.writableLength > 0) resetConnection(socket);
  else socket.destroy();
}

/** Answers bytes that are not HTTP, headers that are too large, and requests that take too long to arrive. */
function refuseConnection(error: Pick<NodeJS.ErrnoException, "code">, socket: Socket, requestId: string): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  endWith(socket, describeBrokenRequest(error.code), requestId);
}
