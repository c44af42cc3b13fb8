import { type HttpsFunction, onRequest } from "firebase-functions/v2/https";
import { JWKS_HEADERS } from "#domain/signing-keys";
import packageJson from "../../package.json" with { type: "json" };
import { type ServiceSource, storeKind } from "./context.ts";
import { notOpened } from "./not-opened.ts";
import type { openPaths } from "./open-paths.ts";
import * as parameters from "./parameters.ts";
import { streamFunction } from "./stream-function.ts";

const options = {
  invoker: "public" as const,
  region: parameters.region,
  maxInstances: parameters.maxInstances,
  memory: parameters.memory,
};
const secrets = [parameters.encryptionKey, parameters.signingKeys];

/** What is answered without an API key: to anybody, and streams to users with a token. */
export function openFunctions(service: ServiceSource): Record<keyof typeof openPaths, HttpsFunction> {
  return {
    stream: streamFunction(service),
    health: onRequest(options, (_request, response) => {
      response.json({ status: "ok", version: packageJson.version, store: storeKind() });
    }),
    jwks: onRequest({ ...options, secrets }, async (_request, response) => {
      const opened = await service().catch(notOpened);
      if ("context" in opened) response.set(JWKS_HEADERS).json(opened.context.userTokenKeys().jwks);
      else response.writeHead(opened.status, opened.headers).end(opened.body);
    }),
  };
}
