import { type IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

/** Makes the responses of a server that shuts down the last ones of their connections, and say so. */
export class LastResponses {
  #isClosing = false;
  /** The class of the server's responses. */
  readonly Response: typeof ServerResponse;

  constructor() {
    const isClosing = () => this.#isClosing;
    this.Response = class LastResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
      // Node calls it for each response. A client that kept the connection would lose its next request.
      // biome-ignore lint/suspicious/noExplicitAny: the arguments have several shapes, and are passed on.
      override writeHead(...args: any[]): this {
        if (isClosing()) this.shouldKeepAlive = false;
        return super.writeHead(...(args as [number]));
      }
    };
  }

  /** Begins with the shutdown of the app. */
  watch(app: FastifyInstance): void {
    app.addHook("preClose", async () => {
      this.#isClosing = true;
    });
  }
}
