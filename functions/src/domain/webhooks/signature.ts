import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

/** How long the secret before the last one still signs too, in ms: receivers change over meanwhile. */
export const SECRET_OVERLAP = 24 * 60 * 60 * 1000;

/** A signing secret as customers keep it: `whsec_` and 24 random bytes in base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The key that signs with a secret in the form of `newWebhookSecret`. Made once: that takes longer than to sign. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(secret.slice(PREFIX.length), "base64");
}

/** What is signed: the message's id, when this attempt is made (s since 1970) and the bytes of its body. */
export interface Signed {
  id: string;
  timestamp: number;
  body: string;
}

/**
 * The three headers of Standard Webhooks 1.0, one signature for each secret that is valid, the current one first; none
 * without a key.
 */
export function signatureHeaders(keys: readonly KeyObject[], signed: Signed): Record<string, string> {
  if (keys.length === 0) return {};
  return {
    "webhook-id": signed.id,
    "webhook-timestamp": String(signed.timestamp),
    "webhook-signature": keys.map((key) => signatureOf(key, signed)).join(" "),
  };
}

function signatureOf(key: KeyObject, { id, timestamp, body }: Signed): string {
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}
