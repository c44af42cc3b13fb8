import { encryptionKey, maxInstances, region, signingKeys } from "./parameters.ts";

/** What every function that opens the service is deployed with. */
export const usualOptions = { region, maxInstances, secrets: [encryptionKey, signingKeys] };
