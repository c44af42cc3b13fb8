import { AtriumError, type ErrorCode } from "../error.ts";
import { readFrame, writeFrame } from "./frames.ts";
import { deletedError, isEmpty, type Link, type LinkEnd, type LinkHost } from "./link.ts";
import { Receipts } from "./receipts.ts";

/** The server sends a message every 12 s, so a connection without one for this long is dead, in ms. */
const SILENCE = 30_000;
/**
 * Longest wait for the changes that this side lacks, in ms: they may be a whole editor of 10 MiB, in one message on a
 * slow line.
 */
const FIRST_ANSWER = 120_000;
/**
 * Longest wait for the first message, in ms: some proxies never answer the WebSocket request, although HTTP works there.
 */
const FIRST_MESSAGE = 8_000;

/** The server closes with it if a message is too large. A repetition would fail as well. */
const TOO_LARGE = 1009;
const GONE = 4404;
/** Codes with which the server closes for good (docs/behaviour.md#live-editing). */
const codes: { [code: number]: ErrorCode } = {
  [TOO_LARGE]: "INVALID_ARGUMENT",
  4400: "INVALID_ARGUMENT",
  4401: "UNAUTHENTICATED",
  4403: "PERMISSION_DENIED",
  [GONE]: "NOT_FOUND",
};

/** The members of a WebSocket that are used here. Those of browsers, Node and the package `ws` have them. */
export interface Socket {
  binaryType: string;
  readonly readyState: number;
  readonly OPEN: number;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** A WebSocket class. */
export type SocketClass = new (url: string, protocols: string[]) => Socket;

/**
 * Whether an address can name an editor: whatever parses a URL leaves out the ids `.` and `..`, even percent-encoded.
 */
export function hasAddress({ document, editorId }: LinkHost): boolean {
  return ![document.organizationId, document.documentId, editorId].some((id) => id === "." || id === "..");
}

/** Opens the WebSocket of an editor. @param token is sent as a subprotocol, because addresses end up in logs. */
export function openSocket(host: LinkHost, token: string, Socket: SocketClass): Link {
  const { document, editorId, kind } = host;
  const { baseUrl, timing } = document.connection;
  const ids = [document.organizationId, document.documentId, editorId].map(encodeURIComponent).join("/");
  const query = String(new URLSearchParams(Object.entries(kind)));
  const url = `${baseUrl.replace(/^http/, "ws")}/v2/crdt/socket/${ids}${query && `?${query}`}`;
  const socket = new Socket(url, ["atrium", `atrium.token.${token}`]);
  socket.binaryType = "arraybuffer";
  let wasOpen = false;
  let isAnswered = false;
  let end: (end: LinkEnd) => void = () => undefined;
  const ended = new Promise<LinkEnd>((resolve) => {
    end = resolve;
  });
  /** @param reason what the service said, if it did. */
  const finish = (code: number, words: string, reason?: string) => {
    stopWaiting();
    receipts.stop();
    // Messages that still arrive while it closes are ignored.
    socket.onmessage = null;
    const name = codes[code] ?? "UNAVAILABLE";
    const otherwise =
      code === TOO_LARGE
        ? "A change is too large for the service."
        : `${url} can't be reached, or has ended the connection (${code}).`;
    const error = new AtriumError(name, words || otherwise, { reason });
    end({ wasOpen: wasOpen || code in codes, error, isFinal: code in codes });
    socket.close();
  };
  const wait = (ms: number) => timing.after(ms, () => finish(1006, `${url} has sent nothing for ${ms / 1000} s.`));
  let stopWaiting = wait(FIRST_MESSAGE);
  const transmit = (bytes: Uint8Array<ArrayBuffer>) => {
    if (socket.readyState === socket.OPEN) socket.send(bytes);
  };
  const ask = () => {
    const question = writeFrame("stateVector", host.stateVector());
    transmit(question);
    return question.length;
  };
  const receipts = new Receipts(timing, ask, host.stored);
  socket.onmessage = ({ data }: { data: unknown }) => {
    stopWaiting();
    stopWaiting = wait(isAnswered ? SILENCE : FIRST_ANSWER);
    const frame = readFrame(new Uint8Array(data as ArrayBuffer));
    if (frame?.kind === "stateVector") {
      // Otherwise this side would bring back all that was deleted.
      if (host.isOther(frame.bytes)) return finish(GONE, deletedError().message);
      // The server first sends its state vector. Later it sends what this side lacks, and asks for what it lacks itself.
      receipts.refused(false);
      if (!wasOpen) receipts.ask();
      wasOpen = true;
      const missing = host.missing(frame.bytes);
      transmit(writeFrame("missing", missing));
      if (!isEmpty(missing)) receipts.sent();
      const awareness = host.localAwareness();
      if (awareness) transmit(writeFrame("awareness", awareness));
    } else if (frame?.kind === "awareness") host.receiveAwareness(frame.bytes);
    else if (frame?.kind === "denied") {
      receipts.refused(true);
      host.denied(frame.reason);
    } else if (frame) host.receive(frame.bytes);
    if (frame?.kind === "missing") {
      isAnswered = true;
      host.synced();
      receipts.answered();
    }
  };
  socket.onclose = ({ code, reason }: { code: number; reason: string }) => finish(code, reason, reason || undefined);
  // `onclose` follows and has the reason. Without a listener the package `ws` would end the process.
  socket.onerror = () => undefined;
  return {
    send(update) {
      transmit(writeFrame("update", update));
      // Text typed before the server's first message is part of the answer to that message.
      if (wasOpen) receipts.sent();
    },
    sendAwareness: (update) => transmit(writeFrame("awareness", update)),
    close: (reason = "closed") => finish(1000, reason),
    ended,
  };
}
