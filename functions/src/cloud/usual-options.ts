import { encryptionKey, maxInstances, region, signingKeys } from "./parameters.ts";

/** Deployment options of every function that opens the service. */
export const usualOptions = { region, maxInstances, secrets: [encryptionKey, signingKeys] };
