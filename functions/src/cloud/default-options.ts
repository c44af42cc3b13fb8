import type { Instance } from "#http/instance";
import {
  memory as defaultMemory,
  encryptionKey,
  maxInstances,
  minInstances,
  region,
  signingKeys,
} from "./parameters.ts";

/** Deployment options of every function that opens the service. */
export const defaultOptions = { region, maxInstances, secrets: [encryptionKey, signingKeys] };

/** Deployment options of a function that anybody may invoke: the kernel checks who may call. */
export function publicOptions({ name: _, memory, withoutSecrets, ...instance }: Instance = {}) {
  return {
    ...defaultOptions,
    ...(withoutSecrets && { secrets: [] }),
    invoker: "public" as const,
    // The kernel decides which pages may call; in the emulators firebase-functions would otherwise allow every origin.
    cors: false,
    minInstances,
    memory: memory ?? defaultMemory,
    concurrency: 80,
    timeoutSeconds: 60,
    ...instance,
  };
}
