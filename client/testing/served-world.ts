import { exampleWorld } from "@atrium/functions/testing/harness/example-world";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import type { World, WorldOptions } from "@atrium/functions/testing/harness/world";
import { demoOf } from "../../server/src/docs/demo.ts";
import { createHttpServer } from "../../server/src/http-server.ts";
import { closeApp } from "../../server/testing/close-app.ts";
import { seededWorld } from "../../server/testing/seeded-docs.ts";

/** The demo world on a real port, with the options that `createClient` needs for its tenant. */
export async function servedDemo() {
  const w = await seededWorld();
  const demo = await demoOf(w.context);
  if (!demo) throw new Error("The seed world has no demo.");
  const { apiKey = "", authToken = "" } = demo.credentials;
  return { w, key: { baseUrl: await serve(w), apiKey, authToken } };
}

/** The world of the examples on a real port, with the client options for its tenant. */
export async function servedWorld(options?: WorldOptions) {
  const w: World = await exampleWorld(options);
  const baseUrl = await serve(w);
  const { apiKeyId, authToken, workspaceId, workspaceToken } = w.tenant;
  const key = { baseUrl, apiKey: apiKeyId, authToken };
  return { w, baseUrl, key, all: { ...key, workspaceId, workspaceAuthToken: workspaceToken } };
}

/** Serves a world until the test ends. @returns its address. */
async function serve({ context }: World): Promise<string> {
  const app = createHttpServer(context);
  onTestFinished(() => closeApp(app));
  return app.listen({ host: "127.0.0.1", port: 0 });
}
