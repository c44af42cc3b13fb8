import { type HttpsFunction, onRequest } from "firebase-functions/v2/https";
import { JWKS_HEADERS } from "#domain/tokens/signing-keys";
import packageJson from "../../package.json" with { type: "json" };
import { type ServiceSource, storeKind } from "./context.ts";
import { notOpened } from "./not-opened.ts";
import type { openPaths } from "./open-paths.ts";
import { memory } from "./parameters.ts";
import { streamFunction } from "./stream-function.ts";
import { usualOptions } from "./usual-options.ts";

const options = { ...usualOptions, invoker: "public" as const, memory };

/** What is answered without an API key: to anybody, and streams to users with a token. */
export function openFunctions(service: ServiceSource): Record<keyof typeof openPaths, HttpsFunction> {
  return {
    stream: streamFunction(service),
    health: onRequest({ ...options, secrets: [] }, (_request, response) => {
      response.json({ status: "ok", version: packageJson.version, store: storeKind() });
    }),
    jwks: onRequest(options, async (_request, response) => {
      const opened = await service().catch(notOpened);
      if ("context" in opened) response.set(JWKS_HEADERS).json(opened.context.userTokenKeys().jwks);
      else response.writeHead(opened.status, opened.headers).end(opened.body);
    }),
  };
}
