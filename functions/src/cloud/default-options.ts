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

/** What a function that anybody may invoke is deployed with: who may call is decided by the kernel. */
export function publicOptions({ name: _, memory, withoutSecrets, ...instance }: Instance = {}) {
  return {
    ...defaultOptions,
    ...(withoutSecrets && { secrets: [] }),
    invoker: "public" as const,
    minInstances,
    memory: memory ?? defaultMemory,
    concurrency: 80,
    timeoutSeconds: 60,
    ...instance,
  };
}
