import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Context } from "@atrium/functions/context";
import { ContentKey, CrdtType, crdtFields } from "@atrium/functions/domain/crdt/crdt";
import { AccessRecord } from "@atrium/functions/http/access-log";
import { rateLimits } from "@atrium/functions/http/rate-limit";
import { refusal } from "@atrium/functions/http/refusal";
import { incomingHeaders } from "@atrium/functions/http/request/incoming-headers";
import { parseInput } from "@atrium/functions/http/request/validation";
import type { Response } from "@atrium/functions/http/response";
import { StreamLimits } from "@atrium/functions/http/stream/limits";
import type { StreamRequest } from "@atrium/functions/http/stream/request";
import { hostTimer, type SetTimer } from "@atrium/functions/platform/async/timer";
import { ApiError } from "@atrium/functions/platform/error";
import { type WebSocket, WebSocketServer } from "ws";
import * as z from "zod";
import { endWith } from "../http/broken-request.ts";
import { hostProblem } from "../http/host-header.ts";
import { UnreadFrames } from "../load/unread-frames.ts";
import { UnreadReplies } from "../load/unread-replies.ts";
import { isForSocket, type SocketAddress, socketAddress, socketToken } from "./address.ts";
import { CLOSE, closeOf } from "./close-codes.ts";
import type { Connection } from "./connection.ts";
import { Online } from "./online.ts";
import { Peer } from "./peer.ts";
import { PeerAccess } from "./peer-access.ts";
import { Rooms } from "./rooms.ts";

/** Pause between two heartbeats, in ms: stock clients leave after half a minute of silence. */
const BEAT = 12_000;
/**
 * Limits of one message: its bytes (a whole state needs the most), its frames, and the packets in which a frame arrives
 * (even the largest message has fewer). Each packet takes some 400 bytes of memory, and processing time grows with the
 * square of their number. The types of `ws` lack the last two options.
 */
const MESSAGE_LIMITS = { maxPayload: 11 * 1024 * 1024, maxFragments: 4096, maxBufferedChunks: 16 * 1024 };
/**
 * How long a client may take for the closing frame, in ms, before it is cut off. The default of `ws` is half a minute,
 * even for strangers.
 */
const CLOSING = { closeTimeout: 5000 };
/** The path to log: the address names documents, and its query may contain a token. */
const PATH = "/v2/crdt/socket";

const Input = z.object({ ...crdtFields, type: CrdtType.default("text"), contentKey: ContentKey.default("content") });

/** Options of `SocketServer`. */
export interface SocketServerOptions {
  /** The address of a client. */
  addressOf(request: IncomingMessage): string;
  timer?: SetTimer;
  /** Counts bytes that clients have not read, including HTTP replies. */
  unread?: UnreadReplies;
}

/** Serves the editors of documents over WebSockets, with the y-websocket protocol (docs/behaviour.md#live-editing). */
export class SocketServer {
  readonly #context: Context;
  readonly #options: SocketServerOptions;
  readonly #timer: SetTimer;
  readonly #access: PeerAccess;
  readonly #limits: StreamLimits;
  readonly #rooms: Rooms;
  readonly #unread: UnreadFrames;
  readonly #online = new Online();
  readonly #sockets: WebSocketServer;
  #cancelBeat: () => void = () => undefined;
  #isClosed = false;

