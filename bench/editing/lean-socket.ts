import { connect, type Socket } from "node:net";

/** First byte of an unfragmented binary message, of a ping and of a pong. */
const [BINARY, PING, PONG] = [0x82, 0x89, 0x8a];
/**
 * Second byte of a client's frame, plus its length: clients must mask, here with zeros, which leave the data unchanged.
 */
const MASKED = 0x80;
const MASK = [0, 0, 0, 0];
/** Largest message that this client sends, in bytes. */
const LONGEST = 125;
const END_OF_HEAD = "\r\n\r\n";

/** A WebSocket for the short messages of a benchmark's client, with a fraction of the work of a general-purpose one. */
export class LeanSocket {
  readonly #socket: Socket;
  #unread: Buffer = Buffer.alloc(0);
  isOpen = false;
  onOpen: () => void = () => undefined;
  onMessage: (message: Buffer) => void = () => undefined;
  onClose: () => void = () => undefined;

  /** @param address `ws://` with host and port. */
  constructor(address: string) {
    const { hostname, port, host, pathname, search } = new URL(address);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const key = Buffer.alloc(16).toString("base64");
    const head = [`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`, "Connection: Upgrade", "Upgrade: websocket"];
    head.push("Sec-WebSocket-Version: 13", `Sec-WebSocket-Key: ${key}`);
    this.#socket.write(head.join("\r\n") + END_OF_HEAD);
    this.#socket.on("data", (data) => this.#received(data as Buffer));
    this.#socket.on("error", () => this.#socket.destroy());
    this.#socket.on("close", () => {
      this.isOpen = false;
      this.onClose();
    });
  }

  /** Sends a message of at most 125 bytes. */
  send(message: readonly number[]): void {
    if (message.length > LONGEST) throw new Error("The message is too long for this client.");
    this.#socket.write(Buffer.from([BINARY, MASKED + message.length, ...MASK, ...message]));
  }

  #received(data: Buffer): void {
    let bytes = this.#unread.length === 0 ? data : Buffer.concat([this.#unread, data]);
    if (!this.isOpen) {
      const end = bytes.indexOf(END_OF_HEAD);
      if (end >= 0) this.#opened(bytes.toString("latin1", 0, end));
      bytes = end < 0 ? bytes : bytes.subarray(end + END_OF_HEAD.length);
    }
    this.#unread = this.isOpen ? bytes.subarray(this.#readFrames(bytes)) : bytes;
  }

  #opened(head: string): void {
    if (!head.startsWith("HTTP/1.1 101")) throw new Error(`The server refused a connection: ${head}`);
    this.isOpen = true;
    this.onOpen();
  }

  /** @returns where the first incomplete frame begins. */
  #readFrames(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      if (bytes.length < at + 2) return at;
      const short = bytes[at + 1] as number;
      const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10);
      if (bytes.length < start) return at;
      const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6);
      const end = start + length;
      if (bytes.length < end) return at;
      if (bytes[at] === BINARY) this.onMessage(bytes.subarray(start, end));
      else if (bytes[at] === PING)
        this.#socket.write(Buffer.from([PONG, MASKED + length, ...MASK, ...bytes.subarray(start, end)]));
      else this.#socket.destroy();
      at = end;
    }
  }
}
