import { Agent, request } from "node:http";
import { connect } from "node:net";

/** A request as it is sent. */
export interface FuzzRequest {
  method: string;
  /** Path with its query string. */
  path: string;
  /** In order; a name may occur twice. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** The whole request as bytes (latin1), replacing the other fields, for requests that no HTTP client would send. */
  raw?: string;
}

/** The response. */
export interface Received {
  /** 0: no response. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Why there was no response. */
  failure?: string;
}

/** How long to wait for a response, in ms. */
const PATIENCE = 20_000;

/** Sends requests to a server, one after another. */
export class Wire {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly url: string;
  readonly #patience: number;

  /** @param url URL of the server, without a trailing slash. @param patience how long to wait for a response, in ms. */
  constructor(url: string, patience = PATIENCE) {
    this.url = url;
    this.#patience = patience;
  }

  /** Sends a request. Never rejects: a missing response is a result too. */
  async send(wireRequest: FuzzRequest): Promise<Received> {
    if (wireRequest.raw !== undefined) return this.#sendRaw(wireRequest.raw);
    const { received, isStale } = await this.#try(wireRequest);
    // The server has closed a kept-alive connection while the request was in flight.
    return isStale ? (await this.#try(wireRequest)).received : received;
  }

  /** Closes open connections. */
  close(): void {
    this.#agent.destroy();
  }

  #late(): Error {
    return new Error(`no answer within ${this.#patience} ms`);
  }

  #try({ method, path, headers, body }: FuzzRequest): Promise<{ received: Received; isStale?: boolean }> {
    return new Promise((resolve) => {
      const fail = (failure: string) => resolve({ received: nothing(failure) });
      const sized = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
      const { hostname, port } = new URL(this.url);
      const flat = [
        ["host", `${hostname}:${port}`],
        ...headers,
        ...(sized ? [] : [["content-length", `${body.length}`]]),
      ];
      try {
        const outgoing = request({ hostname, port, method, path, headers: flat.flat(), agent: this.#agent });
        outgoing.setTimeout(this.#patience, () => outgoing.destroy(this.#late()));
        outgoing.on("error", (error: NodeJS.ErrnoException) =>
          error.code === "ECONNRESET" && outgoing.reusedSocket
            ? resolve({ received: nothing(error.message), isStale: true })
            : fail(error.message),
        );
        outgoing.on("response", (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("error", (error) => fail(error.message));
          incoming.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ received: { status: incoming.statusCode ?? 0, headers: incoming.headers, text } });
          });
        });
        outgoing.end(body);
      } catch (error) {
        fail(`it can't be sent: ${(error as Error).message}`);
      }
    });
  }

  #sendRaw(bytes: string): Promise<Received> {
    const { hostname, port } = new URL(this.url);
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connect(Number(port), hostname);
      const timer = setTimeout(() => socket.destroy(this.#late()), this.#patience);
      let failure = "the connection ended without an answer";
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.on("error", (error) => {
        failure = error.message;
      });
      socket.on("close", () => {
        clearTimeout(timer);
        const [head = "", ...rest] = Buffer.concat(chunks).toString().split("\r\n\r\n");
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
        resolve(status === 0 ? nothing(failure) : { status, headers: headersOf(head), text: rest.join("\r\n\r\n") });
      });
      socket.end(Buffer.from(bytes, "latin1"));
    });
  }
}

function nothing(failure: string): Received {
  return { status: 0, headers: {}, text: "", failure };
}

function headersOf(head: string): Record<string, string> {
  const lines = head.split("\r\n").slice(1);
  return Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2) as [string, string])).valueOf() as Record<
    string,
    string
  >;
}
