import { type HttpsFunction, onRequest } from "firebase-functions/v2/https";
import packageJson from "../../package.json" with { type: "json" };
import { cloudService } from "./context.ts";
import type { openPaths } from "./open-paths.ts";
import * as parameters from "./parameters.ts";

const options = { invoker: "public" as const, region: parameters.region, memory: parameters.memory };
const secrets = [parameters.encryptionKey, parameters.signingKeys];

/** What is answered to anybody, without credentials. */
export const openFunctions: Record<keyof typeof openPaths, HttpsFunction> = {
  health: onRequest(options, (_request, response) => {
    response.json({ status: "ok", version: packageJson.version, store: "firestore" });
  }),
  jwks: onRequest({ ...options, secrets }, async (_request, response) => {
    const { context } = await cloudService();
    response.json(context.userTokenKeys.jwks);
  }),
};
