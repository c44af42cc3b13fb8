import type { AddressInfo } from "node:net";
import { onTestFinished } from "@atrium/functions/testing/harness/cleanup";
import { exampleWorld } from "@atrium/functions/testing/harness/example-world";
import type { World, WorldOptions } from "@atrium/functions/testing/harness/world";
import { createHttpServer } from "../../server/src/http-server.ts";

/** The world of the examples behind a real listener, with the client options for its tenant. */
export async function servedWorld(options?: WorldOptions) {
  const w: World = await exampleWorld(options);
  const app = createHttpServer(w.context);
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { apiKeyId, authToken, workspaceId, workspaceToken } = w.tenant;
  const key = { baseUrl, apiKey: apiKeyId, authToken };
  return { w, baseUrl, key, all: { ...key, workspaceId, workspaceAuthToken: workspaceToken } };
}
