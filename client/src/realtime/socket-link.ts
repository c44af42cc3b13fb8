import { AtriumError, type ErrorCode } from "../error.ts";
import { readFrame, writeFrame } from "./frames.ts";
import { isEmpty, type Link, type LinkEnd, type LinkHost } from "./link.ts";
import { Receipts } from "./receipts.ts";

/** The server says something every 12 s, so a connection without a message for so long is dead, ms. */
const SILENCE = 30_000;
/** Longest wait for the answer to what this side lacks, ms: it may be a whole editor of 10 MiB on a slow line, in one message. */
const FIRST_ANSWER = 120_000;
/** Longest wait for the first message, ms: some proxies never answer the request for a WebSocket, and HTTP works there. */
const FIRST_MESSAGE = 8_000;

/** A message was larger than the server takes. It would be so again. */
const TOO_LARGE = 1009;
/** Codes with which the server closes for good (docs/behaviour.md#live-editing). */
const codes: { [code: number]: ErrorCode } = {
  [TOO_LARGE]: "INVALID_ARGUMENT",
  4400: "INVALID_ARGUMENT",
  4401: "UNAUTHENTICATED",
  4403: "PERMISSION_DENIED",
  4404: "NOT_FOUND",
};

/** What is used of a WebSocket. Those of browsers, Node and the package `ws` have it. */
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

/** A class of WebSockets. */
export type SocketClass = new (url: string, protocols: string[]) => Socket;

/** Opens the WebSocket of an editor. @param token goes as a subprotocol: an address stands in logs. */
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
  const finish = (code: number, reason: string) => {
    stopWaiting();
    receipts.stop();
    // What still arrives while it closes is of no use any more.
    socket.onmessage = null;
    const name = codes[code] ?? "UNAVAILABLE";
    const words =
      code === TOO_LARGE
        ? "A change is too large for the service."
        : `${url} can't be reached, or has ended the connection (${code}).`;
    const error = new AtriumError(name, reason || words);
    end({ wasOpen: wasOpen || code in codes, error, isFinal: code in codes });
    socket.close();
  };
  const wait = (ms: number) => timing.after(ms, () => finish(1006, `${url} has sent nothing for ${ms / 1000} s.`));
  let stopWaiting = wait(FIRST_MESSAGE);
  const transmit = (bytes: Uint8Array<ArrayBuffer>) => {
    if (socket.readyState === socket.OPEN) socket.send(bytes);
  };
  const receipts = new Receipts(timing, () => transmit(writeFrame("stateVector", host.stateVector())), host.stored);
  socket.onmessage = ({ data }: { data: unknown }) => {
    stopWaiting();
    stopWaiting = wait(isAnswered ? SILENCE : FIRST_ANSWER);
    const frame = readFrame(new Uint8Array(data as ArrayBuffer));
    if (frame?.kind === "stateVector") {
      // The server says first what it has. Later comes what it lacks, and what this side lacks.
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
  socket.onclose = ({ code, reason }: { code: number; reason: string }) => finish(code, reason);
  // `onclose` follows and says why. Without a listener the package `ws` would end the process.
  socket.onerror = () => undefined;
  return {
    send(update) {
      transmit(writeFrame("update", update));
      // What is typed before the server has said what it has goes with what it lacks.
      if (wasOpen) receipts.sent();
    },
    sendAwareness: (update) => transmit(writeFrame("awareness", update)),
    close: (reason = "closed") => finish(1000, reason),
    ended,
  };
}
