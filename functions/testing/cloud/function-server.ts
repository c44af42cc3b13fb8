import type { AddressInfo } from "node:net";
import { type HttpFunction, http } from "@google-cloud/functions-framework";
import { getTestServer } from "@google-cloud/functions-framework/testing";
import type { HttpsFunction } from "firebase-functions/v2/https";

/** A function as the runtime of the cloud serves it, on the loopback interface. */
export interface FunctionServer {
  url: string;
  close(): void;
}

/** Serves the function the way the cloud does: the same framework parses the request before the function sees it. */
export async function serveFunction(serve: HttpsFunction): Promise<FunctionServer> {
  const name = `function-${crypto.randomUUID()}`;
  http(name, serve as unknown as HttpFunction);
  const server = getTestServer(name);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
