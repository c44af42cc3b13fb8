import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { UserCall, WriteCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { accessRefusal } from "@atrium/functions/domain/access/explanation";
import { decide } from "@atrium/functions/domain/access/store/user-decisions";
import { ContentKey, CrdtType, crdtFields } from "@atrium/functions/domain/crdt/crdt";
import { AccessRecord } from "@atrium/functions/http/access-log";
import { documentOf } from "@atrium/functions/http/auth/user-rule";
import { rateLimits } from "@atrium/functions/http/rate-limit";
import { refusal } from "@atrium/functions/http/refusal";
import { incomingHeaders } from "@atrium/functions/http/request/incoming-headers";
import { parseInput } from "@atrium/functions/http/request/validation";
import { CallerChecks } from "@atrium/functions/http/stream/caller-checks";
import { StreamLimits } from "@atrium/functions/http/stream/limits";
import type { StreamRequest } from "@atrium/functions/http/stream/request";
import { hostTimer, type SetTimer } from "@atrium/functions/platform/async/timer";
import { ApiError, type ErrorCode } from "@atrium/functions/platform/error";
import { type WebSocket, WebSocketServer } from "ws";
import * as z from "zod";
import { endWith } from "../http/broken-request.ts";
import { AccessCheck } from "./access-check.ts";
import { isForSocket, type SocketAddress, socketAddress } from "./address.ts";
import { CLOSE, type CloseCode } from "./close-codes.ts";
import { Online } from "./online.ts";
import { Peer } from "./peer.ts";
import { Rooms } from "./rooms.ts";

/** Pause between two signs of life, in ms: stock clients leave after half a minute of silence. */
const BEAT = 12_000;
/** Largest message, in bytes: a whole state. */
const MAX_MESSAGE = 11 * 1024 * 1024;
/** The path as the log has it: the address names documents, and its query may hold a token. */
const PATH = "/v2/crdt/socket";

const Input = z.object({ ...crdtFields, type: CrdtType.default("text"), contentKey: ContentKey.default("content") });

/** Options of `SocketServer`. */
export interface SocketServerOptions {
  /** The address of a client. */
  addressOf(request: IncomingMessage): string;
  /** Whether others see the cursors of people who may only read. */
  viewersAreVisible: boolean;
  timer?: SetTimer;
}

/** The editors of documents over WebSockets, in the protocol of y-websocket (docs/behaviour.md#live-editing). */
export class SocketServer {
  readonly #context: Context;
  readonly #options: SocketServerOptions;
  readonly #timer: SetTimer;
  readonly #callers: CallerChecks;
  readonly #limits: StreamLimits;
  readonly #rooms: Rooms;
  readonly #online = new Online();
  readonly #sockets: WebSocketServer;
  readonly #checks = new Map<Peer, AccessCheck>();
  #cancelBeat: () => void = () => undefined;
  #isClosed = false;

  constructor(context: Context, options: SocketServerOptions) {
    this.#context = context;
    this.#options = options;
    this.#timer = options.timer ?? hostTimer;
    this.#callers = new CallerChecks(context, this.#timer);
    this.#limits = new StreamLimits(context.settings.streams);
    this.#rooms = new Rooms(context, (room) => {
      for (const peer of room.peers) this.#checks.get(peer)?.soon();
    });
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_MESSAGE,
      perMessageDeflate: false,
      handleProtocols: (protocols) => (protocols.has("atrium") ? "atrium" : ([...protocols][0] ?? false)),
    });
    context.metrics.register({ name: "atrium_sockets_open", type: "gauge", help: "Editors that are open." }, () => [
      { value: this.#limits.size },
    ]);
    this.#beat();
  }

  /** Answers the upgrades of a server. */
  attach(server: Server): void {
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on("error", () => socket.destroy());
      void this.#answer(request, socket, head).catch(() => socket.destroy());
    });
  }

  /** Ends all connections and asks their clients to come back. */
  close(): void {
    this.#isClosed = true;
    this.#cancelBeat();
    for (const peer of [...this.#checks.keys()]) peer.close(CLOSE.restart, "The server ends. Come back.");
    this.#rooms.close();
    this.#sockets.close();
  }

  async #answer(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const headers = incomingHeaders(request);
    const ip = this.#options.addressOf(request);
    const address = isForSocket(request) ? socketAddress(request) : undefined;
    const { origin } = headers;
    const authorization = address?.token === undefined ? headers.authorization : `Bearer ${address.token}`;
    const upgrade: StreamRequest = { method: "GET", path: PATH, query: "", headers: { authorization, origin }, ip };
    const record = new AccessRecord(this.#context, { method: "GET", ip, headers }, PATH);
    try {
      if (!address) throw noEditor();
      await this.#open(record, upgrade, address, () => this.#upgraded(request, socket, head));
      record.end(101);
    } catch (error) {
      const reply = refusal(this.#context, { requestId: record.call.requestId, path: PATH }, error);
      record.end(reply.status, Buffer.byteLength(reply.body), reply.error);
      const code = error instanceof ApiError ? closeCodes[error.code] : undefined;
      // A browser shows a program the code of a close, and nothing of a refused upgrade.
      if (code && address?.token !== undefined && !socket.destroyed) {
        const open = await this.#upgraded(request, socket, head);
        open.close(code, (error as ApiError).message.slice(0, 100));
      } else if (!socket.destroyed) endWith(socket, toApiError(error), record.call.requestId);
    }
  }

  #upgraded(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      socket.once("close", () => reject(new Error("the client has gone")));
      this.#sockets.handleUpgrade(request, socket, head, (open) => {
        open.on("error", () => open.terminate());
        resolve(open);
      });
    });
  }

  async #open(
    record: AccessRecord,
    request: StreamRequest,
    address: SocketAddress,
    upgraded: () => Promise<WebSocket>,
  ): Promise<void> {
    const user = Object.assign(record.call, await this.#callers.authenticate(record.call, rule, request));
    await rateLimits(this.#context).consumeAsUser(user.apiKey.apiKeyId, user.user.userId);
    const { token: _token, ...named } = address;
    const input = parseInput(Input, JSON.parse(JSON.stringify(named)), "address");
    const { type, contentKey, ...place } = input;
    const mayWrite = await this.#decide(user, place);
    if (this.#isClosed) throw new ApiError("UNAVAILABLE", "The server ends. Try again.", { retryAfter: 1 });
    const giveBack = this.#limits.take({ apiKeyId: user.apiKey.apiKeyId, userId: user.user.userId, ip: request.ip });
    const { room, release } = await this.#rooms.enter(user, place, { type, contentKey }).catch((error) => {
      giveBack();
      throw error;
    });
    try {
      const socket = await upgraded();
      const call = this.#callOf(user);
      const isVisible = this.#isVisible(mayWrite);
      const peer = new Peer(socket, room, { call, mayWrite, isVisible });
      const leave = isVisible ? this.#online.enter(call, place) : () => undefined;
      const check = this.#watch(peer, user, request, place);
      socket.once("close", () => {
        check.stop();
        this.#checks.delete(peer);
        room.leave(peer);
        leave();
        giveBack();
      });
    } catch (error) {
      giveBack();
      throw error;
    } finally {
      release();
    }
  }

  /** Checks the access of a peer as long as it is connected. */
  #watch(peer: Peer, user: UserCall, request: StreamRequest, place: { organizationId: string; documentId: string }) {
    const check = new AccessCheck(
      {
        timer: this.#timer,
        random: this.#context.random,
        check: async () => {
          const again = await this.#callers.authenticateAgain(user, rule, request);
          const mayWrite = await this.#decide(again, place);
          peer.update(this.#callOf(again), mayWrite, this.#isVisible(mayWrite));
          return again;
        },
        failed: (error) => {
          const code = error instanceof ApiError ? closeCodes[error.code] : undefined;
          if (code) peer.close(code, (error as ApiError).message);
          return code !== undefined;
        },
      },
      user,
    );
    this.#checks.set(peer, check);
    const stopWatching = this.#callers.watch(user, () => check.soon());
    return {
      stop: () => {
        check.stop();
        stopWatching();
      },
    };
  }

  /** @returns whether the user may write. @throws ApiError PERMISSION_DENIED, NOT_FOUND when the user may not even read. */
  async #decide(call: UserCall, { organizationId, documentId }: { organizationId: string; documentId: string }) {
    const place = { organizationId, documentId };
    const [read, write] = await decide(call, [
      { place, action: "read" },
      { place, action: "write" },
    ]);
    if (!read?.allowed && read) throw accessRefusal(read);
    return write?.allowed === true;
  }

  #isVisible(mayWrite: boolean): boolean {
    return mayWrite || this.#options.viewersAreVisible;
  }

  /** The call in whose name updates are stored; they are no cost of the request that has opened the socket. */
  #callOf({ requestId, apiKey, user }: UserCall): WriteCall<UserCall> {
    return { ...this.#context, requestId, apiKey, user, emits };
  }

  #beat(): void {
    this.#cancelBeat = this.#timer(BEAT, () => {
      for (const peer of this.#checks.keys()) peer.beat();
      this.#online.refresh();
      this.#beat();
    });
  }
}

/** What connections may cause. */
const emits = ["crdt.add", "crdt.update_data", "presence.add", "presence.update"] as const;

const rule = { user: { action: "read", on: documentOf } } as const;

const closeCodes: Partial<Record<ErrorCode, CloseCode>> = {
  UNAUTHENTICATED: CLOSE.unauthenticated,
  PERMISSION_DENIED: CLOSE.denied,
  NOT_FOUND: CLOSE.gone,
  INVALID_ARGUMENT: CLOSE.malformed,
};

function noEditor(): ApiError {
  return new ApiError(
    "NOT_FOUND",
    "There is no socket at this address. Connect to /v2/crdt/socket/{organizationId}/{documentId}/{editorId}.",
  );
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError("INTERNAL", "The connection could not be opened.");
}
