import type { Instance } from "#http/instance";
import { encryptionKey, maxInstances, region, signingKeys, memory as usualMemory } from "./parameters.ts";

/** Deployment options of every function that opens the service. */
export const usualOptions = { region, maxInstances, secrets: [encryptionKey, signingKeys] };

/** What a function that anybody may invoke is deployed with: who may call is decided by the kernel. */
export function publicOptions({ name: _, memory, withoutSecrets, ...instance }: Instance = {}) {
  return {
    ...usualOptions,
    ...(withoutSecrets && { secrets: [] }),
    invoker: "public" as const,
    memory: memory ?? usualMemory,
    concurrency: 80,
    timeoutSeconds: 60,
    ...instance,
  };
}