  constructor(context: Context, options: SocketServerOptions) {
    this.#context = context;
    this.#options = options;
    this.#timer = options.timer ?? hostTimer;
    this.#unread = new UnreadFrames(options.unread ?? new UnreadReplies());
    this.#access = new PeerAccess(context, this.#timer);
    this.#limits = new StreamLimits(context.settings.streams);
    this.#rooms = new Rooms(context, this.#timer, ({ peers }) => this.#access.checkSoon(peers));
    this.#sockets = new WebSocketServer({
      noServer: true,
      ...MESSAGE_LIMITS,
      ...CLOSING,
      perMessageDeflate: false,
      handleProtocols: (protocols) => (protocols.has("atrium") ? "atrium" : ([...protocols][0] ?? false)),
    });
    context.metrics.register({ name: "atrium_sockets_open", type: "gauge", help: "Editors that are open." }, () => [
      { value: this.#limits.size },
    ]);
    this.#beat();
  }

  /** Handles the upgrades of a server. */
  attach(server: Server): void {
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on("error", () => socket.destroy());
      const problem = hostProblem(request);
      if (problem) return endWith(socket, problem, this.#context.newId("req"));
      void this.#answer(request, socket, head).catch(() => socket.destroy());
    });
  }

  /** Answers a request for a WebSocket without an upgrade. Its query may contain a token, which is not logged. */
  refuse(request: IncomingMessage): Response {
    const headers = incomingHeaders(request);
    const call = { method: request.method ?? "GET", ip: this.#options.addressOf(request), headers };
    const record = new AccessRecord(this.#context, call, PATH);
    const { requestId } = record.call;
    const reply = refusal(this.#context, { requestId, path: PATH }, noUpgrade());
    record.end(reply.status, Buffer.byteLength(reply.body), reply.error);
    return { ...reply, headers: { ...reply.headers, "x-request-id": requestId } };
  }

  /** Ends all connections and asks their clients to reconnect. */
  close(): void {
    this.#isClosed = true;
    this.#cancelBeat();
    for (const peer of this.#access.peers) peer.close(CLOSE.restart, "The server is shutting down. Reconnect.");
    this.#rooms.close();
    this.#sockets.close();
  }

  async #answer(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const headers = incomingHeaders(request);
    const ip = this.#options.addressOf(request);
    const [address, token] = isForSocket(request) ? [socketAddress(request), socketToken(request)] : [];
    const { origin } = headers;
    const authorization = token === undefined ? headers.authorization : `Bearer ${token}`;
    const upgrade: StreamRequest = { method: "GET", path: PATH, query: "", headers: { authorization, origin }, ip };
    const record = new AccessRecord(this.#context, { method: "GET", ip, headers }, PATH);
    try {
      if (!address) throw noEditor();
      await this.#open(record, upgrade, address, () => this.#upgraded(request, socket, head));
      record.end(101);
    } catch (error) {
      const reply = refusal(this.#context, { requestId: record.call.requestId, path: PATH }, error);
      record.end(reply.status, Buffer.byteLength(reply.body), reply.error);
      const close = closeOf(error);
      // A browser passes a close code on to the page, but nothing about a refused upgrade.
      const isTold = close && token !== undefined && !(error instanceof NoHandshake);
      const open = isTold ? await this.#upgraded(request, socket, head).catch(() => undefined) : undefined;
      if (open) open.socket.close(close?.code, close?.reason);
      else if (!socket.destroyed) endWith(socket, toApiError(error), record.call.requestId);
    }
  }

  async #upgraded(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<Connection> {
    const unread = this.#unread.of(this.#options.addressOf(request));
    return { socket: await this.#handshake(request, stream, head), stream, unread };
  }

  /**
   * Leaves no listener behind that refers to the request: it would keep some kilobytes in memory while the connection is
   * open.
   */
  #handshake(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<WebSocket> {
    // The stream emits no more events, and ws would never call back.
    if (stream.destroyed) return Promise.reject(endedEarly());
    const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
    const hasGone = () => reject(endedEarly());
    stream.once("close", hasGone);
    // Without this listener, ws would answer by itself, without the envelope. It checks the request synchronously.
    const refuse = ({ message }: Error) => reject(new NoHandshake(message, request.method));
    this.#sockets.once("wsClientError", refuse);
    this.#sockets.handleUpgrade(request, stream, head, (socket) => {
      endWhenBroken(socket);
      resolve(socket);
    });
    this.#sockets.off("wsClientError", refuse);
    return promise.finally(() => stream.off("close", hasGone));
  }

  async #open(
    record: AccessRecord,
    request: StreamRequest,
    address: SocketAddress,
    upgraded: () => Promise<Connection>,
  ): Promise<void> {
    const user = Object.assign(record.call, await this.#access.authenticate(record.call, request));
    await rateLimits(this.#context).consumeAsUser(user.apiKey.apiKeyId, user.user.userId);
    const input = parseInput(Input, JSON.parse(JSON.stringify(address)), "address");
    const { type, contentKey, ...place } = input;
    const grant = await this.#access.grant(user, place);
    if (this.#isClosed) throw new ApiError("UNAVAILABLE", "The server is shutting down. Try again.", { retryAfter: 1 });
    const giveBack = this.#limits.take({ apiKeyId: user.apiKey.apiKeyId, userId: user.user.userId, ip: request.ip });
    const { room, release } = await this.#rooms.enter(user, place, { type, contentKey }).catch((error) => {
      giveBack();
      throw error;
    });
    try {
      const connection = await upgraded();
      const peer = new Peer(connection, room, grant);
      const leave = grant.isVisible ? this.#online.enter(grant.call, place) : () => undefined;
      const stopWatching = this.#access.watch(peer, user, { request, place });
      const end = () => {
        stopWatching();
        room.leave(peer);
        leave();
        giveBack();
      };
      connection.socket.once("close", () => peer.afterwards(end));
    } catch (error) {
      giveBack();
      throw error;
    } finally {
      release();
    }
  }

  #beat(): void {
    this.#cancelBeat = this.#timer(BEAT, () => {
      for (const peer of this.#access.peers) peer.beat();
      this.#online.refresh();
      this.#beat();
    });
  }
}

/** A request whose headers do not ask for a WebSocket as the protocol requires. */
class NoHandshake extends ApiError {
  /** @param problem what ws says about it. */
  constructor(problem: string, method: string | undefined) {
    const isGet = method === "GET";
    super("INVALID_ARGUMENT", `The request can't open a WebSocket: ${problem}.`, {
      httpStatus: isGet ? 400 : 405,
      headers: isGet ? { "sec-websocket-version": "13, 8" } : { allow: "GET" },
    });
  }
}

function endWhenBroken(socket: WebSocket): void {
  socket.on("error", () => socket.terminate());
}

function endedEarly(): ApiError {
  return new ApiError("CANCELLED", "The connection ended before it was open.");
}

function noEditor(): ApiError {
  return new ApiError(
    "NOT_FOUND",
    "There is no socket at this address. Connect to /v2/crdt/socket/{organizationId}/{documentId}/{editorId}.",
  );
}

/** The error for a request without an upgrade: proxies drop the header unless they are configured to pass it on. */
function noUpgrade(): ApiError {
  return new ApiError("NOT_FOUND", "There is a socket at this path, and the request does not ask to open it.", {
    hint: 'The header `Upgrade: websocket` is missing. A proxy in between may have removed it: docs/operations.md, "Behind a proxy".',
  });
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError("INTERNAL", "The connection could not be opened.");
}
